/// One check behind a decision as the page shows it: `[code, measured, threshold, verdict]`, null where there is nothing.
struct ReportCheck: Encodable, Equatable {
  /// The stable name of the check.
  let code: String

  /// What was measured.
  let measured: Double?

  /// What it was held against.
  let threshold: Double?

  /// How it came out.
  let verdict: String

  /// Takes over a decision.
  init(_ decision: ReplayedDecision) {
    code = decision.check.code
    measured = decision.check.measured.flatMap { $0.isFinite ? $0 : nil }
    threshold = decision.check.threshold.flatMap { $0.isFinite ? $0 : nil }
    verdict = decision.check.verdict.rawValue
  }

  func encode(to encoder: any Encoder) throws {
    var cells = encoder.unkeyedContainer()
    try cells.encode(code)
    try cells.encode(measured)
    try cells.encode(threshold)
    try cells.encode(verdict)
  }
}

extension ReportCheck {
  /// The units of measured value and threshold by the check's code, for the page; those of counts and shares are words.
  ///
  /// What stands in no list has no unit: it is compared with nothing, or a yes or no.
  static let units: [String: String] = [
    // Crash.
    "peakBelowThreshold": "g", "heldTooLong": "ms", "tooLong": "ms", "tooShort": "ms",
    "loneReading": "readings", "singleAxis": "m/s²", "velocityChangeTooSmall": "m/s",
    "freeFallBeforeImpact": "ms", "handlingUnderWay": "g, or rad/s where turning failed",
    "preImpactSpeedUnknown": "m/s", "preImpactSpeedBelowGate": "m/s",
    "speedLossBeyondBraking": "m/s", "impactStrength": "m/s", "fallExplainsImpact": "m/s",
    "speedCollapse": "m/s", "inertial": "s at rest, or m/s where that failed",
    // Distraction.
    "handlingTooShort": "s", "handlingTooSparse": "of the time", "turnNotFelt": "of the turning",
    "speedBelowMinimum": "m/s", "speedUnknown": "s old", "rotationAcrossGravity": "rad/s",
    "lowBandSway": "m/s²", "gravityDirectionChange": "°", "restingAttitudeDeparture": "°",
    "restlessAwayFromRest": "times rest",
    // Motion state, gate and fix filter.
    "activityAge": "s", "timestampLead": "s", "activityOrder": "s", "movingActivity": "% sure",
    "stillActivity": "% sure", "uncertainActivity": "% sure", "rawFixAge": "s",
    "rawFixOrder": "s", "groundSpeed": "m/s", "groundSpeedStreak": "fixes",
    "speedRefutingStill": "m/s", "geofenceDistance": "m", "countdownDisplacement": "m",
    "displacementBeyondError": "m", "timerDue": "s", "stopTimerLateness": "s",
    "invalidAccuracy": "m", "poorAccuracy": "m", "futureTimestamp": "s", "staleTimestamp": "s",
    "sampleGap": "s", "sampleRateTooLow": "Hz",
  ]
}
