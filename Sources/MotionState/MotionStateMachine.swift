public import MotionSamples

/// Tells whether the phone is on the move, for everything that should run only then.
public struct MotionStateMachine: Equatable, Sendable {
  /// What never changes.
  public let configuration: MotionConfiguration

  /// All that changes.
  public private(set) var state: State

  /// Creates a machine without a session.
  public init(_ configuration: MotionConfiguration) throws(ConfigurationError) {
    try self.init(configuration, restoring: State())
  }

  /// Creates a machine that goes on from a saved state.
  ///
  /// The host schedules the timers of the state again; one that fell due meanwhile fires at once, late as it is.
  public init(
    _ configuration: MotionConfiguration,
    restoring state: State
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
  }

  /// Whether the phone is moving, absent before the first verdict of a session.
  public var isMoving: Bool? { state.isMoving }

  /// Takes one input at the instant of its receipt and emits what follows from it, in order.
  ///
  /// Measurements carry their own timestamps as well; deadlines count from receipt. Receipts need not be in order: an
  /// earlier one is judged as of its own instant. Allocates nothing.
  public mutating func process(
    _ input: MotionInput,
    at now: Timestamp,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    let context = MotionContext(now: now, configuration: configuration)
    state.run.process(input, in: context, trail: &trail, emit: emit)
  }
}
