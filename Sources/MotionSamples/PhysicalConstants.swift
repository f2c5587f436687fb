/// Constants and conversions between the units that devices give and SI.
public enum PhysicalConstants {
  /// Standard gravity in m/s² (3rd General Conference on Weights and Measures, 1901; ISO 80000-3).
  public static let standardGravity = 9.80665

  /// Mean radius of the earth in metres (IUGG's R₁), for distances on a sphere.
  public static let meanEarthRadius = 6_371_008.8

  /// Radians in a degree.
  public static let radiansPerDegree = Double.pi / 180
}
