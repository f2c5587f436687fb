public import MotionSamples

/// Everything that the motion state depends on, apart from time.
public enum MotionInput: Hashable, Codable, Sendable {
  /// The app starts a session; repeated, it changes nothing.
  case start

  /// The app ends the session: every timer is cancelled and what was known is forgotten.
  case stop

  /// A fix as it came, before any check.
  ///
  /// Ground speed, the geofence and displacement are judged on it. Fixes of a significant change or a visit do not
  /// belong here: their position is too coarse to say MOVING.
  case rawFix(LocationFix)

  /// A fix that passed the fix filter: the new last known location.
  case acceptedFix(LocationFix)

  /// A verdict of the platform's activity classifier.
  ///
  /// A classifier that speaks only when its verdict changes has to be asked again while a countdown runs, best at each
  /// heartbeat, and its answer stamped with the time of asking; otherwise nothing feeds the countdown.
  case activity(ActivitySample)

  /// The app forces a state: true for MOVING, false for STATIONARY.
  case paceChange(isMoving: Bool)

  /// A timer that the machine armed has fired.
  case timerFired(MotionTimer.ID)

  /// The platform saw a significant change of position, of some 500 m.
  case significantChange

  /// The platform saw an arrival at a place or a departure from one.
  case visit

  /// The pedometer counted a step.
  case step
}
