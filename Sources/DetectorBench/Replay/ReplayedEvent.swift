public import DetectorEngine

/// One event that a replay gave, of whatever detector.
public struct ReplayedEvent: Hashable, Sendable {
  /// What an event says happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The motion state became MOVING.
    case moving
    /// The motion state became STATIONARY.
    case stationary
    /// An impact that may be a crash.
    case candidate
    /// A candidate that was one.
    case confirmed
    /// A candidate that was none.
    case rejected
    /// A distraction episode opened.
    case opened
    /// A distraction episode closed.
    case closed
    /// A heading.
    case heading
  }

  /// When it was given, on the recording's time line.
  public let timestamp: Timestamp

  /// Whose event it is.
  public let detector: DetectorName

  /// What happened.
  public let kind: Kind

  /// What it says about it, in the order of `EventField`.
  public let fields: EventFields

  /// Creates an event.
  public init(
    timestamp: Timestamp,
    detector: DetectorName,
    kind: Kind,
    fields: EventFields = [:]
  ) {
    self.timestamp = timestamp
    self.detector = detector
    self.kind = kind
    self.fields = fields
  }

  /// The number in a field, or nil where there is none.
  public func number(_ field: EventField) -> Double? {
    guard case .number(let value) = fields[field] else { return nil }
    return value
  }
}

/// One check behind a decision, and whose it was.
public struct ReplayedDecision: Hashable, Sendable {
  /// Whose decision it was, or nil where several parts make checks of this kind.
  public let detector: DetectorName?

  /// What was measured, against what, and how it came out.
  public let check: DecisionCheck

  /// Creates the record.
  public init(detector: DetectorName?, check: DecisionCheck) {
    self.detector = detector
    self.check = check
  }
}
