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

  /// The integral of the magnitude of acceleration less gravity over the impact, in m/s.
  ///
  /// It keeps growing where the velocity change cancels out: when a loose phone is thrown to and fro.
  public var impulseMps: Double

  /// Horizontal acceleration over the last half second before the onset, in g: braking, or a bend.
  public var brakingBeforeG: Double

  /// Speed in m/s that braking took up to the onset; 0 where there was none in the direction of the impact.
  public var brakingLossMps: Double

  /// Free fall that ended in this impact, or whose bounce it is, in milliseconds; 0 where there was none.
  public var freeFallMs: Double

  /// Root mean square of acceleration less gravity in the second before, in g.
  public var handlingAccelerationG: Double

  /// Root mean square rotation rate across gravity in the second before, in rad/s; absent without a gyroscope.
  public var handlingRotationRate: Double?

  /// Highest trustworthy speed of the look-back window before the onset, in m/s; absent where unknown.
  public var preImpactSpeedMps: Double?

  /// Estimated speed at the onset, in m/s: the one above, less what braking took since; absent where unknown.
  public var impactSpeedMps: Double?

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
    impulseMps: Double,
    brakingBeforeG: Double,
    brakingLossMps: Double,
    freeFallMs: Double,
    handlingAccelerationG: Double,
    handlingRotationRate: Double?,
    preImpactSpeedMps: Double?,
    impactSpeedMps: Double?
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
    self.impulseMps = impulseMps
    self.brakingBeforeG = brakingBeforeG
    self.brakingLossMps = brakingLossMps
    self.freeFallMs = freeFallMs
    self.handlingAccelerationG = handlingAccelerationG
    self.handlingRotationRate = handlingRotationRate
    self.preImpactSpeedMps = preImpactSpeedMps
    self.impactSpeedMps = impactSpeedMps
  }
}

extension CrashFeatures {
  /// Fills in the speeds from before the onset, as far as fixes tell them by now.
  mutating func takeSpeeds(from speeds: SpeedMemory, configuration: CrashConfiguration) {
    let brakingLimit = configuration.tyreLimit * PhysicalConstants.standardGravity
    let told = speeds.highest(
      before: onset,
      lookBackSec: configuration.speedLookBackSec,
      brakingLimit: brakingLimit
    )
    // What was known once stays known when the fixes that told it are forgotten.
    if let told { preImpactSpeedMps = max(told, preImpactSpeedMps ?? told) }
    impactSpeedMps = preImpactSpeedMps.map {
      speeds.atOnset(onset, highest: $0, brakingLoss: brakingLossMps, brakingLimit: brakingLimit)
    }
  }
}
