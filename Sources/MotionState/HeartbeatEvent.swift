public import MotionSamples

/// A sign of life at a fixed interval, in either state; it changes none.
public struct HeartbeatEvent: Hashable, Codable, Sendable {
  /// When the heartbeat fired.
  public let timestamp: Timestamp

  /// The last known location, absent where none is known yet.
  public let location: LocationFix?

  /// Creates a heartbeat.
  public init(timestamp: Timestamp, location: LocationFix?) {
    self.timestamp = timestamp
    self.location = location
  }
}
