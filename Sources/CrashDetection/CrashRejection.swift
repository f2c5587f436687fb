public import MotionSamples

/// Why an impact is no crash.
///
/// The raw values are stable codes.
public enum CrashRejectionReason: String, Hashable, Codable, Sendable, CaseIterable {
  /// The peak stayed below the impact threshold.
  case peakBelowThreshold
  /// Stayed above the duration threshold for longer than any vehicle's pulse: a roller coaster, a swing.
  case heldTooLong
  /// Went on and on with breaks, as shaking by hand does.
  case tooLong
  /// Over too soon: a knock.
  case tooShort
  /// A single reading stood out: nothing bears it out.
  case loneReading
  /// All other axes stayed frozen: a sensor fault.
  case singleAxis
  /// Too little velocity change for a vehicle's impact: a pothole, a kerb, a tap.
  case velocityChangeTooSmall
  /// The speed collapsed as brakes could have made it, and the impact was too weak, or too vertical, to have done it.
  case impactTooWeak
  /// The phone had fallen: it was dropped, thrown, or bounced.
  case freeFallBeforeImpact
  /// The phone was being shaken or turned about by hand.
  case handlingUnderWay
  /// No trustworthy speed is known from before the impact.
  case preImpactSpeedUnknown
  /// The speed before the impact was below the gate.
  case preImpactSpeedBelowGate
  /// Fixes show that the speed was carried on.
  case noSpeedCollapse
  /// Nothing came after the impact, or nothing that tells: silence confirms no crash.
  case noEvidenceAfterImpact
  /// A later impact of its own took over before any evidence came.
  case superseded
  /// The host cancelled it.
  case cancelledByHost
}

/// An impact that is no crash, and why.
public struct CrashRejection: Hashable, Codable, Sendable {
  /// The candidate that it was, absent where the impact never became one.
  public let id: CrashCandidateID?

  /// When it was decided.
  public let timestamp: Timestamp

  /// Why.
  public let reason: CrashRejectionReason

  /// What was measured of the impact.
  public let features: CrashFeatures

  /// Creates a rejection.
  public init(
    id: CrashCandidateID?,
    timestamp: Timestamp,
    reason: CrashRejectionReason,
    features: CrashFeatures
  ) {
    self.id = id
    self.timestamp = timestamp
    self.reason = reason
    self.features = features
  }
}
