public import MotionSamples

/// The angle from true to magnetic north at a place and time, with its uncertainty.
///
/// A true heading is the magnetic one plus ``degrees``: east is positive, and it is added once.
public struct MagneticDeclination: Hashable, Codable, Sendable {
  /// Degrees from true to magnetic north, positive to the east.
  public let degrees: Double

  /// Standard error in degrees.
  public let uncertainty: Double

  /// Creates a declination that is known from elsewhere.
  public init(degrees: Double, uncertainty: Double) {
    self.degrees = degrees
    self.uncertainty = uncertainty
  }

  /// Takes the declination from the World Magnetic Model 2025.
  ///
  /// - Parameters:
  ///   - coordinate: geodetic position on the WGS 84 ellipsoid.
  ///   - altitude: metres above the ellipsoid; a kilometre more or less changes it by hundredths of a degree.
  ///   - unixSeconds: wall-clock time in seconds since 1970-01-01T00:00:00Z.
  /// - Throws: ``MagneticModelError`` outside the model's years and heights.
  public init(
    at coordinate: Coordinate,
    altitude: Double = 0,
    unixSeconds: Double
  ) throws(MagneticModelError) {
    let field = try WorldMagneticModel.field(
      at: coordinate,
      altitude: altitude,
      decimalYear: Self.decimalYear(unixSeconds: unixSeconds)
    )
    self.init(
      degrees: field.declination,
      uncertainty: WorldMagneticModel.declinationUncertainty(
        horizontalIntensity: field.horizontalIntensity
      )
    )
  }

  /// The true heading of a magnetic one, in [0, 360).
  public func trueHeading(fromMagnetic heading: Double) -> Double {
    Azimuth.normalized(heading + degrees)
  }

  /// The year with the elapsed part of it as fraction, in the proleptic Gregorian calendar and UTC.
  ///
  /// Not a number where `unixSeconds` is not finite; such a year is outside every validity.
  public static func decimalYear(unixSeconds: Double) -> Double {
    let days = unixSeconds / 86_400
    // Beyond some 2.7 million years a calendar means nothing; such dates are off every model's span anyway.
    guard abs(days) < 1e9 else { return days.isFinite ? days / 365.2425 + 1970 : .nan }
    var year = Int((days / 365.2425 + 1970).rounded(.down))
    while Double(Self.daysUntil(year: year)) > days { year -= 1 }
    while Double(Self.daysUntil(year: year + 1)) <= days { year += 1 }
    let start = Double(Self.daysUntil(year: year))
    return Double(year) + (days - start) / (Double(Self.daysUntil(year: year + 1)) - start)
  }

  /// Days from 1970-01-01 to the first day of a year.
  private static func daysUntil(year: Int) -> Int {
    func floorDivide(_ value: Int, by divisor: Int) -> Int {
      Int((Double(value) / Double(divisor)).rounded(.down))
    }
    let before = year - 1
    let leapDays =
      floorDivide(before, by: 4) - floorDivide(before, by: 100) + floorDivide(before, by: 400)
    // 719162 days lie between 0001-01-01 and 1970-01-01.
    return before * 365 + leapDays - 719_162
  }
}
