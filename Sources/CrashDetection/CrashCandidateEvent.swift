public import MotionSamples

/// Names one candidate, uniquely within a detector and whatever is restored from its state.
public struct CrashCandidateID: RawRepresentable, Hashable, Codable, Sendable {
  /// A number that counts up from 1.
  public let rawValue: UInt64

  /// Creates an identity from its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// An impact that can be a crash, told at once so that an app can count down and ask.
public struct CrashCandidateEvent: Hashable, Codable, Sendable {
  /// What to confirm or cancel it by.
  public let id: CrashCandidateID

  /// When it was found: the impact is over and has passed every check that needs no later evidence.
  public let timestamp: Timestamp

  /// When it is rejected unless evidence or the host has settled it before.
  public let deadline: Timestamp

  /// What was measured so far.
  public let features: CrashFeatures

  /// Creates a candidate event.
  public init(
    id: CrashCandidateID,
    timestamp: Timestamp,
    deadline: Timestamp,
    features: CrashFeatures
  ) {
    self.id = id
    self.timestamp = timestamp
    self.deadline = deadline
    self.features = features
  }
}
