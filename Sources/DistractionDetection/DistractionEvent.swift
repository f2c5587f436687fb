public import MotionSamples

/// One finished episode of distraction.
public struct DistractionEvent: Hashable, Codable, Sendable {
  /// When the episode closed: the end of the last handling, or the instant of disarming.
  public let timestamp: Timestamp

  /// The first instant of handling.
  public let startTimestamp: Timestamp

  /// The first instant of handling in Unix seconds, to the millisecond: the value of `dds`, and the episode's id.
  ///
  /// Fixed when the episode opened, so that a clock which is set in between gives no episode two ids.
  public let startUnixSeconds: Double

  /// From start to close in seconds, to the millisecond: the value of `ddd`.
  public let durationSec: Double

  /// Why the episode counts as distraction.
  public let cause: DistractionCause

  /// The last known fix at the close, absent where there is none.
  public let location: LocationFix?

  /// Creates a finished episode.
  public init(
    timestamp: Timestamp,
    startTimestamp: Timestamp,
    startUnixSeconds: Double,
    durationSec: Double,
    cause: DistractionCause,
    location: LocationFix?
  ) {
    self.timestamp = timestamp
    self.startTimestamp = startTimestamp
    self.startUnixSeconds = startUnixSeconds
    self.durationSec = durationSec
    self.cause = cause
    self.location = location
  }

  /// When the episode closed in Unix seconds, on the clock that dated its start.
  public var endUnixSeconds: Double { startUnixSeconds + durationSec }
}
