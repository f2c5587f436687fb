/// One reading of the gyroscope.
///
/// The sign follows the right-hand rule about the device's axes, on every platform.
@frozen
public struct RotationSample: Hashable, Codable, Sendable {
  /// When the sensor took the reading.
  public let timestamp: Timestamp

  /// Rotation rate about the device's axes, in rad/s.
  public let rotationRate: Vector3

  /// Creates a reading in rad/s.
  @inlinable
  public init(timestamp: Timestamp, radiansPerSecond rotationRate: Vector3) {
    self.timestamp = timestamp
    self.rotationRate = rotationRate
  }

  /// Creates a reading from degrees a second.
  @inlinable
  public init(timestamp: Timestamp, degreesPerSecond rotationRate: Vector3) {
    self.init(
      timestamp: timestamp,
      radiansPerSecond: rotationRate * PhysicalConstants.radiansPerDegree
    )
  }
}
