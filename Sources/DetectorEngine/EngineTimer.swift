public import CrashDetection
public import MotionSamples
public import MotionState

/// A timer that the engine asks its host to schedule.
///
/// The host feeds the identity back as an input when it fires, with the instant at which it really fired. A timer that
/// fires after it was cancelled does no harm.
public struct EngineTimer: Hashable, Codable, Sendable {
  /// Which timer it is.
  public enum ID: Hashable, Codable, Sendable {
    /// One of the motion state machine's.
    case motion(MotionTimer.ID)
    /// The end of a crash candidate's time to be settled.
    case crashDeadline(CrashCandidateID)
  }

  /// Which timer it is.
  public let id: ID

  /// When it should fire.
  public let deadline: Timestamp

  /// Creates a timer.
  public init(id: ID, deadline: Timestamp) {
    self.id = id
    self.deadline = deadline
  }
}
