/// The writing end of a bounded stream that owns up to what it loses.
struct BoundedChannel<Value: Sendable> {
  /// How many values have been lost so far.
  private(set) var lostCount = 0

  /// How many of them the reader has not been told of.
  private var untoldCount = 0
  private let continuation: AsyncStream<DetectorSession.Element<Value>>.Continuation

  /// Makes a stream that, when full, loses what comes next.
  static func make(
    keepingOldest capacity: Int
  ) -> (AsyncStream<DetectorSession.Element<Value>>, BoundedChannel) {
    make(.bufferingOldest(max(2, capacity)))
  }

  /// Makes a stream that, when full, loses what has waited longest.
  static func make(
    keepingNewest capacity: Int
  ) -> (AsyncStream<DetectorSession.Element<Value>>, BoundedChannel) {
    make(.bufferingNewest(max(2, capacity)))
  }

  private static func make(
    _ policy: AsyncStream<DetectorSession.Element<Value>>.Continuation.BufferingPolicy
  ) -> (AsyncStream<DetectorSession.Element<Value>>, BoundedChannel) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DetectorSession.Element<Value>.self,
      bufferingPolicy: policy
    )
    return (stream, BoundedChannel(continuation: continuation))
  }

  private init(continuation: AsyncStream<DetectorSession.Element<Value>>.Continuation) {
    self.continuation = continuation
  }

  /// Writes a value, after the number of those that were lost before it.
  mutating func send(_ value: Value) {
    if untoldCount > 0 {
      let told = untoldCount
      untoldCount = 0
      note(continuation.yield(.lost(told)))
    }
    note(continuation.yield(.value(value)))
  }

  /// Ends the stream behind what is waiting.
  func finish() {
    continuation.finish()
  }

  private mutating func note(
    _ result: AsyncStream<DetectorSession.Element<Value>>.Continuation.YieldResult
  ) {
    switch result {
    case .enqueued: break
    case .dropped(.value):
      lostCount += 1
      untoldCount += 1
    // The word of a loss is itself lost: it is due again.
    case .dropped(.lost(let count)): untoldCount += count
    case .terminated: break
    @unknown default: break
    }
  }
}
