public import MotionSamples

/// The trail that keeps the latest checks in bounded memory, for a field investigation.
public struct DecisionRing: DecisionTrail, Hashable, Sendable {
  /// How many checks are kept at most.
  public let capacity: Int

  /// How many checks have given way to later ones.
  public private(set) var overwrittenCount = 0

  private var storage: [DecisionCheck] = []
  private var oldest = 0

  /// Creates an empty ring; a capacity below 1 is taken as 1.
  public init(capacity: Int) {
    self.capacity = max(1, capacity)
    storage.reserveCapacity(self.capacity)
  }

  /// Keeps the check, in the place of the oldest one where the ring is full.
  public mutating func record(_ check: DecisionCheck) {
    guard storage.count == capacity else {
      storage.append(check)
      return
    }
    storage[oldest] = check
    oldest = (oldest + 1) % capacity
    overwrittenCount += 1
  }

  /// The checks that are kept, oldest first.
  public var checks: [DecisionCheck] {
    Array(storage[oldest...] + storage[..<oldest])
  }
}
