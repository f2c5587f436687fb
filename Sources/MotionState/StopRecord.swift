public import MotionSamples

/// What is written down when MOVING ends.
public struct StopRecord: Hashable, Codable, Sendable {
  /// When the stop was decided.
  public let timestamp: Timestamp

  /// Since when the phone has been held still: the start of the countdown, or the instant of a forced stop.
  public let stillSince: Timestamp

  /// Whether the app forced the stop.
  public let isForced: Bool

  /// The last known location, absent where none is known yet.
  public let location: LocationFix?

  /// Creates a record.
  public init(timestamp: Timestamp, stillSince: Timestamp, isForced: Bool, location: LocationFix?) {
    self.timestamp = timestamp
    self.stillSince = stillSince
    self.isForced = isForced
    self.location = location
  }
}
