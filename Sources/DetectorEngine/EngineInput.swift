public import CrashDetection
public import MotionSamples

/// Everything that a host can tell the engine, apart from what becomes of location records.
public enum EngineInput: Hashable, Codable, Sendable {
  /// The app starts a session; repeated, it changes nothing.
  case start

  /// The app ends the session: detectors disarm, timers are cancelled.
  case stop

  /// A reading of one of the three sensors.
  case sensor(SensorSample)

  /// A fix of the location service, as it came.
  case fix(LocationFix)

  /// A verdict of the platform's activity classifier.
  case activity(ActivitySample)

  /// The app forces a motion state: true for MOVING, false for STATIONARY.
  case paceChange(isMoving: Bool)

  /// A timer that the engine armed has fired.
  case timerFired(EngineTimer.ID)

  /// The platform saw a significant change of position, of some 500 m.
  case significantChange

  /// The platform saw an arrival at a place or a departure from one.
  case visit

  /// The pedometer counted a step.
  case step

  /// The screen became active or inactive.
  case screen(isActive: Bool)

  /// The wall clock was read: it changes what later events print and nothing that they decide.
  case clock(ClockAnchor)

  /// Someone answered a crash candidate: true where the crash is real, false where there was none.
  case crashResponse(CrashCandidateID, isCrash: Bool)
}
