/// What the crash detector has to say.
///
/// Every impact leads to one rejection without an identity, or to one candidate and then to one confirmation or one
/// rejection with the same identity.
public enum CrashOutput: Hashable, Codable, Sendable {
  /// An impact that can be a crash.
  case candidate(CrashCandidateEvent)
  /// A confirmed crash.
  case confirmed(CrashEvent)
  /// An impact that is no crash.
  case rejected(CrashRejection)
}
