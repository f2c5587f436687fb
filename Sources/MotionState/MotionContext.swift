import MotionSamples

/// What stays the same while one input is processed.
struct MotionContext {
  let now: Timestamp
  let configuration: MotionConfiguration

  /// Seconds from an instant to now.
  func age(of timestamp: Timestamp) -> Double { now.seconds(since: timestamp) }

  /// Whether something measured at `timestamp` tells about now: neither too old nor from the future.
  func isTimely(
    _ timestamp: Timestamp,
    maximumAge: Double,
    _ ageCode: MotionCheckCode,
    trail: inout some DecisionTrail
  ) -> Bool {
    let age = age(of: timestamp)
    return trail.check(ageCode, age, atMost: maximumAge, at: now)
      && trail.check(.timestampLead, -age, atMost: configuration.maximumTimestampLead, at: now)
  }
}
