import Foundation
import MotionSamples
import SignalFilters

/// What the cabin of a vehicle does, on the simulation's time line.
struct VehicleMotion {
  /// Specific force in vehicle axes, gravity included, in m/s².
  private(set) var force: [Vector3] = []

  /// Rotation rate in vehicle axes, in rad/s.
  private(set) var rate: [Vector3] = []

  /// Up in vehicle axes, of length one.
  private(set) var up: [Vector3] = []

  /// Speed over ground, in m/s.
  private(set) var speed: [Double] = []

  /// Course over ground in radians counter-clockwise from east.
  private(set) var course: [Double] = []

  /// Computes the motion of a plan.
  init(_ plan: DrivePlan, random: RandomSource) {
    let clock = SimulationClock(duration: plan.duration)
    var simulation = VehicleSimulation(plan, random: random)
    force.reserveCapacity(clock.count)
    rate.reserveCapacity(clock.count)
    up.reserveCapacity(clock.count)
    speed.reserveCapacity(clock.count)
    course.reserveCapacity(clock.count)
    for index in 0..<clock.count {
      let instant = simulation.process(clock.time(index))
      force.append(instant.force)
      rate.append(instant.rate)
      up.append(instant.up)
      speed.append(instant.speed)
      course.append(instant.course)
    }
  }
}

/// The running state of a vehicle, taken forward step by step.
private struct VehicleSimulation {
  private var plan: DrivePlan
  private let step = SimulationClock.step
  /// Velocity over ground along the vehicle's x and y axes.
  private var forward: Double
  private var sideways = 0.0
  private var course = 0.0
  private var yawRate = 0.0
  private var slideYawRate = 0.0
  private var commanded = 0.0
  private var isWrecked = false
  private var featureDistance: [Double]
  private var quarterCars = [QuarterCar(), QuarterCar(), QuarterCar()]
  private var contact = (0.0, 0.0, 0.0)
  private var pitch = 0.0
  private var roll = 0.0
  private var enginePhase = 0.0
  private var body: SecondOrderResponse
  private var ringing: [ColouredNoise]
  private var floorNoise: [ColouredNoise]
  private let random: RandomSource
  private var nextImpact = 0
  private var drift: ColouredNoise
  private let crown: (roll: Double, pitch: Double)

  init(_ plan: DrivePlan, random: RandomSource) {
    self.plan = plan
    self.random = random
    forward = plan.initialSpeed
    course = random.uniform(in: 0...2 * Double.pi)
    featureDistance = Array(repeating: 0, count: plan.features.count)
    // Brakes act on the body through the suspension: about 2.5 Hz, which gives the jerk back when it stops.
    body = SecondOrderResponse(frequencyHz: 2.5, damping: 0.4, path: .mount, restingAt: .zero)
    ringing = (0..<3).map { _ in
      ColouredNoise(from: 30, to: 80, standardDeviation: 1, random: random)
    }
    floorNoise = (0..<3).map { _ in
      ColouredNoise(from: 20, to: 60, standardDeviation: 1, random: random)
    }
    drift = ColouredNoise(from: 0.02, to: 0.2, standardDeviation: 0.25, random: random)
    crown = (random.gaussian(standardDeviation: 0.02), random.gaussian(standardDeviation: 0.02))
    roll = crown.roll
    pitch = crown.pitch
  }

  struct Instant {
    var force: Vector3
    var rate: Vector3
    var up: Vector3
    var speed: Double
    var course: Double
  }

  mutating func process(_ time: Double) -> Instant {
    let driver = driverAcceleration(time)
    var planar = body.process(Vector3(driver.forward, driver.lateral, 0))
    let impact = impactAcceleration(time)
    move(driver: driver, impact: impact, time: time, planar: &planar)

    let speed = (forward * forward + sideways * sideways).squareRoot()
    let (rollRate, pitchRate, rollAngle) = attitude(planar, time)
    let up = Vector3(
      -sin(pitch),
      cos(pitch) * sin(rollAngle),
      cos(pitch) * cos(rollAngle)
    )
    let road = roadAcceleration(time, speed: speed, isAirborne: isRolling(time))
    let engine = engineAcceleration(time, speed: speed)
    if plan.leansIntoBends {
      // In the leaning frame a balanced bend is felt along the rider's own vertical alone.
      planar = Vector3(planar.x, planar.y * cos(rollAngle), -planar.y * sin(rollAngle))
    }
    let force =
      planar + impact + driver.ride + road + engine + up * PhysicalConstants.standardGravity
    let rate = Vector3(rollRate, pitchRate, 0) + up * yawRate
    return Instant(force: force, rate: rate, up: up, speed: speed, course: course)
  }

