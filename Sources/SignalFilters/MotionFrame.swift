public import MotionSamples

/// What the detectors see at one accelerometer sample: the reading, taken apart once and shared by all of them.
@frozen
public struct MotionFrame: Hashable, Codable, Sendable {
  /// The accelerometer's own instant.
  public let timestamp: Timestamp

  /// Seconds since the previous frame; 0 on the first one and after a restart.
  public let interval: Double

  /// Specific force as measured, gravity included, in m/s², along the device's axes.
  public let acceleration: Vector3

  /// The estimated reading of a phone at rest in this attitude, in m/s²: it points up.
  public let gravity: Vector3

  /// The latest rotation rate in rad/s, absent without a gyroscope or where its last reading is too old.
  public let rotationRate: Vector3?

  /// Whether a channel of the accelerometer stood at its rail, which makes every magnitude here a lower bound.
  public let isSaturated: Bool

  /// Whether the stream began or went on after a gap with this frame, so that nothing before it may be built upon.
  public let isRestart: Bool

  /// Creates a frame from its parts.
  @inlinable
  public init(
    timestamp: Timestamp,
    interval: Double,
    acceleration: Vector3,
    gravity: Vector3,
    rotationRate: Vector3?,
    isSaturated: Bool,
    isRestart: Bool
  ) {
    self.timestamp = timestamp
    self.interval = interval
    self.acceleration = acceleration
    self.gravity = gravity
    self.rotationRate = rotationRate
    self.isSaturated = isSaturated
    self.isRestart = isRestart
  }

  /// Acceleration less gravity, in m/s².
  @inlinable
  public var linearAcceleration: Vector3 { acceleration - gravity }
}
