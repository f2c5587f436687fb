public import MotionSamples

/// One thing that a phone's sensors said, as a recording holds it.
public enum RecordedInput: Hashable, Sendable {
  /// A reading of the gyroscope.
  case rotation(RotationSample)
  /// A reading of the magnetometer.
  case magneticField(MagneticFieldSample)
  /// A reading of the accelerometer.
  case acceleration(AccelerationSample)
  /// A fix of the location service.
  case fix(LocationFix)
  /// A verdict of the activity classifier.
  case activity(ActivitySample)
  /// A row that holds nothing but its time.
  case timePassed(Timestamp)

  /// The measurement's own time.
  public var timestamp: Timestamp {
    switch self {
    case .rotation(let sample): sample.timestamp
    case .magneticField(let sample): sample.timestamp
    case .acceleration(let sample): sample.timestamp
    case .fix(let fix): fix.timestamp
    case .activity(let sample): sample.timestamp
    case .timePassed(let timestamp): timestamp
    }
  }
}
