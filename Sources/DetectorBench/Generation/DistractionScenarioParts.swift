import MotionSamples
import SignalFilters

/// What scenarios of handling, and of what is like it, have in common.
enum DistractionScenarioParts {
  /// Mostly 50 Hz, now and then 25 and 100.
  static let rates = [50.0, 50, 50, 50, 50, 25, 25, 100]

  /// A drive with bends, braking and an uneven road, as they come.
  static func drive(
    _ random: RandomSource,
    duration: Double,
    placement: PhonePlacement,
    kmh: ClosedRange<Double> = 35...120
  ) -> ScenarioDraft {
    var draft = CrashScenarioParts.drive(
      duration: CrashScenarioParts.milliseconds(duration),
      speed: CrashScenarioParts.kmh(random.uniform(in: kmh)),
      rate: random.element(of: rates),
      placement: placement,
      random: random
    )
    // Gyroscopes are in nearly every phone of today.
    draft.sensor.hasGyroscope = random.chance(0.75)
    draft.sensor.hasSeparateClocks = false
    var time = random.uniform(in: 2...8)
    while time < duration - 6 {
      let sign = random.chance(0.5) ? 1.0 : -1
      switch random.integer(in: 0...2) {
      case 0:
        draft.plan.manoeuvres.append(
          .bend(
            time: time,
            duration: random.uniform(in: 3...8),
            lateralAcceleration: sign * random.uniform(in: 0.5...3)
          )
        )
      case 1:
        draft.plan.manoeuvres.append(
          .laneChange(
            time: time,
            duration: random.uniform(in: 3...6),
            lateralAcceleration: sign * random.uniform(in: 0.5...2)
          )
        )
      default:
        draft.plan.manoeuvres.append(
          .speedChange(
            time: time,
            acceleration: -random.uniform(in: 0.8...2.5),
            until: draft.plan.initialSpeed * random.uniform(in: 0.7...0.9)
          )
        )
      }
      time += random.uniform(in: 6...12)
    }
    return draft
  }

  /// Where a phone rests that somebody is going to take.
  static func restingPlace(_ random: RandomSource) -> PhonePlacement {
    switch random.integer(in: 0...4) {
    case 0, 1: .lying
    case 2: .cupHolder
    case 3: .anyMount(random)
    default: .anyPadding(random)
    }
  }

  /// An attitude for a resting place: upright in a mount or holder, flat where it lies.
  static func attitude(_ placement: PhonePlacement, _ random: RandomSource) -> UnitQuaternion {
    let yaw = UnitQuaternion(rotationVector: Vector3(0, 0, random.uniform(in: -0.4...0.4)))
    switch placement {
    case .mount, .looseHolder:
      return yaw
        * UnitQuaternion(rotationVector: Vector3(random.uniform(in: 0.9...1.4), 0, 0))
        * UnitQuaternion(rotationVector: Vector3(0, 0, random.element(of: [0, 1.57, -1.57])))
    case .cupHolder:
      return yaw
        * UnitQuaternion(rotationVector: Vector3(random.uniform(in: 1.1...1.4), 0.2, 0))
    case .lying:
      return yaw
        * UnitQuaternion(
          rotationVector: Vector3(
            random.gaussian(standardDeviation: 0.08),
            random.gaussian(standardDeviation: 0.08),
            0
          )
        )
    case .pocket, .padded:
      return .random(random)
    }
  }

  /// Lays a label over a span of handling.
  static func label(
    _ draft: inout ScenarioDraft,
    _ kind: String,
    from start: Double,
    to end: Double,
    note: String = ""
  ) {
    draft.happenings.append(
      .init(
        detector: "distraction",
        kind: kind,
        span: CrashScenarioParts.milliseconds(start)...CrashScenarioParts.milliseconds(end),
        note: note
      )
    )
  }
}
