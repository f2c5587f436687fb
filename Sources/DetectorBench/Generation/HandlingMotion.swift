import Foundation
import MotionSamples
import SignalFilters

/// What hands do to a phone, piece by piece, on a track.
///
/// Sizes are assumed within what wrists and fingers do: a phone is lifted over 0.2 to 0.6 m in about a second and
/// turned by up to half a turn; a finger's tap is a contact of some 10 to 25 ms; a held phone wobbles by some 0.05 to
/// 0.4 rad/s below 2 Hz. While held it follows an arm (2.5 to 4.5 Hz, well damped) instead of the car, and the wrist
/// gives way to what the road does to the arm: 0.05 to 0.2 rad/s for each m/s² above 0.4 Hz.
struct HandlingMotion {
  /// How a held phone is used.
  enum Use: CaseIterable, Sendable {
    /// Looked at, nothing else.
    case read
    /// Written on with a thumb.
    case type
    /// Leafed through, now and then.
    case swipe
    /// Scrolled, on and on.
    case scroll
    /// Held to the ear.
    case call
    /// Handed from one hand to the other, looked at from all sides.
    case pass
  }

  /// The track that it acts on.
  var track: PhoneTrack

  private let arm: [Vector3]
  private let wristPlay: Double
  private let random: RandomSource

  /// Prepares handling in a vehicle.
  init(_ track: PhoneTrack, in vehicle: VehicleMotion, random: RandomSource) {
    self.track = track
    self.random = random
    arm = SecondOrderResponse.applied(
      to: vehicle.force,
      frequencyHz: random.uniform(in: 2.5...4.5),
      damping: random.uniform(in: 0.4...0.7),
      path: .mount
    )
    wristPlay = random.uniform(in: 0.05...0.2)
  }

  private func direction() -> Vector3 {
    let direction = random.direction()
    return Vector3(direction.x, direction.y, direction.z)
  }

  /// An attitude in which one looks at a screen: its face up and towards the eyes, turned at random about the vertical.
  func viewing() -> UnitQuaternion {
    let lean = random.uniform(in: 25...65) * PhysicalConstants.radiansPerDegree
    let side = random.gaussian(standardDeviation: 0.2)
    return UnitQuaternion(rotationVector: Vector3(0, 0, random.uniform(in: -1...1)))
      * UnitQuaternion(rotationVector: Vector3(lean, side, 0))
  }

  /// An attitude at the ear: on its long side, screen to the side.
  func atEar() -> UnitQuaternion {
    UnitQuaternion(rotationVector: Vector3(0, 0, random.uniform(in: -0.6...0.6)))
      * UnitQuaternion(
        rotationVector: Vector3(random.uniform(in: 1.0...1.4), random.uniform(in: 0.2...0.6), 0)
      )
      * UnitQuaternion(rotationVector: Vector3(0, 0, random.uniform(in: 0.8...1.3)))
  }

  /// An attitude of lying flat, a little off the level.
  func lying() -> UnitQuaternion {
    let face: UnitQuaternion =
      random.chance(0.75)
      ? .identity : UnitQuaternion(rotationVector: Vector3(Double.pi, 0, 0))
    return UnitQuaternion(
      rotationVector: Vector3(
        random.gaussian(standardDeviation: 0.08),
        random.gaussian(standardDeviation: 0.08),
        0
      )
    ) * UnitQuaternion(rotationVector: Vector3(0, 0, random.uniform(in: -3...3))) * face
  }

  /// The arm takes over between two instants.
  mutating func hold(from start: Double, to end: Double) {
    track.follow(arm, from: start, to: end)
    let first = track.clock.index(start)
    var slow = arm[first]
    let toPhone = track.attitude(at: first).inverse
    for index in first..<track.clock.index(end) {
      slow += (arm[index] - slow) * (2 * Double.pi * 0.4 * SimulationClock.step)
      let time = track.clock.time(index)
      let share = min(1, max(0, min(time - start, end - time) / 0.3))
      let push = (arm[index] - slow) * (wristPlay * share)
      track.ownRate[index] += toPhone.rotate(
        Vector3(push.y + 0.5 * push.z, 0.6 * push.z - push.x, 0.4 * push.x)
      )
    }
  }

  /// Takes the phone from where it is into an attitude; gives the time at which it is there.
  mutating func lift(at time: Double, to attitude: UnitQuaternion) -> Double {
    let duration = random.uniform(in: 0.6...1.4)
    // The grip itself, fingers closing on it.
    track.addKnock(
      time: time,
      duration: random.uniform(in: 0.03...0.08),
      peak: direction() * random.uniform(in: 0.5...3)
    )
    track.addMove(
      time: time + 0.05,
      duration: duration,
      way: Vector3(
        random.uniform(in: -0.4...0.1),
        random.uniform(in: -0.4...0.4),
        random.uniform(in: 0.1...0.4)
      )
    )
    track.addTurn(time: time + 0.05, duration: duration, to: attitude)
    track.addHandMotion(
      from: time,
      to: time + duration,
      turning: 0.3,
      shaking: 0.5,
      random: random
    )
    return time + 0.05 + duration
  }