  private func isRolling(_ time: Double) -> Bool {
    guard let rollover = plan.rollover else { return false }
    return time >= rollover.time && time < rollover.time + rollover.duration
  }

  /// Rises over a fifth of the duration, holds and falls, without a kink.
  private func plateau(_ time: Double, _ start: Double, _ duration: Double) -> Double {
    let x = (time - start) / duration
    guard x > 0, x < 1 else { return 0 }
    let flank = min(1, min(x, 1 - x) / 0.25)
    return (1 - cos(Double.pi * flank)) / 2
  }

  private mutating func driverAcceleration(
    _ time: Double
  ) -> (forward: Double, lateral: Double, ride: Vector3) {
    let cruising = forward > 1 ? drift.next() : 0
    var target = cruising
    var lateral = 0.0
    var ride = Vector3.zero
    for manoeuvre in plan.manoeuvres {
      switch manoeuvre {
      case .speedChange(let start, let acceleration, let until):
        // The latest one that has begun counts; they stand in order of time.
        guard time >= start else { continue }
        if acceleration < 0 ? forward > until : forward < until {
          target = acceleration
        } else {
          target = until > 0 ? cruising : 0
        }
      case .bend(let start, let duration, let acceleration):
        lateral += acceleration * plateau(time, start, duration)
      case .laneChange(let start, let duration, let acceleration):
        let x = (time - start) / duration
        if x > 0, x < 1 { lateral += acceleration * sin(2 * Double.pi * x) }
      case .ride(let start, let duration, let acceleration):
        ride += acceleration * plateau(time, start, duration)
      }
    }
    if isWrecked { return (0, 0, ride) }
    // Brakes and engines take about 0.15 s to answer.
    commanded += (target - commanded) * step / 0.15
    let isStanding = forward <= 0 && commanded <= 0
    return (isStanding ? 0 : commanded, forward > 0.5 ? lateral : 0, ride)
  }

  private mutating func impactAcceleration(_ time: Double) -> Vector3 {
    if nextImpact < plan.impacts.count {
      let impact = plan.impacts[nextImpact]
      if time >= impact.time - impact.pulse.lead {
        if impact.opposesMotion, let against = (-Vector3(forward, sideways, 0)).normalized {
          plan.impacts[nextImpact].pulse.direction = against
        }
        nextImpact += 1
        isWrecked = !plan.isDrivenOnAfterImpact
        slideYawRate = impact.yawRate
      }
    }
    var sum = Vector3.zero
    for impact in plan.impacts[0..<nextImpact] {
      let since = time - impact.time
      guard since < impact.pulse.duration + 0.1 else { continue }
      let pulse = impact.pulse.acceleration(at: since)
      sum += pulse
      guard impact.pulse.ringing > 0 else { continue }
      // The structure rings in step with the pulse and for a few hundredths of a second after it.
      let peak = impact.pulse.velocityChange / impact.pulse.duration * 1.6
      let after = max(0, since - impact.pulse.duration)
      let size = since < impact.pulse.duration ? pulse.magnitude : 0.3 * peak * exp(-after / 0.02)
      let noise = Vector3(ringing[0].next(), ringing[1].next(), ringing[2].next())
      sum += noise * (impact.pulse.ringing * max(size, 0.1 * peak * exp(-after / 0.02)))
    }
    return sum
  }

  private mutating func move(
    driver: (forward: Double, lateral: Double, ride: Vector3),
    impact: Vector3,
    time: Double,
    planar: inout Vector3
  ) {
    if isWrecked {
      let speed = (forward * forward + sideways * sideways).squareRoot()
      // Below walking pace the last of the sliding dies away instead of switching over.
      let share = min(1, speed / 0.3)
      let slide =
        speed > 1e-6
        ? Vector3(forward, sideways, 0) * (-plan.runOutDeceleration * share / speed) : .zero
      yawRate = slideYawRate
      slideYawRate *= 1 - step * (speed < 0.5 ? 10 : 1)
      let forwardRate = impact.x + slide.x + yawRate * sideways
      let sidewaysRate = impact.y + slide.y - yawRate * forward
      forward += forwardRate * step
      sideways += sidewaysRate * step
      planar += slide
    } else {
      forward = max(0, forward + (driver.forward + impact.x) * step)
      yawRate = forward > 0.5 ? driver.lateral / max(forward, 3) : 0
    }
    course += yawRate * step
  }

