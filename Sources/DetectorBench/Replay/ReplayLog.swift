/// What a replay gave, in the order in which it came.
public struct ReplayLog: Sendable {
  /// One entry.
  public enum Entry: Hashable, Sendable {
    /// An event.
    case event(ReplayedEvent)
    /// A check behind a decision.
    case decision(ReplayedDecision)
  }

  /// Which detectors' entries are kept.
  public let detectors: Set<DetectorName>

  /// Whether decisions are kept beside the events.
  public let keepsDecisions: Bool

  /// The entries so far.
  public private(set) var entries: [Entry] = []

  /// The rate in Hz at which the stream was reported to be too slow to see an impact, and the one that is needed.
  public private(set) var tooSlow: (measuredHz: Double, neededHz: Double)?

  /// Creates an empty log.
  public init(
    detectors: Set<DetectorName> = Set(DetectorName.allCases),
    keepsDecisions: Bool = false
  ) {
    self.detectors = detectors
    self.keepsDecisions = keepsDecisions
  }

  /// Takes an event.
  public mutating func record(_ event: ReplayedEvent) {
    if detectors.contains(event.detector) { entries.append(.event(event)) }
  }

  /// Takes a check.
  public mutating func record(_ decision: ReplayedDecision) {
    let check = decision.check
    if check.code == ReplayTrail.tooSlowCode, let measured = check.measured,
      let needed = check.threshold, tooSlow == nil
    {
      tooSlow = (measured, needed)
    }
    guard keepsDecisions, isWanted(decision) else { return }
    entries.append(.decision(decision))
  }

  /// Whether a reader who asked for some detectors wants to see the check.
  ///
  /// What is nobody's own is shown where everything is; that a stream is too slow to see an impact, with crashes, too.
  private func isWanted(_ decision: ReplayedDecision) -> Bool {
    if let detector = decision.detector { return detectors.contains(detector) }
    return detectors.count == DetectorName.allCases.count
      || decision.check.code == ReplayTrail.tooSlowCode && detectors.contains(.crash)
  }

  /// The events alone.
  public var events: [ReplayedEvent] {
    entries.compactMap { entry in
      guard case .event(let event) = entry else { return nil }
      return event
    }
  }
}
