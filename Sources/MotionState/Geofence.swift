public import MotionSamples

/// A circle on the ground whose leaving says that a rest is over.
public struct Geofence: Hashable, Codable, Sendable {
  /// The stop point.
  public let center: Coordinate

  /// The radius in metres.
  public let radius: Double

  /// Creates a circle.
  public init(center: Coordinate, radius: Double) {
    self.center = center
    self.radius = radius
  }
}
