import DetectorEngine

extension ReplayedDecision {
  /// A check with the detector that makes checks of its code, or with none where several parts share it.
  init(_ check: DecisionCheck) {
    self.init(detector: Self.detectorOfCode[check.code], check: check)
  }

  /// Whose each code is.
  ///
  /// Those of the gate and of the fix filter are everybody's and stand in no list.
  static let detectorOfCode: [String: DetectorName] = {
    var table: [String: DetectorName] = [:]
    MotionCheckCode.allCases.forEach { table[$0.rawValue] = .motion }
    CrashRejectionReason.allCases.forEach { table[$0.rawValue] = .crash }
    CrashEvidence.allCases.forEach { table[$0.rawValue] = .crash }
    for code in ["impactStrength", "fallExplainsImpact"] { table[code] = .crash }
    for code in [
      "handlingTooShort", "handlingTooSparse", "speedUnknown", "speedBelowMinimum",
      "rotationAcrossGravity", "lowBandSway", "gravityDirectionChange", "restingAttitudeDeparture",
      "restlessAwayFromRest", "turnNotFelt",
    ] {
      table[code] = .distraction
    }
    return table
  }()
}
