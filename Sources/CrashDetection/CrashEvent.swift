public import MotionSamples

/// A confirmed crash.
public struct CrashEvent: Hashable, Codable, Sendable {
  /// The moment of confirmation.
  public let timestamp: Timestamp

  /// The candidate that was confirmed.
  public let id: CrashCandidateID

  /// The last known fix with a position at confirmation, absent where there is none.
  public let location: LocationFix?

  /// What confirmed it.
  public let confirmedBy: CrashEvidence

  /// How well everything fits together, from 0 to 1: a rank, not a probability.
  public let confidence: Double

  /// What was measured of the impact.
  public let features: CrashFeatures

  /// What was measured after it, up to the confirmation.
  public let aftermath: CrashAftermath

  /// Peak magnitude of the impact less gravity, in g.
  ///
  /// A lower bound where `features.isPeakLowerBound`.
  public var peakG: Double { features.peakG }

  /// From the first to the last crossing of the duration threshold, in milliseconds.
  public var impactDurationMs: Double { features.impactDurationMs }

  /// Speed just before the impact, in m/s.
  ///
  /// The highest trustworthy speed of the look-back window (`features.preImpactSpeedMps`, which the gate looks at), less
  /// what braking took up to the impact, where the accelerometer shows any. Only a candidate that passed the speed gate is ever confirmed, so it is always known.
  public let preImpactSpeedMps: Double

  /// Size of the velocity change in m/s; a lower bound where `features.isSaturated`.
  public var velocityChangeMps: Double { features.velocityChangeMps }

  /// Whether the phone turned over by more than 90° about a horizontal axis during or after the impact.
  public var isRollover: Bool { aftermath.isRollover }

  /// Creates a confirmed crash.
  public init(
    timestamp: Timestamp,
    id: CrashCandidateID,
    location: LocationFix?,
    confirmedBy: CrashEvidence,
    confidence: Double,
    preImpactSpeedMps: Double,
    features: CrashFeatures,
    aftermath: CrashAftermath
  ) {
    self.timestamp = timestamp
    self.id = id
    self.location = location
    self.confirmedBy = confirmedBy
    self.confidence = confidence
    self.preImpactSpeedMps = preImpactSpeedMps
    self.features = features
    self.aftermath = aftermath
  }
}
