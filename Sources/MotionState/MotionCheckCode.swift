import MotionSamples

/// The stable codes under which the motion state machine records its checks.
///
/// A check that `passed` is one whose measured value meets the threshold, whatever follows from it.
public enum MotionCheckCode: String, Hashable, Codable, Sendable, CaseIterable {
  /// Whether a session runs (1) that can take the input.
  case sessionRunning
  /// The age in seconds of a classifier's verdict at its receipt, against the largest.
  case activityAge
  /// By how many seconds a fix or a verdict was measured after its receipt, against the largest.
  case timestampLead
  /// By how many seconds a verdict is later than the latest one before, against 0.
  case activityOrder
  /// The confidence of a moving activity, against the smallest.
  case movingActivity
  /// The confidence of a still verdict, against the smallest.
  case stillActivity
  /// The confidence of a verdict that can't be either, such as `unknown`; it is compared with nothing.
  case uncertainActivity
  /// The age in seconds of a raw fix at its receipt, against the largest.
  case rawFixAge
  /// By how many seconds a raw fix is later than the latest one before, against 0.
  case rawFixOrder
  /// The ground speed in m/s of a raw fix, against the speed bar.
  case groundSpeed
  /// How many fixes in a row have reached the speed bar, against two.
  case groundSpeedStreak
  /// The ground speed in m/s that would refute a still verdict, against the speed that does.
  case speedRefutingStill
  /// The distance in metres from the stop point, against the geofence's radius.
  case geofenceDistance
  /// The distance in metres from where the countdown was armed, against the largest.
  case countdownDisplacement
  /// A displacement in metres, against what the errors of both ends can explain.
  case displacementBeyondError
  /// The state that the app forces: 1 for MOVING, 0 for STATIONARY.
  case paceChange
  /// Whether the fired timer is one that is armed (1).
  case timerKnown
  /// By how many seconds a timer fired after its deadline, against 0.
  case timerDue
  /// By how many seconds the end of a countdown was noticed late, against the largest lateness.
  case stopTimerLateness
  /// Whether a second still verdict came while the countdown ran (1).
  case stopTimerFed
  /// Whether a wavering classifier may ask for a probe (1), or is ignored since the last stop (0).
  case classifierTrusted
}

extension DecisionTrail {
  /// Compares a measured value with a threshold that it must reach, records the check and returns its outcome.
  mutating func check(
    _ code: MotionCheckCode,
    _ measured: Double,
    atLeast threshold: Double,
    at now: Timestamp
  ) -> Bool {
    record(code, measured, threshold, isPassed: measured >= threshold, at: now)
  }

  /// Compares a measured value with a threshold that it must exceed, records the check and returns its outcome.
  mutating func check(
    _ code: MotionCheckCode,
    _ measured: Double,
    above threshold: Double,
    at now: Timestamp
  ) -> Bool {
    record(code, measured, threshold, isPassed: measured > threshold, at: now)
  }

  /// Compares a measured value with a threshold that it must not exceed, records the check and returns its outcome.
  mutating func check(
    _ code: MotionCheckCode,
    _ measured: Double,
    atMost threshold: Double,
    at now: Timestamp
  ) -> Bool {
    record(code, measured, threshold, isPassed: measured <= threshold, at: now)
  }

  /// Records a yes or no as 1 or 0 against 1, and returns it.
  mutating func check(_ code: MotionCheckCode, _ isPassed: Bool, at now: Timestamp) -> Bool {
    record(code, isPassed ? 1 : 0, 1, isPassed: isPassed, at: now)
  }

  /// Records a value that is compared with nothing, or the absence of one.
  mutating func note(_ code: MotionCheckCode, _ measured: Double?, at now: Timestamp) {
    record(
      DecisionCheck(
        timestamp: now,
        code: code.rawValue,
        measured: measured,
        threshold: nil,
        verdict: .notApplicable
      )
    )
  }

  private mutating func record(
    _ code: MotionCheckCode,
    _ measured: Double,
    _ threshold: Double,
    isPassed: Bool,
    at now: Timestamp
  ) -> Bool {
    record(
      DecisionCheck(
        timestamp: now,
        code: code.rawValue,
        measured: measured,
        threshold: threshold,
        verdict: isPassed ? .passed : .failed
      )
    )
    return isPassed
  }
}
