public import MotionSamples
public import MotionState

/// What was running, in the app's own words: written down while it runs, read when a new process begins.
///
/// A process can be launched for many reasons, none of which says what ran before. This record does.
public struct SessionRecord: Hashable, Codable, Sendable {
  /// Whether a session runs.
  public var isStarted: Bool

  /// Whether the phone is on the move, absent before the first verdict of a session.
  public var isMoving: Bool?

  /// The sensors that the armed detectors read.
  public var sensors: Set<SensorChannel>

  /// The circle that is being watched, absent where there is none.
  public var geofence: Geofence?

  /// The timers that are scheduled.
  public var timers: [EngineTimer]

  /// Creates a record.
  public init(
    isStarted: Bool,
    isMoving: Bool? = nil,
    sensors: Set<SensorChannel> = [],
    geofence: Geofence? = nil,
    timers: [EngineTimer] = []
  ) {
    self.isStarted = isStarted
    self.isMoving = isMoving
    self.sensors = sensors
    self.geofence = geofence
    self.timers = timers
  }
}