  /// Puts it down in an attitude; gives the time at which the hand is off it.
  mutating func put(at time: Double, in attitude: UnitQuaternion) -> Double {
    let duration = random.uniform(in: 0.6...1.3)
    track.addMove(
      time: time,
      duration: duration,
      way: Vector3(
        random.uniform(in: 0...0.4),
        random.uniform(in: -0.4...0.4),
        random.uniform(in: -0.4 ... -0.1)
      )
    )
    track.addHandMotion(
      from: time,
      to: time + duration,
      turning: 0.3,
      shaking: 0.5,
      random: random
    )
    track.addTurn(time: time, duration: duration, to: attitude)
    track.addContact(
      time: time + duration,
      duration: random.uniform(in: 0.015...0.05),
      velocityChange: Vector3(0, 0, random.uniform(in: 0.05...0.35))
    )
    return time + duration + 0.05
  }

  /// Uses a held phone for a while.
  mutating func use(_ use: Use, from start: Double, to end: Double) {
    switch use {
    case .read:
      wobble(start, end, turning: 0.05...0.14, shaking: 0.12...0.3)
      turnNowAndThen(start, end, every: 4...9, angle: 0.05...0.25)
    case .type:
      wobble(start, end, turning: 0.1...0.25, shaking: 0.2...0.45)
      tap(start, end, every: 0.14...0.45, peak: 1...7)
      turnNowAndThen(start, end, every: 3...7, angle: 0.05...0.3)
    case .swipe:
      wobble(start, end, turning: 0.08...0.2, shaking: 0.15...0.4)
      swipe(start, end, every: 1.2...3)
    case .scroll:
      wobble(start, end, turning: 0.08...0.2, shaking: 0.15...0.4)
      swipe(start, end, every: 0.5...1.2)
    case .call:
      wobble(start, end, turning: 0.06...0.2, shaking: 0.15...0.4)
      turnNowAndThen(start, end, every: 3...8, angle: 0.1...0.4)
    case .pass:
      wobble(start, end, turning: 0.2...0.4, shaking: 0.4...0.8)
      turnNowAndThen(start, end, every: 1.2...2.5, angle: 0.6...1.8)
    }
  }

  private mutating func wobble(
    _ start: Double,
    _ end: Double,
    turning: ClosedRange<Double>,
    shaking: ClosedRange<Double>
  ) {
    track.addHandMotion(
      from: start,
      to: end,
      turning: random.uniform(in: turning),
      shaking: random.uniform(in: shaking),
      random: random
    )
  }

  private mutating func turnNowAndThen(
    _ start: Double,
    _ end: Double,
    every interval: ClosedRange<Double>,
    angle: ClosedRange<Double>
  ) {
    var time = start + random.uniform(in: interval) / 2
    while time < end - 0.8 {
      track.addTurn(
        time: time,
        duration: random.uniform(in: 0.3...0.8),
        rotationVector: direction() * random.uniform(in: angle)
      )
      time += random.uniform(in: interval)
    }
  }

  /// Fingers on the glass: short contacts from the screen's side, and the give of the hand or mount behind it.
  mutating func tap(
    _ start: Double,
    _ end: Double,
    every interval: ClosedRange<Double>,
    peak: ClosedRange<Double>
  ) {
    var time = start + random.uniform(in: interval)
    while time < end - 0.1 {
      let size = random.uniform(in: peak)
      track.addKnock(
        time: time,
        duration: random.uniform(in: 0.01...0.025),
        peak: Vector3(
          random.gaussian(standardDeviation: 0.2 * size),
          random.gaussian(standardDeviation: 0.2 * size),
          -size
        )
      )
      track.addTurn(
        time: time,
        duration: 0.05,
        rotationVector: Vector3(
          random.gaussian(standardDeviation: 0.006),
          random.gaussian(standardDeviation: 0.006),
          0
        )
      )
      time += random.uniform(in: interval)
    }
  }

  private mutating func swipe(
    _ start: Double,
    _ end: Double,
    every interval: ClosedRange<Double>
  ) {
    var time = start + random.uniform(in: interval)
    while time < end - 0.4 {
      let tilt = random.uniform(in: 0.03...0.12)
      let axis = Vector3(random.uniform(in: 0.5...1), random.gaussian(standardDeviation: 0.4), 0)
      track.addTurn(time: time, duration: 0.18, rotationVector: axis * tilt)
      track.addTurn(time: time + 0.18, duration: 0.22, rotationVector: axis * -tilt)
      track.addKnock(
        time: time,
        duration: random.uniform(in: 0.02...0.05),
        peak: Vector3(0, random.uniform(in: -1.5...1.5), -random.uniform(in: 0.5...2.5))
      )
      time += random.uniform(in: interval)
    }
  }

  /// Presses it into a mount, or pulls it out: some pushes against what holds.
  mutating func push(_ start: Double, _ end: Double) {
    var time = start
    while time < end - 0.15 {
      track.addKnock(
        time: time,
        duration: random.uniform(in: 0.03...0.12),
        peak: direction() * random.uniform(in: 2...14)
      )
      track.addTurn(
        time: time,
        duration: 0.15,
        rotationVector: direction() * random.uniform(in: 0.02...0.15)
      )
      time += random.uniform(in: 0.2...0.6)
    }
  }
}
