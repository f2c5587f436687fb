public import MotionSamples

/// A transition of the shared motion state: what hosts know as `onMotionChange`.
public struct MotionChangeEvent: Hashable, Codable, Sendable {
  /// When the transition was decided.
  public let timestamp: Timestamp

  /// The state that was entered: true for MOVING, false for STATIONARY.
  public let isMoving: Bool

  /// The location that goes with the transition, absent on the first of a session where none is known yet.
  public let location: LocationFix?

  /// Creates a transition.
  public init(timestamp: Timestamp, isMoving: Bool, location: LocationFix?) {
    self.timestamp = timestamp
    self.isMoving = isMoving
    self.location = location
  }
}
