public import MotionSamples

/// A confirmed crash.
public struct CrashEvent: Hashable, Codable, Sendable {
  /// The moment of confirmation.
  public let timestamp: Timestamp

  /// Peak magnitude of the impact less gravity, in g.
  ///
  /// A lower bound where the accelerometer was at its rail.
  public let peakG: Double

  /// From the first to the last crossing of the duration threshold, in milliseconds.
  public let impactDurationMs: Double

  /// Highest trustworthy speed of the look-back window before the impact, in m/s.
  public let preImpactSpeedMps: Double

  /// The last known fix at confirmation, absent where there is none.
  public let location: LocationFix?

  /// Creates a confirmed crash.
  public init(
    timestamp: Timestamp,
    peakG: Double,
    impactDurationMs: Double,
    preImpactSpeedMps: Double,
    location: LocationFix?
  ) {
    self.timestamp = timestamp
    self.peakG = peakG
    self.impactDurationMs = impactDurationMs
    self.preImpactSpeedMps = preImpactSpeedMps
    self.location = location
  }
}
