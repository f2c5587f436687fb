public import MotionSamples

/// A timer that the host schedules on behalf of the state machine.
///
/// The machine owns no clock: it hands a timer out, the host waits, and the firing comes back as an input with the
/// instant at which it really fired.
public struct MotionTimer: Hashable, Codable, Sendable {
  /// What a timer is for.
  public enum Purpose: String, Hashable, Codable, Sendable, CaseIterable {
    /// The end of a stop countdown.
    case stopTimeout
    /// The next heartbeat.
    case heartbeat
  }

  /// What tells one timer from all others of the same machine.
  ///
  /// The generation grows with every timer handed out, so a timer that fires after it was cancelled or replaced names
  /// nothing that exists and does no harm.
  public struct ID: Hashable, Codable, Sendable {
    /// What the timer is for.
    public let purpose: Purpose

    /// The running number of the timer, over all purposes and sessions of one machine.
    public let generation: UInt64

    /// Creates an identity.
    public init(purpose: Purpose, generation: UInt64) {
      self.purpose = purpose
      self.generation = generation
    }
  }

  /// The identity to hand back when the timer fires.
  public let id: ID

  /// When the timer is due.
  public let deadline: Timestamp

  /// Creates a timer.
  public init(id: ID, deadline: Timestamp) {
    self.id = id
    self.deadline = deadline
  }
}
