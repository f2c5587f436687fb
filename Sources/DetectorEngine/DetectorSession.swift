public import HeadingEstimation
public import MotionSamples

/// The engine behind an actor, with streams, for app code.
///
/// Outputs that an app must not miss come through `outputs`, headings, of which there are dozens a second, through
/// `headings`, so that one cannot crowd the other out. Both are bounded. What does not fit is counted, and the stream
/// itself says how many were lost in front of the next element.
public actor DetectorSession {
  /// One element of a stream.
  public enum Element<Value: Sendable>: Sendable {
    /// A value, in the order in which the engine gave it.
    case value(Value)
    /// Here so many values were lost, because nobody read in time.
    case lost(Int)
  }

  /// Everything but headings, oldest kept longest: what came first explains what follows.
  public nonisolated let outputs: AsyncStream<Element<EngineOutput>>

  /// Headings, newest kept longest: an old one is of no use.
  public nonisolated let headings: AsyncStream<Element<HeadingEvent>>

  /// How many outputs have been lost because nobody read in time.
  public var lostOutputCount: Int { outputChannel.lostCount }

  /// How many headings have been lost because nobody read in time.
  public var lostHeadingCount: Int { headingChannel.lostCount }

  /// The checks behind the latest decisions.
  public private(set) var decisions: DecisionRing

  private var engine: DetectorEngine
  private var outputChannel: BoundedChannel<EngineOutput>
  private var headingChannel: BoundedChannel<HeadingEvent>

  /// Creates a session around an engine, fresh or restored.
  ///
  /// - Parameters:
  ///   - engine: the engine to go on with.
  ///   - outputCapacity: how many outputs wait for a reader at most.
  ///   - headingCapacity: how many headings wait for a reader at most.
  ///   - decisionCapacity: how many checks are kept at most.
  public init(
    _ engine: DetectorEngine,
    outputCapacity: Int = 1024,
    headingCapacity: Int = 8,
    decisionCapacity: Int = 512
  ) {
    self.engine = engine
    decisions = DecisionRing(capacity: decisionCapacity)
    (outputs, outputChannel) = BoundedChannel.make(keepingOldest: outputCapacity)
    (headings, headingChannel) = BoundedChannel.make(keepingNewest: headingCapacity)
  }

  /// Takes one input, received at `now`.
  public func process(_ input: EngineInput, at now: Timestamp) {
    engine.process(input, at: now, trail: &decisions) { output in
      if case .heading(let event) = output {
        headingChannel.send(event)
      } else {
        outputChannel.send(output)
      }
    }
  }

  /// Takes inputs in a row, such as a batch that a sensor delivered at once.
  public func process(_ inputs: [EngineInput], at now: Timestamp) {
    for input in inputs { process(input, at: now) }
  }

  /// Gives access to the engine itself, for snapshots and location records.
  public func withEngine<Result: Sendable>(
    _ body: @Sendable (inout DetectorEngine) throws -> Result
  ) rethrows -> Result {
    try body(&engine)
  }

  /// Ends both streams; readers get what is waiting and then the end.
  public func finish() {
    outputChannel.finish()
    headingChannel.finish()
  }
}
