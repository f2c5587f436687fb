public import MotionSamples

extension MotionStateMachine {
  /// All that a motion state machine remembers.
  public struct State: Equatable, Codable, Sendable {
    var run = MotionRun.idle(lastGeneration: 0)

    /// Creates the state of a machine without a session.
    public init() {}

    /// Whether the phone is moving, absent before the first verdict of a session.
    public var isMoving: Bool? { run.session?.phase.isMoving }

    /// Whether a session runs.
    public var isStarted: Bool { run.session != nil }

    /// The timer of the running stop countdown, absent while there is none.
    public var stopTimer: MotionTimer? { run.session?.phase.countdown?.timer }

    /// The timer of the next heartbeat, absent without a session.
    public var heartbeatTimer: MotionTimer? { run.session?.heartbeat }

    /// Where a departure would be noticed, absent while moving or while no position is known.
    public var geofenceCenter: Coordinate? { run.session?.phase.rest?.anchor?.coordinate }

    /// The last known location: the latest accepted fix with a position.
    public var lastLocation: LocationFix? { run.session?.lastLocation }
  }
}
