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

  /// Step of the low-passed acceleration in m/s², absent with a gyroscope, which sees more.
  var sway: Double?

  /// Angle to the attitude at rest in degrees, absent while that is not known.
  var departureDeg: Double?
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
    let holdSway = isAway ? configuration.holdSwayAway : configuration.holdSway
    let rotation = check(
      features.rotation,
      "rotationAcrossGravity",
      begin: configuration.beginRotation + configuration.beginRotationPerVibration * vibration,
      hold: holdRotation + configuration.holdRotationPerVibration * vibration,
      at: features.start,
      &trail
    )
    let sway = check(
      features.sway,
      "lowBandSway",
      begin: configuration.beginSway + configuration.swayPerVibration * vibration,
      hold: holdSway + configuration.swayPerVibration * vibration,
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
    let motion = max(rotation.rawValue, sway.rawValue, tilt.rawValue)
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
