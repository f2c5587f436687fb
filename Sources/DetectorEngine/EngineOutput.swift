public import CrashDetection
public import DistractionDetection
public import HeadingEstimation
public import MotionState

/// What the engine tells its host, or asks of it.
public enum EngineOutput: Hashable, Codable, Sendable {
  /// The motion state changed.
  case motionChange(MotionChangeEvent)

  /// Schedule this timer and feed its identity back when it fires.
  case armTimer(EngineTimer)

  /// Forget this timer.
  case cancelTimer(EngineTimer.ID)

  /// Watch this circle instead of any earlier one.
  case rearmGeofence(Geofence)

  /// Get one precise fix and the classifier's current verdict, and feed both in.
  case requestProbe(ProbeReason)

  /// Keep this stop.
  case recordStop(StopRecord)

  /// A sign of life.
  case heartbeat(HeartbeatEvent)

  /// A crash candidate came up or was settled.
  case crash(CrashOutput)

  /// An episode of distraction opened, changed its cause or closed.
  case distraction(DistractionOutput)

  /// An episode of distraction is complete: one event an episode, whatever closed it.
  case distractionEpisode(DistractionEvent)

  /// The phone's heading is due.
  case heading(HeadingEvent)
}
