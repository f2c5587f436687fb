import Foundation
import MotionSamples
import SignalFilters

/// What the crash scenarios, and those that must not be taken for one, have in common.
enum CrashScenarioParts {
  /// Rates in the proportion in which phones are met: mostly 50 Hz, now and then 25 and 200.
  static let rates = [50.0, 100, 25, 50, 50, 25, 100, 25, 50, 200, 50, 25, 50]

  /// A rate that differs from one recording to the next.
  static func rate(_ index: Int, shift: Int = 0) -> Double { rates[(index + shift) % rates.count] }

  /// A drive on a road at a steady speed, phone placed at random, classifier and fixes such that the state is MOVING within
  /// seconds.
  static func drive(
    duration: Double,
    speed: Double,
    rate: Double,
    placement: PhonePlacement,
    random: RandomSource
  ) -> ScenarioDraft {
    var plan = DrivePlan(duration: duration, initialSpeed: speed)
    plan.road = random.element(of: speed > 25 ? [.a, .b] : [.a, .b, .b, .c])
    plan.engineVibration = random.chance(0.2) ? 0 : random.uniform(in: 0.05...0.25)
    plan.engineSpeed = (random.uniform(in: 650...900), random.uniform(in: 1500...3000))
    plan.runOutDeceleration = random.uniform(in: 5...8)
    var draft = ScenarioDraft(
      plan: plan,
      placement: placement,
      attitude: .random(random),
      sensor: .random(
        rate: rate,
        rangeG: random.chance(0.5) ? 8 : 16,
        hasGyroscope: random.chance(0.55),
        random
      ),
      location: .random(random)
    )
    switch placement {
    case .mount, .looseHolder: draft.mountPlay = random.uniform(in: 0.03...0.25)
    default: break
    }
    // Somebody's body or a seat also moves the phone a little, slowly.
    if case .pocket = placement {
      draft.events.append { track, _, random in
        track.addHandMotion(
          from: 0,
          to: duration,
          turning: 0.03,
          shaking: 0.12,
          random: random
        )
      }
    }
    let confidence = random.element(of: [75, 85, 90, 100])
    draft.activities = stride(from: random.uniform(in: 0.2...1.5), to: duration, by: 7).map {
      .init(time: ($0 * 1e3).rounded() / 1e3, activity: .inVehicle, confidence: confidence)
    }
    return draft
  }

  /// Any of the places where a phone is carried in a car.
  static func anyPlacement(_ random: RandomSource) -> PhonePlacement {
    switch random.integer(in: 0...5) {
    case 0, 1: .anyMount(random)
    case 2: .anyLooseHolder(random)
    case 3: .anyPocket(random)
    case 4: .anyPadding(random)
    default: .lying
    }
  }

  /// A pulse with its direction a little out of the nominal plane, as real ones are.
  static func pulse(
    velocityChange: Double,
    duration: Double,
    towards direction: Vector3,
    random: RandomSource
  ) -> CrashPulse {
    let scatter = Vector3(
      random.gaussian(standardDeviation: 0.06),
      random.gaussian(standardDeviation: 0.06),
      random.gaussian(standardDeviation: 0.08)
    )
    return CrashPulse(
      random.chance(0.5) ? .halfSine : .haversine,
      velocityChange: velocityChange,
      duration: duration,
      direction: direction + scatter,
      ringing: random.uniform(in: 0.05...0.25)
    )
  }

  /// What a crash does to a phone that is not clamped: pockets and bags are thrown about and end otherwise than before.
  static func tumble(at time: Double, degrees: ClosedRange<Double>) -> ScenarioDraft.PhoneEvent {
    { track, _, random in
      let axis = random.direction()
      let angle = random.uniform(in: degrees) * PhysicalConstants.radiansPerDegree
      track.addTurn(
        time: time + random.uniform(in: 0.02...0.06),
        duration: random.uniform(in: 0.2...0.5),
        rotationVector: Vector3(axis.x, axis.y, axis.z) * angle
      )
    }
  }

  /// Some people reach for the phone when the car has come to rest.
  static func perhapsHandled(after time: Double, _ random: RandomSource) -> ScenarioDraft.PhoneEvent
  {
    let isHandled = random.chance(0.15)
    let start = time + random.uniform(in: 4...7)
    return { track, _, random in
      guard isHandled else { return }
      let end = track.clock.duration
      track.addHandMotion(from: start, to: end, turning: 0.5, shaking: 0.8, random: random)
    }
  }

  /// The classifier after a crash: still, sooner or later, and sure of it.
  static func standStill(_ draft: inout ScenarioDraft, from time: Double) {
    draft.activities.removeAll { $0.time > time }
    for next in stride(from: time, to: draft.plan.duration, by: 3) {
      draft.activities.append(.init(time: next, activity: .still, confidence: 95))
    }
  }

  /// Marks a span that is no crash.
  static func context(
    _ draft: inout ScenarioDraft,
    _ kind: String,
    from start: Double,
    to end: Double,
    note: String = ""
  ) {
    let last = min(end, draft.plan.duration)
    draft.happenings.append(
      .init(detector: "context", kind: kind, span: min(start, last)...last, note: note)
    )
  }

  /// Kilometres an hour in m/s.
  static func kmh(_ value: Double) -> Double { value / 3.6 }

  /// To the millisecond, so that labels read well.
  static func milliseconds(_ time: Double) -> Double { (time * 1e3).rounded() / 1e3 }
}
