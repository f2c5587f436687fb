/// Why a channel begins anew with a sample.
public enum RestartCause: String, Hashable, Codable, Sendable {
  /// It is the channel's first sample.
  case start
  /// The channel was silent for longer than its limit.
  case gap
  /// The clock behind the timestamps was set back: this sample's time may be earlier than that of the one before.
  case clockReset
}

/// A reading that has passed the gate, with what the gate found out about it.
///
/// Within a channel the timestamps of these are strictly increasing, except across a `clockReset`.
public struct GatedSample: Hashable, Codable, Sendable {
  /// The reading as the sensor gave it.
  public let sample: SensorSample

  /// Whether an axis stood at the end of the sensor's range, so that the true magnitude may be larger.
  public let isSaturated: Bool

  /// Why the channel begins anew here, or nil where it simply goes on.
  public let restart: RestartCause?

  /// Whether filters of this channel must start anew and nothing may be inferred from what went before.
  public var isRestart: Bool { restart != nil }

  /// Creates a passed reading.
  public init(sample: SensorSample, isSaturated: Bool = false, restart: RestartCause? = nil) {
    self.sample = sample
    self.isSaturated = isSaturated
    self.restart = restart
  }
}

/// A reading that has passed the gate, as compact as can be, for whoever takes readings one after the other.
package struct PassedReading: Sendable {
  /// When the sensor took the reading.
  package let timestamp: Timestamp
  /// The reading along the device's axes, in the sensor's unit.
  package let value: Vector3
  /// Which sensor it comes from.
  package let channel: SensorChannel
  /// Whether an axis stood at the end of the sensor's range.
  package let isSaturated: Bool
  /// Why the channel begins anew here, or nil where it simply goes on.
  package let restart: RestartCause?
}

extension GatedSample {
  /// The same with the reading as the sensor gave it.
  init(_ passed: PassedReading) {
    self.init(
      sample: SensorSample(passed.channel, timestamp: passed.timestamp, value: passed.value),
      isSaturated: passed.isSaturated,
      restart: passed.restart
    )
  }
}
