/// What turned a candidate into a confirmed crash.
public enum CrashEvidence: String, Hashable, Codable, Sendable, CaseIterable {
  /// Fixes show speed lost faster than tyres can brake.
  case speedLossBeyondBraking
  /// Fixes show that the speed collapsed, and the impact by itself was a crash's.
  case speedCollapse
  /// No fix told anything; the impact's velocity change and the rest after it did.
  case inertial
  /// The host confirmed it.
  case host
}
