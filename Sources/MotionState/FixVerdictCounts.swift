/// How often the fix filter gave each verdict.
public struct FixVerdictCounts: Hashable, Codable, Sendable {
  /// Fixes that passed.
  public private(set) var accepted = 0

  private var invalidAccuracy = 0
  private var poorAccuracy = 0
  private var futureTimestamp = 0
  private var staleTimestamp = 0
  private var outOfOrder = 0
  private var duplicate = 0
  private var cachedRepeat = 0

  /// Creates counts of zero.
  public init() {}

  /// Fixes that were rejected for one reason.
  public subscript(rejection: FixRejection) -> Int {
    switch rejection {
    case .invalidAccuracy: invalidAccuracy
    case .poorAccuracy: poorAccuracy
    case .futureTimestamp: futureTimestamp
    case .staleTimestamp: staleTimestamp
    case .outOfOrder: outOfOrder
    case .duplicate: duplicate
    case .cachedRepeat: cachedRepeat
    }
  }

  /// All fixes, whatever their verdict.
  public var total: Int {
    FixRejection.allCases.reduce(accepted) { $0 &+ self[$1] }
  }

  // Wrapping, so that a restored count, whatever it is, can't trap.
  mutating func add(_ verdict: FixVerdict) {
    switch verdict {
    case .accepted: accepted &+= 1
    case .rejected(.invalidAccuracy): invalidAccuracy &+= 1
    case .rejected(.poorAccuracy): poorAccuracy &+= 1
    case .rejected(.futureTimestamp): futureTimestamp &+= 1
    case .rejected(.staleTimestamp): staleTimestamp &+= 1
    case .rejected(.outOfOrder): outOfOrder &+= 1
    case .rejected(.duplicate): duplicate &+= 1
    case .rejected(.cachedRepeat): cachedRepeat &+= 1
    }
  }
}
