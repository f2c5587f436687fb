/// The thresholds of the rules that are held beside ours, each with the value at which it is shipped.
public struct BaselineThresholds: Hashable, Sendable {
  /// What `PeakAndSpeedRule` asks of a peak, in g, gravity not included.
  public var contractPeakG = 4.0

  /// What `TwoGRule` asks of the acceleration, in g, gravity included.
  public var naivePeakG = 2.0

  /// What `TiltRule` asks of the change of gravity's direction, in degrees.
  public var tiltDeg = 20.0

  /// What `VarianceRule` asks of the variance of the acceleration's magnitude, in (m/s²)².
  public var variance = 1.0

  /// Creates the thresholds as they are shipped.
  public init() {}
}
