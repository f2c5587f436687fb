/// The three sensors whose readings share one door.
///
/// The order of the cases is the order in which readings of the very same instant are passed on: the accelerometer
/// comes last, so that whoever works per accelerometer reading has the others of that instant already.
public enum SensorChannel: String, Hashable, Codable, Sendable, CaseIterable {
  /// The gyroscope.
  case rotation
  /// The magnetometer.
  case magneticField
  /// The accelerometer.
  case acceleration

  /// The channel's place in the order of the cases.
  @inlinable
  package var index: Int {
    switch self {
    case .rotation: 0
    case .magneticField: 1
    case .acceleration: 2
    }
  }
}

/// A reading of any one of the three sensors.
@frozen
public enum SensorSample: Hashable, Codable, Sendable {
  /// A reading of the gyroscope.
  case rotation(RotationSample)
  /// A reading of the magnetometer.
  case magneticField(MagneticFieldSample)
  /// A reading of the accelerometer.
  case acceleration(AccelerationSample)

  /// Which sensor it comes from.
  @inlinable
  public var channel: SensorChannel {
    switch self {
    case .rotation: .rotation
    case .magneticField: .magneticField
    case .acceleration: .acceleration
    }
  }

  /// When the sensor took the reading.
  @inlinable
  public var timestamp: Timestamp {
    switch self {
    case .rotation(let sample): sample.timestamp
    case .magneticField(let sample): sample.timestamp
    case .acceleration(let sample): sample.timestamp
    }
  }

  /// The reading along the device's axes, in the sensor's unit: rad/s, µT or m/s².
  @inlinable
  public var reading: Vector3 {
    switch self {
    case .rotation(let sample): sample.rotationRate
    case .magneticField(let sample): sample.field
    case .acceleration(let sample): sample.acceleration
    }
  }
}

extension SensorSample {
  /// Puts a reading together from its parts.
  @inline(__always)
  init(_ channel: SensorChannel, timestamp: Timestamp, value: Vector3) {
    self =
      switch channel {
      case .rotation:
        .rotation(RotationSample(timestamp: timestamp, radiansPerSecond: value))
      case .magneticField:
        .magneticField(MagneticFieldSample(timestamp: timestamp, microteslas: value))
      case .acceleration:
        .acceleration(AccelerationSample(timestamp: timestamp, metersPerSecondSquared: value))
      }
  }
}
