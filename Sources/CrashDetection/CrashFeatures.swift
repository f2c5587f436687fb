public import MotionSamples

/// What was measured of one impact, up to its end.
public struct CrashFeatures: Hashable, Codable, Sendable {
  /// The first crossing of the duration threshold, interpolated between readings.
  public var onset: Timestamp

  /// The last crossing of the duration threshold, interpolated between readings.
  public var end: Timestamp

  /// Largest magnitude of acceleration less gravity, in g.
  ///
  /// Taken at the vertex of the parabola through the highest reading and its neighbours, or at the highest reading
  /// itself where `isPeakLowerBound`.
  public var peakG: Double

  /// Whether the true peak can be higher: the sensor was at its rail, or its rate too slow for this pulse.
  public var isPeakLowerBound: Bool

  /// Whether a channel stood at its rail, which makes the velocity change a lower bound, too.
  public var isSaturated: Bool

  /// From onset to end in milliseconds.
  public var impactDurationMs: Double

  /// The longest part of it above the duration threshold without a break, in milliseconds.
  public var longestStretchMs: Double

  /// Readings above the duration threshold.
  public var sampleCount: Int

  /// Motion of the second liveliest device axis, from peak to peak, in m/s².
  public var crossAxisMotion: Double

  /// The integral of acceleration less gravity over the impact, in m/s along the device's axes at its end.
  ///
  /// Its direction is the principal direction of the impact as the phone saw it.
  public var velocityChange: Vector3

  /// The part of it across gravity, in m/s.
  public var horizontalVelocityChangeMps: Double

  /// Free fall that ended in this impact, or whose bounce it is, in milliseconds; 0 where there was none.
  public var freeFallMs: Double

  /// Root mean square of acceleration less gravity in the second before, in g.
  public var handlingAccelerationG: Double

  /// Root mean square rotation rate across gravity in the second before, in rad/s; absent without a gyroscope.
  public var handlingRotationRate: Double?

  /// Highest trustworthy speed of the look-back window before the onset, in m/s; absent where unknown.
  public var preImpactSpeedMps: Double?

  /// The length of the velocity change, in m/s.
  public var velocityChangeMps: Double { velocityChange.magnitude }

  /// Creates the features of one impact.
  public init(
    onset: Timestamp,
    end: Timestamp,
    peakG: Double,
    isPeakLowerBound: Bool,
    isSaturated: Bool,
    impactDurationMs: Double,
    longestStretchMs: Double,
    sampleCount: Int,
    crossAxisMotion: Double,
    velocityChange: Vector3,
    horizontalVelocityChangeMps: Double,
    freeFallMs: Double,
    handlingAccelerationG: Double,
    handlingRotationRate: Double?,
    preImpactSpeedMps: Double?
  ) {
    self.onset = onset
    self.end = end
    self.peakG = peakG
    self.isPeakLowerBound = isPeakLowerBound
    self.isSaturated = isSaturated
    self.impactDurationMs = impactDurationMs
    self.longestStretchMs = longestStretchMs
    self.sampleCount = sampleCount
    self.crossAxisMotion = crossAxisMotion
    self.velocityChange = velocityChange
    self.horizontalVelocityChangeMps = horizontalVelocityChangeMps
    self.freeFallMs = freeFallMs
    self.handlingAccelerationG = handlingAccelerationG
    self.handlingRotationRate = handlingRotationRate
    self.preImpactSpeedMps = preImpactSpeedMps
  }
}
