import DetectorEngine

/// The trail of a replay: keeps every check, or only those that a reader of the results must know of.
struct ReplayTrail: DecisionTrail {
  /// The code under which a stream is reported that is too slow to see an impact.
  static let tooSlowCode = "sampleRateTooLow"

  /// Whether every check is kept.
  let keepsAll: Bool

  /// The checks that were kept, oldest first.
  private(set) var checks: [DecisionCheck] = []

  /// Creates an empty trail.
  init(keepsAll: Bool) {
    self.keepsAll = keepsAll
  }

  /// Keeps the check or passes it by.
  mutating func record(_ check: DecisionCheck) {
    if keepsAll || check.code == Self.tooSlowCode { checks.append(check) }
  }
}
