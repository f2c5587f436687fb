/// One reading of the magnetometer, calibrated or raw.
@frozen
public struct MagneticFieldSample: Hashable, Codable, Sendable {
  /// When the sensor took the reading.
  public let timestamp: Timestamp

  /// Magnetic flux density along the device's axes, in µT.
  public let field: Vector3

  /// Creates a reading in µT, the unit of both Core Motion and Android.
  @inlinable
  public init(timestamp: Timestamp, microteslas field: Vector3) {
    self.timestamp = timestamp
    self.field = field
  }
}
