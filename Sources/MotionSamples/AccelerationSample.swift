/// One reading of the accelerometer, gravity included.
///
/// The sign is that of specific force, as on Android: a phone that lies flat on a table, screen up, reads about
/// +9.81 m/s² along z.
@frozen
public struct AccelerationSample: Hashable, Codable, Sendable {
  /// When the sensor took the reading.
  public let timestamp: Timestamp

  /// Specific force along the device's axes, in m/s².
  public let acceleration: Vector3

  /// Creates a reading in m/s², as Android's `TYPE_ACCELEROMETER` gives it.
  @inlinable
  public init(timestamp: Timestamp, metersPerSecondSquared acceleration: Vector3) {
    self.timestamp = timestamp
    self.acceleration = acceleration
  }

  /// Creates a reading from Core Motion's raw accelerometer, in g and of the opposite sign.
  ///
  /// For `CMDeviceMotion`, pass the sum of `gravity` and `userAcceleration`.
  @inlinable
  public init(timestamp: Timestamp, coreMotionG: Vector3) {
    self.init(
      timestamp: timestamp,
      metersPerSecondSquared: coreMotionG * -PhysicalConstants.standardGravity
    )
  }
}
