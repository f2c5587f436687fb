import Foundation
import MotionSamples
import SignalFilters

/// What happens to the phone itself, beside what carries it.
///
/// Starts as a phone that follows its carrier; events then lay contacts, flights and turns over it. Forces are specific
/// forces in vehicle axes, own rotation rates are in the phone's axes.
struct PhoneTrack {
  /// The time line.
  let clock: SimulationClock

  /// Specific force at the phone's place, vehicle axes, m/s².
  var force: [Vector3]

  /// Force of hands and knocks that is given in the phone's own axes, m/s².
  var ownForce: [Vector3]

  /// Rotation against the vehicle, phone axes, rad/s.
  var ownRate: [Vector3]

  /// From the phone's axes to the vehicle's, at the start.
  var initialAttitude: UnitQuaternion

  /// From the point that the phone turns about to its sensor, phone axes, metres.
  var lever = Vector3(0.015, 0.04, 0.002)

  /// Creates the track of a phone that follows its carrier.
  init(following force: [Vector3], clock: SimulationClock, attitude: UnitQuaternion) {
    self.clock = clock
    self.force = force
    ownForce = Array(repeating: .zero, count: force.count)
    ownRate = Array(repeating: .zero, count: force.count)
    initialAttitude = attitude
  }

  /// The attitude that the phone has reached at an index.
  func attitude(at index: Int) -> UnitQuaternion {
    var attitude = initialAttitude
    for step in 0..<max(0, min(index, ownRate.count)) {
      attitude = attitude * UnitQuaternion(rotationVector: ownRate[step] * SimulationClock.step)
    }
    return attitude.renormalized
  }

  /// Adds a half-sine of force along the vehicle's axes: a contact with the cabin.
  mutating func addContact(time: Double, duration: Double, velocityChange: Vector3) {
    addHalfSine(time: time, duration: duration, velocityChange: velocityChange) {
      track,
      index,
      value in
      track.force[index] += value
    }
  }

  /// Adds a half-sine of force along the phone's axes: a knock, a tap.
  mutating func addKnock(time: Double, duration: Double, peak: Vector3) {
    addHalfSine(time: time, duration: duration, velocityChange: peak * (2 * duration / Double.pi)) {
      track,
      index,
      value in
      track.ownForce[index] += value
    }
  }

  private mutating func addHalfSine(
    time: Double,
    duration: Double,
    velocityChange: Vector3,
    add: (inout PhoneTrack, Int, Vector3) -> Void
  ) {
    let first = clock.index(time)
    let last = clock.index(time + duration)
    guard duration > 0, last > first else { return }
    let peak = velocityChange * (Double.pi / (2 * duration))
    for index in first..<last {
      let phase = (clock.time(index) - time + 0.5 * SimulationClock.step) / duration
      add(&self, index, peak * sin(Double.pi * min(1, max(0, phase))))
    }
  }

  /// Turns the phone by a rotation vector (phone axes), with the bell-shaped speed of hands.
  ///
  /// The course of least jerk: angle 10x³ − 15x⁴ + 6x⁵ (Flash and Hogan, J. Neuroscience 5(7), 1985).
  mutating func addTurn(time: Double, duration: Double, rotationVector: Vector3) {
    let first = clock.index(time)
    let last = clock.index(time + duration)
    guard duration > 0, last > first else { return }
    for index in first..<last {
      let x = min(1, max(0, (clock.time(index) - time) / duration))
      ownRate[index] += rotationVector * (30 * x * x * (1 - x) * (1 - x) / duration)
    }
  }

  /// Turns the phone so that it ends in an attitude (phone to vehicle axes).
  mutating func addTurn(time: Double, duration: Double, to target: UnitQuaternion) {
    let current = attitude(at: clock.index(time))
    let rotation = (current.inverse * target).rotationVector
    addTurn(time: time, duration: duration, rotationVector: rotation)
  }

  /// Moves the phone along the vehicle's axes by a way in metres, from rest to rest with least jerk.
  mutating func addMove(time: Double, duration: Double, way: Vector3) {
    let first = clock.index(time)
    let last = clock.index(time + duration)
    guard duration > 0, last > first else { return }
    for index in first..<last {
      let x = min(1, max(0, (clock.time(index) - time) / duration))
      let curve = 60 * x * (1 - x) * (1 - 2 * x)
      force[index] += way * (curve / (duration * duration))
    }
  }

