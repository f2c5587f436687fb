/// Why the machine asks for a probe: one precise fix and the classifier's current verdict.
public enum ProbeReason: String, Hashable, Codable, Sendable, CaseIterable {
  /// A session began and nothing is known yet.
  case sessionStart
  /// The platform reported a significant change of position, which is too coarse to be a verdict.
  case significantChange
  /// The platform reported a visit, which is too coarse to be a verdict.
  case visit
  /// The classifier wavers while at rest.
  case uncertainActivity
  /// A fix lies outside the geofence, but its own error can explain that.
  case doubtfulExit
  /// The countdown was dropped because the phone is elsewhere, while the classifier last said still.
  case displacement
  /// The countdown ran out without a second still verdict.
  case stopTimerUnfed
  /// The countdown's end was noticed so late that it proves nothing.
  case stopTimerLate
  /// The countdown ran out, but a fresh fix shows real ground speed.
  case stopRefutedBySpeed
}
