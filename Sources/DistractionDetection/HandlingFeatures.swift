import MotionSamples

/// What has been measured about one hop and its surroundings.
struct HandlingFeatures: Hashable, Sendable {
  /// When the hop begins.
  var start: Timestamp

  /// Vibration above about 2 Hz, in m/s².
  var vibration: Double

  /// Rotation rate across gravity in rad/s, absent without a gyroscope.
  var rotation: Double?

  /// Turn of gravity over the window in degrees.
  var tiltDeg: Double

  /// Step of the low-passed acceleration from hop to hop in m/s², absent where the samples are too few.
  var sway: Double?

  /// Angle to the attitude at rest in degrees, absent while that is not known.
  var departureDeg: Double?

  /// How much more the phone shakes and sways than at rest, 1 for as much; absent while that is not known.
  var restlessness: Double?

  /// The same, smoothed over the last hops.
  var smoothedRestlessness: Double?

  /// What the accelerometer says of the gyroscope's turn, absent unless both were measured.
  var agreement: TurnAgreement?
}

/// How much of a hand there is in a hop.
enum HandlingLevel: Int, Hashable, Codable, Sendable {
  /// Nothing that the vehicle alone could not do.
  case quiet
  /// Enough to go on with handling that has begun.
  case held
  /// Enough to begin handling.
  case begun
}

/// Tells what the hop shows, and how it was found out.
///
/// Each feature compares first with the threshold that begins handling; only where that fails, with the one that keeps
/// it going. The trail names the feature, the value and the threshold that was met or missed.
enum HandlingRules {
  static func judge(
    _ features: HandlingFeatures,
    _ configuration: DistractionConfiguration,
    trail: inout some DecisionTrail
  ) -> HandlingLevel {
    let vibration = min(features.vibration, configuration.maximumVibration)
    let isAway = (features.departureDeg ?? 0) >= configuration.holdDepartureDeg
    let holdRotation = isAway ? configuration.holdRotationAway : configuration.holdRotation
    let rotation = check(
      features.rotation,
      "rotationAcrossGravity",
      begin: configuration.beginRotation + configuration.rotationPerVibration * vibration,
      hold: holdRotation + configuration.rotationPerVibration * vibration,
      at: features.start,
      &trail
    )
    // A gyroscope sees more than the accelerometer can say without one.
    let sway = check(
      features.rotation == nil ? restlessSway(features, configuration) : nil,
      "lowBandSway",
      begin: isLastinglyRestless(features, configuration)
        ? configuration.beginSway + configuration.swayPerVibration * vibration : .infinity,
      hold: configuration.holdSway + configuration.swayPerVibration * vibration,
      at: features.start,
      &trail
    )
    let tilt = check(
      features.tiltDeg,
      "gravityDirectionChange",
      begin: configuration.beginTiltDeg,
      hold: configuration.holdTiltDeg,
      at: features.start,
      &trail
    )
    // Without a gyroscope little tells a hand that holds still; in another attitude than at rest, that little counts.
    let restlessness = check(
      features.rotation == nil && isAway ? features.smoothedRestlessness : nil,
      "restlessAwayFromRest",
      begin: .infinity,
      hold: configuration.holdRestlessnessAway,
      at: features.start,
      &trail
    )
    let motion = max(
      max(rotation.rawValue, sway.rawValue),
      max(tilt.rawValue, restlessness.rawValue)
    )
    // A phone that was put elsewhere and lies still is at rest in another attitude, not in a hand.
    let departure = check(
      motion > 0 ? features.departureDeg : nil,
      "restingAttitudeDeparture",
      begin: configuration.beginDepartureDeg,
      hold: configuration.holdDepartureDeg,
      at: features.start,
      &trail
    )
    return HandlingLevel(rawValue: max(motion, departure.rawValue)) ?? .quiet
  }

  /// The sway, as far as it is more than at rest: on a rough road a mounted phone sways as much as a held one on a smooth
  /// road.
  private static func restlessSway(
    _ features: HandlingFeatures,
    _ configuration: DistractionConfiguration
  ) -> Double? {
    let isMore = (features.restlessness ?? .infinity) >= configuration.beginRestlessness
    return isMore || isLastinglyRestless(features, configuration) ? features.sway : nil
  }

  private static func isLastinglyRestless(
    _ features: HandlingFeatures,
    _ configuration: DistractionConfiguration
  ) -> Bool {
    (features.smoothedRestlessness ?? .infinity) >= configuration.beginRestlessness
  }

  private static func check(
    _ measured: Double?,
    _ code: String,
    begin: Double,
    hold: Double,
    at start: Timestamp,
    _ trail: inout some DecisionTrail
  ) -> HandlingLevel {
    let level: HandlingLevel
    if let measured {
      level = measured >= begin ? .begun : measured >= hold ? .held : .quiet
    } else {
      level = .quiet
    }
    trail.record(
      DecisionCheck(
        timestamp: start,
        code: code,
        measured: measured,
        threshold: level == .begun ? begin : hold,
        verdict: measured == nil ? .notApplicable : level == .quiet ? .failed : .passed
      )
    )
    return level
  }
}