  /// Lays the unsteadiness of a hand over a span: slow wobble in attitude and place, and a tremor.
  ///
  /// Wobble below 2.5 Hz; physiological tremor at 8 to 12 Hz of a few hundredths of m/s² (Elble and Koller, *Tremor*,
  /// 1990).
  mutating func addHandMotion(
    from start: Double,
    to end: Double,
    turning: Double,
    shaking: Double,
    random: RandomSource
  ) {
    var rates = (0..<3).map { _ in
      ColouredNoise(from: 0.15, to: 1.6, standardDeviation: turning, random: random)
    }
    var forces = (0..<3).map { _ in
      ColouredNoise(from: 0.3, to: 2.5, standardDeviation: shaking, random: random)
    }
    var tremor = (0..<3).map { _ in
      ColouredNoise(from: 8, to: 12, standardDeviation: 0.05, random: random)
    }
    let first = clock.index(start)
    let last = clock.index(end)
    guard last > first else { return }
    for index in first..<last {
      let time = clock.time(index)
      let share = min(1, min(time - start, end - time) / 0.2)
      ownRate[index] += Vector3(rates[0].next(), rates[1].next(), rates[2].next()) * share
      ownForce[index] +=
        Vector3(
          forces[0].next() + tremor[0].next(),
          forces[1].next() + tremor[1].next(),
          forces[2].next() + tremor[2].next()
        ) * share
    }
  }

  /// Shakes the phone to and fro along one of its axes.
  mutating func addShake(
    time: Double,
    duration: Double,
    frequencyHz: Double,
    peak: Double,
    axis: Vector3
  ) {
    let first = clock.index(time)
    let last = clock.index(time + duration)
    guard last > first else { return }
    let turning = axis.cross(Vector3(0.3, 0.2, 0.9)) * (peak / 30)
    for index in first..<last {
      let since = clock.time(index) - time
      let share = min(1, min(since, duration - since) / 0.15)
      let swing = sin(2 * Double.pi * frequencyHz * since) * share
      ownForce[index] += axis * (peak * swing)
      ownRate[index] += turning * swing
    }
  }

  /// Lets the mount turn the phone as it gives way to what it carries.
  ///
  /// The arm bends where the phone is moved against the car: about the horizontal for what shakes it up and down, about
  /// all axes for the rest. It gives way only so far, so the turning levels off at some 20 m/s² of shaking.
  mutating func addMountPlay(over cabin: [Vector3], gain: Double, from start: Double = 0) {
    let first = clock.index(start)
    let toPhone = attitude(at: first).inverse
    for index in first..<force.count {
      let bending = force[index] - cabin[index]
      let turning = bending * (gain / (1 + bending.magnitude / 20))
      ownRate[index] += toPhone.rotate(
        Vector3(turning.y - 0.5 * turning.z, turning.z + 0.5 * turning.x, 0.6 * turning.x)
      )
    }
  }

  /// Lets a hand and arm carry the phone for a while: between two instants it follows `arm` instead.
  ///
  /// The change-over takes 0.15 s.
  mutating func follow(_ arm: [Vector3], from start: Double, to end: Double) {
    for index in clock.index(start)..<clock.index(end) {
      let time = clock.time(index)
      let share = min(1, max(0, min(time - start, end - time) / 0.15))
      force[index] += (arm[index] - force[index]) * share
      // What turned it before no longer does.
      ownRate[index] = ownRate[index] * (1 - share)
    }
  }

  /// What the phone's sensors would feel, in the phone's axes.
  ///
  /// Turning about a point away from the sensor adds ω × (ω × r) + α × r, which is why a tumbling phone in free fall
  /// reads some tenths of a g and not zero.
  func felt(in motion: VehicleMotion) -> PhoneMotion {
    felt { (motion.rate[$0], motion.up[$0]) }
  }

  /// What the phone's sensors would feel, in the phone's axes, given how the axes turn that its force is in.
  ///
  /// `carrier` gives their rotation rate in rad/s and the direction of up in them, by index.
  func felt(in carrier: (_ index: Int) -> (rate: Vector3, up: Vector3)) -> PhoneMotion {
    var result = PhoneMotion(count: force.count)
    var attitude = initialAttitude
    for index in force.indices {
      let toPhone = attitude.inverse
      let own = ownRate[index]
      let previous = index > 0 ? ownRate[index - 1] : own
      let angular = (own - previous) / SimulationClock.step
      let swing = own.cross(own.cross(lever)) + angular.cross(lever)
      result.force[index] = toPhone.rotate(force[index]) + ownForce[index] + swing
      let (rate, up) = carrier(index)
      result.rate[index] = toPhone.rotate(rate) + own
      result.gravity[index] = toPhone.rotate(up) * PhysicalConstants.standardGravity
      result.attitude[index] = attitude
      attitude = attitude * UnitQuaternion(rotationVector: own * SimulationClock.step)
      if index % 256 == 0 { attitude = attitude.renormalized }
    }
    return result
  }
}

/// What a phone's sensors would feel at every instant, in the phone's axes.
struct PhoneMotion {
  /// Specific force, m/s².
  var force: [Vector3]

  /// Rotation rate, rad/s.
  var rate: [Vector3]

  /// What a phone at rest in this attitude would read, m/s².
  var gravity: [Vector3]

  /// From the phone's axes to its carrier's.
  var attitude: [UnitQuaternion]

  /// Creates a motion of a number of instants, all zero.
  init(count: Int) {
    force = Array(repeating: .zero, count: count)
    rate = force
    gravity = force
    attitude = Array(repeating: .identity, count: count)
  }
}