  /// Body roll and pitch on the springs: 4° and 2.5° per g (typical of saloons), with the lag of 1.5 Hz springs.
  ///
  /// The road rolls and pitches the body too: a wheel that rises faster than the one across (1.5 m) or behind (2.7 m).
  private mutating func attitude(
    _ planar: Vector3,
    _ time: Double
  ) -> (rollRate: Double, pitchRate: Double, roll: Double) {
    let follow = step * 2 * Double.pi * (plan.leansIntoBends ? 0.7 : 1.5)
    let rollTarget =
      plan.leansIntoBends
      ? -atan(planar.y / PhysicalConstants.standardGravity) : planar.y * 0.0071 + crown.roll
    let rollRate =
      (rollTarget - roll) * follow / step + quarterCars[1].bodyRate * 0.5
      / 1.5
    let pitchRate =
      ((-planar.x * 0.0044 + crown.pitch) - pitch) * follow / step + quarterCars[2].bodyRate * 0.5
      / 2.7
    roll += rollRate * step
    pitch += pitchRate * step
    guard let rollover = plan.rollover, time >= rollover.time else {
      return (rollRate, pitchRate, roll)
    }
    let x = min(1, (time - rollover.time) / rollover.duration)
    let turned = rollover.angle * (x - sin(2 * Double.pi * x) / (2 * Double.pi))
    let turning = rollover.angle * (1 - cos(2 * Double.pi * x)) / rollover.duration
    return (rollRate + (x < 1 ? turning : 0), pitchRate, roll + turned)
  }

  /// The road through the springs, and what of it the cabin feels along and across.
  ///
  /// The road's own velocity is white noise at constant speed (ISO 8608's waviness of 2); a tyre averages over 0.25 m, as
  /// the roughness index does.
  private mutating func roadAcceleration(
    _ time: Double,
    speed: Double,
    isAirborne: Bool
  ) -> Vector3 {
    var slope = 0.0
    for (index, feature) in plan.features.enumerated() where time >= feature.time {
      featureDistance[index] += speed * step
      slope += feature.slope(at: featureDistance[index])
    }
    let intensity = (SimulationClock.rate / 2).squareRoot()
    let size = 2 * Double.pi * 0.1 * (plan.road.roughness * speed).squareRoot() * intensity
    let follow = min(1, step * max(speed, 1) / 0.25)
    contact.0 += (random.gaussian(standardDeviation: size) - contact.0) * follow
    contact.1 += (random.gaussian(standardDeviation: size) - contact.1) * follow
    contact.2 += (random.gaussian(standardDeviation: size) - contact.2) * follow
    // A car on its side or in the air has no road under its wheels.
    let share = isAirborne ? 0 : 1.0
    let vertical = quarterCars[0].process(roadRate: (contact.0 + slope * speed) * share)
    // Assumed: an edge under one wheel is felt by a third across and a quarter along.
    let across = quarterCars[1].process(roadRate: (contact.1 + 0.5 * slope * speed) * share)
    let along = quarterCars[2].process(roadRate: (contact.2 - 0.4 * slope * speed) * share)
    // Tyre and floor: above what the springs pass, growing with speed and roughness.
    let hum = 0.02 * speed.squareRoot() * (1 + (plan.road.roughness / 64e-6).squareRoot()) * share
    return
      (Vector3(along * 0.4, across * 0.5, vertical)
      + Vector3(floorNoise[0].next() * 0.7, floorNoise[1].next() * 0.7, floorNoise[2].next()) * hum)
      * plan.roadGain
  }

  /// Two firings a revolution, as four cylinders have.
  private mutating func engineAcceleration(_ time: Double, speed: Double) -> Vector3 {
    guard plan.engineVibration > 0, time < plan.engineStops else { return .zero }
    let share = min(1, speed / 15)
    let revolutions =
      (plan.engineSpeed.idle + (plan.engineSpeed.cruising - plan.engineSpeed.idle) * share) / 60
    enginePhase += 2 * Double.pi * 2 * revolutions * step
    if enginePhase > 2 * Double.pi { enginePhase -= 2 * Double.pi }
    let size = plan.engineVibration
    return Vector3(
      0.4 * size * sin(enginePhase + 1),
      0.5 * size * sin(enginePhase / 2),
      size * sin(enginePhase)
    )
  }
}
