/// Arithmetic with directions on the circle, in degrees clockwise from north.
public enum Azimuth {
  /// The same direction in [0, 360).
  ///
  /// Never 360 itself, not even for a negative value too small to be told from zero, and never minus zero. A value that
  /// is not finite has no direction and gives a value that is not a number.
  @inlinable
  public static func normalized(_ degrees: Double) -> Double {
    // Less than a turn from where it belongs, a direction needs no division.
    if degrees > 0, degrees < 360 { return degrees }
    if degrees < 0, degrees > -360 {
      let turned = degrees + 360
      return turned == 360 ? 0 : turned
    }
    let remainder = degrees.truncatingRemainder(dividingBy: 360)
    let turned = remainder < 0 ? remainder + 360 : remainder
    return turned == 360 || turned == 0 ? 0 : turned
  }

  /// The turn that leads from one direction to another the short way round, in [−180, 180).
  ///
  /// Positive is clockwise. Exactly opposite directions give −180.
  @inlinable
  public static func turn(from start: Double, to end: Double) -> Double {
    let difference = normalized(end - start)
    return difference >= 180 ? difference - 360 : difference
  }
}
