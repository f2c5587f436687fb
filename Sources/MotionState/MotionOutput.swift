/// What the motion state machine tells its host, or asks of it.
public enum MotionOutput: Hashable, Codable, Sendable {
  /// The state changed.
  case transition(MotionChangeEvent)

  /// Schedule this timer and hand its identity back when it fires.
  ///
  /// A timer that fired before its deadline is armed again under the same identity.
  case armTimer(MotionTimer)

  /// Forget this timer.
  case cancelTimer(MotionTimer.ID)

  /// Watch this circle instead of any earlier one.
  case rearmGeofence(Geofence)

  /// Get one precise fix and the classifier's current verdict, and feed both in.
  case requestProbe(ProbeReason)

  /// Keep this stop.
  case recordStop(StopRecord)

  /// A sign of life.
  case heartbeat(HeartbeatEvent)
}
