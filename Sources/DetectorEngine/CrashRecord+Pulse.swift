public import MotionSamples

extension CrashRecord {
  /// What was measured over a fixed span after the onset of an impact.
  ///
  /// Vectors are along the device's axes as they stood at the onset.
  public struct Pulse: Hashable, Codable, Sendable {
    /// The instant from which everything here counts.
    public let onset: Timestamp

    /// Milliseconds between two values of the lists below, the first of which is for 0 ms.
    public let intervalMs: Double

    /// Velocity change since the onset in m/s, 26 values; fewer where the stream broke off.
    public let velocityChange: [Vector3]

    /// The part of each along `principalDirection`, in m/s; empty where there is no direction.
    public let alongPrincipalDirection: [Double]

    /// The part of each across gravity, in m/s.
    public let horizontal: [Double]

    /// The largest velocity change of the first 300 ms, in m/s.
    public let maximumMps: Double

    /// When it was reached, in milliseconds after the onset.
    public let maximumAtMs: Double

    /// The direction of the largest velocity change, a unit vector; absent where nothing changed.
    public let principalDirection: Vector3?

    /// The acceleration less gravity farthest from zero on each of the device's axes, in g, with its sign.
    public let axisPeaksG: Vector3

    /// Whether a channel stood at its rail, which makes all of this lower bounds.
    public let isSaturated: Bool

    /// The highest rotation rate in rad/s, absent without a gyroscope.
    public let peakRotationRate: Double?

    /// Whether the stream went on through the whole span.
    public let isComplete: Bool

    init(_ history: PulseHistory) {
      onset = history.onset
      intervalMs = PulseHistory.markIntervalSec * 1000
      velocityChange = history.marks
      let direction = history.maximum.normalized
      principalDirection = direction
      alongPrincipalDirection = direction.map { unit in history.marks.map { $0.dot(unit) } } ?? []
      horizontal = history.marks.map { history.horizontalPart(of: $0) }
      maximumMps = history.maximum.magnitude
      maximumAtMs = history.maximumSec * 1000
      axisPeaksG = history.axisPeaks / PhysicalConstants.standardGravity
      isSaturated = history.isSaturated
      peakRotationRate = history.peakRotationRate
      isComplete = history.isComplete
    }
  }
}
