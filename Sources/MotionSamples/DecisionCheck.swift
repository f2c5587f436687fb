/// How one check of a decision came out.
public enum CheckVerdict: String, Hashable, Codable, Sendable {
  /// The measured value meets the threshold.
  case passed
  /// The measured value does not meet the threshold.
  case failed
  /// An earlier check had settled the matter, so this one was not needed.
  case skipped
  /// There was nothing to measure, or the check is switched off.
  case notApplicable
}

/// One check behind a decision: what was measured, against what, and how it came out.
///
/// Locale-free by design: a stable code and numbers, no prose.
public struct DecisionCheck: Hashable, Codable, Sendable {
  /// The instant the check was made.
  public let timestamp: Timestamp

  /// A stable name, such as `peakBelowThreshold`, in lower camel case.
  public let code: String

  /// The measured value in the unit of the threshold, absent where there was nothing to measure.
  public let measured: Double?

  /// The threshold, absent where the check compares with none.
  public let threshold: Double?

  /// How the check came out.
  public let verdict: CheckVerdict

  /// Creates a check record.
  ///
  /// Pass `code` as a literal, so that recording allocates nothing.
  @inlinable
  public init(
    timestamp: Timestamp,
    code: String,
    measured: Double?,
    threshold: Double?,
    verdict: CheckVerdict
  ) {
    self.timestamp = timestamp
    self.code = code
    self.measured = measured
    self.threshold = threshold
    self.verdict = verdict
  }
}

/// Something that keeps, or passes by, the checks behind decisions.
///
/// A detector computes a verdict once and hands it to the trail; it never computes one for the trail's sake.
public protocol DecisionTrail {
  /// Takes one check, in the order in which they were made.
  mutating func record(_ check: DecisionCheck)
}

/// The trail that keeps nothing and costs nothing.
public struct NoTrail: DecisionTrail, Sendable {
  /// Creates the empty trail.
  @inlinable
  public init() {}

  /// Forgets the check.
  @inlinable
  public mutating func record(_ check: DecisionCheck) {}
}

/// The trail that keeps every check, for tests, replay and explanation.
public struct DecisionLog: DecisionTrail, Sendable {
  /// The checks so far, oldest first.
  public private(set) var checks: [DecisionCheck] = []

  /// Creates an empty log.
  public init() {}

  /// Appends the check.
  public mutating func record(_ check: DecisionCheck) {
    checks.append(check)
  }

  /// Forgets what was kept, keeping the storage.
  public mutating func removeAll() {
    checks.removeAll(keepingCapacity: true)
  }
}
