public import MotionSamples

extension FixFilter {
  /// All that a fix filter remembers.
  public struct State: Equatable, Codable, Sendable {
    /// How often each verdict was given.
    public private(set) var counts = FixVerdictCounts()

    /// Why the last rejected fix was rejected, absent until one was.
    public private(set) var lastRejection: FixRejection?

    private var lastRawReceipt: Timestamp?
    private var lastAcceptedReceipt: Timestamp?

    /// When the last accepted fix was measured.
    private(set) var lastAcceptedTimestamp: Timestamp?

    /// The last accepted fixes that had a position, newest last, ten at most.
    private(set) var recentPositions: [AcceptedPosition] = []

    /// Creates the state of a filter that has seen nothing.
    public init() {
      recentPositions.reserveCapacity(Self.capacity)
    }

    private static let capacity = 10

    /// Seconds since any fix was received, absent until one was.
    public func rawFixAge(at now: Timestamp) -> Double? {
      lastRawReceipt.map { now.seconds(since: $0) }
    }

    /// Seconds since a fix was received that was accepted, absent until one was.
    public func acceptedFixAge(at now: Timestamp) -> Double? {
      lastAcceptedReceipt.map { now.seconds(since: $0) }
    }

    mutating func note(_ verdict: FixVerdict, of fix: LocationFix, receivedAt: Timestamp) {
      lastRawReceipt = receivedAt
      counts.add(verdict)
      switch verdict {
      case .accepted:
        lastAcceptedReceipt = receivedAt
        lastAcceptedTimestamp = fix.timestamp
        remember(fix)
      case .rejected(let rejection):
        lastRejection = rejection
      }
    }

    private mutating func remember(_ fix: LocationFix) {
      guard let coordinate = fix.coordinate else { return }
      // A loop, since a restored state may hold more than ten.
      while recentPositions.count >= Self.capacity { recentPositions.removeFirst() }
      recentPositions.append(
        AcceptedPosition(
          timestamp: fix.timestamp,
          coordinate: coordinate,
          accuracy: fix.accuracy
        )
      )
    }
  }

  /// What is remembered of an accepted fix, to recognise it when it comes again.
  struct AcceptedPosition: Hashable, Codable, Sendable {
    let timestamp: Timestamp
    let coordinate: Coordinate
    let accuracy: Double?
  }
}
