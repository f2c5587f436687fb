/// Constants and conversions between the units that devices give and SI.
///
/// They are computed, which costs nothing: a stored one would be asked at every use whether it has been made yet.
public enum PhysicalConstants {
  /// Standard gravity in m/s² (3rd General Conference on Weights and Measures, 1901; ISO 80000-3).
  @inlinable
  public static var standardGravity: Double { 9.80665 }

  /// Mean radius of the earth in metres (IUGG's R₁), for distances on a sphere.
  @inlinable
  public static var meanEarthRadius: Double { 6_371_008.8 }

  /// Radians in a degree.
  @inlinable
  public static var radiansPerDegree: Double { Double.pi / 180 }
}
