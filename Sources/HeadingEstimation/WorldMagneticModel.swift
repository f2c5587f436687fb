public import MotionSamples

/// The earth's main magnetic field by the World Magnetic Model 2025.
///
/// A sum of spherical harmonics up to degree 12, with a linear change over time (Chulliat et al., *The US/UK World
/// Magnetic Model for 2025–2030*, NOAA and BGS 2024). It knows the core's field only: rocks, iron and currents nearby
/// come on top, and are what ``declinationUncertainty(horizontalIntensity:)`` stands for.
public enum WorldMagneticModel {
  /// The years for which the model holds, as decimal years; its end is excluded.
  public static let validity = 2025.0..<2030.0

  /// The heights in metres above the ellipsoid for which the model holds.
  public static let altitudes = -1000.0...850_000

  /// A field in the earth's axes at one place.
  public struct Field: Hashable, Sendable {
    /// Towards geographic north, in µT.
    public let north: Double
    /// Towards east, in µT.
    public let east: Double
    /// Downwards, in µT.
    public let down: Double

    /// The length of the horizontal part in µT.
    public var horizontalIntensity: Double { (north * north + east * east).squareRoot() }

    /// The length of the whole in µT.
    public var totalIntensity: Double { (north * north + east * east + down * down).squareRoot() }

    /// The angle from true to magnetic north in degrees, positive to the east, in (−180, 180].
    public var declination: Double {
      arctangent2(east, north) / PhysicalConstants.radiansPerDegree
    }

    /// The angle by which the field points below the horizon, in degrees, in [−90, 90].
    public var inclination: Double {
      arctangent2(down, horizontalIntensity) / PhysicalConstants.radiansPerDegree
    }
  }

  /// The field at a place and time.
  ///
  /// About 100 terms, nothing allocated after the first call.
  ///
  /// - Parameters:
  ///   - coordinate: geodetic position on the WGS 84 ellipsoid. At a pole, north is taken along the given longitude.
  ///   - altitude: metres above the ellipsoid.
  ///   - decimalYear: such as 2026.5 for the middle of 2026.
  /// - Returns: the field in the earth's axes.
  /// - Throws: ``MagneticModelError`` outside the model's years and heights.
  public static func field(
    at coordinate: Coordinate,
    altitude: Double = 0,
    decimalYear: Double
  ) throws(MagneticModelError) -> Field {
    guard validity.contains(decimalYear) else {
      throw .dateOutsideValidity(decimalYear: decimalYear, validity: validity)
    }
    guard altitudes.contains(altitude) else {
      throw .altitudeOutsideValidity(altitude: altitude, validity: altitudes)
    }
    return harmonicSum(
      at: GeocentricPoint(coordinate, altitude: altitude),
      yearsSinceEpoch: decimalYear - epoch
    )
  }

  /// The standard error of the model's declination in degrees: rocks, currents above, and the drift of five years.
  ///
  /// √(0.26² + (5417 nT / H)²), the error model that comes with WMM 2025; H is the horizontal intensity in µT.
  public static func declinationUncertainty(horizontalIntensity: Double) -> Double {
    guard horizontalIntensity > 0 else { return 180 }
    let local = 5.417 / horizontalIntensity
    return min(180, (0.26 * 0.26 + local * local).squareRoot())
  }

  private static let epoch = 2025.0
  private static let degree = 12
  /// The model's own reference radius of the earth, in metres.
  private static let referenceRadius = 6_371_200.0

  /// Where a geodetic position lies as seen from the centre of the earth.
  private struct GeocentricPoint {
    let sineLatitude: Double
    let cosineLatitude: Double
    let radius: Double
    let longitude: Double
    /// Cosine and sine of geocentric less geodetic latitude, which turn north and down into the geodetic ones.
    let cosineOfTilt: Double
    let sineOfTilt: Double

    init(_ coordinate: Coordinate, altitude: Double) {
      // WGS 84: equatorial radius in metres and the square of the eccentricity.
      let equatorialRadius = 6_378_137.0
      let squaredEccentricity = 6.694_379_990_141_33e-3
      let latitude = coordinate.latitude * PhysicalConstants.radiansPerDegree
      let sineGeodetic = sine(latitude)
      let cosineGeodetic = cosine(latitude)
      let normalRadius =
        equatorialRadius
        / (1 - squaredEccentricity * sineGeodetic * sineGeodetic).squareRoot()
      let fromAxis = (normalRadius + altitude) * cosineGeodetic
      let fromEquator = (normalRadius * (1 - squaredEccentricity) + altitude) * sineGeodetic
      radius = (fromAxis * fromAxis + fromEquator * fromEquator).squareRoot()
      sineLatitude = fromEquator / radius
      // The east component divides by it: at a pole, a hair's breadth beside it is as good.
      cosineLatitude = max(1e-10, fromAxis / radius)
      longitude = coordinate.longitude * PhysicalConstants.radiansPerDegree
      cosineOfTilt = cosineLatitude * cosineGeodetic + sineLatitude * sineGeodetic
      sineOfTilt = sineLatitude * cosineGeodetic - cosineLatitude * sineGeodetic
    }
  }

  /// Sums the harmonics order by order.
  ///
  /// Within an order m the Schmidt semi-normalised Legendre functions follow from one another by degree:
  /// √(n² − m²) P(n, m) = (2n − 1) sin φ P(n − 1, m) − √((n − 1)² − m²) P(n − 2, m), and their slopes by deriving that,
  /// so that two values and two slopes are all that is kept.
  private static func harmonicSum(
    at point: GeocentricPoint,
    yearsSinceEpoch: Double
  ) -> Field {
    var north = 0.0
    var east = 0.0
    var down = 0.0
    let ratio = referenceRadius / point.radius
    var diagonal = 1.0
    var diagonalSlope = 0.0
    var ratioPower = ratio * ratio
    for order in 0...degree {
      let m = Double(order)
      if order > 0 {
        // P(m, m) = c cos φ P(m − 1, m − 1); the slope is taken along the colatitude.
        let factor = order == 1 ? 1 : ((2 * m - 1) / (2 * m)).squareRoot()
        diagonalSlope =
          factor * (point.sineLatitude * diagonal + point.cosineLatitude * diagonalSlope)
        diagonal *= factor * point.cosineLatitude
        ratioPower *= ratio
      }
      let cosineOrder = cosine(m * point.longitude)
      let sineOrder = sine(m * point.longitude)
      var value = diagonal
      var slope = diagonalSlope
      var lowerValue = 0.0
      var lowerSlope = 0.0
      var power = ratioPower
      for n in max(order, 1)...degree {
        if n > order {
          let this = Double(n)
          let scale = 1 / (this * this - m * m).squareRoot()
          let lowerScale = ((this - 1) * (this - 1) - m * m).squareRoot()
          let nextValue =
            ((2 * this - 1) * point.sineLatitude * value - lowerScale * lowerValue) * scale
          let nextSlope =
            ((2 * this - 1) * (point.sineLatitude * slope - point.cosineLatitude * value)
              - lowerScale * lowerSlope) * scale
          (lowerValue, lowerSlope) = (value, slope)
          (value, slope) = (nextValue, nextSlope)
          power *= ratio
        }
        let row = coefficients[n * (n + 1) / 2 + order - 1]
        let g = row.x + yearsSinceEpoch * row.z
        let h = row.y + yearsSinceEpoch * row.w
        let along = g * cosineOrder + h * sineOrder
        north += power * along * slope
        east += power * m * (g * sineOrder - h * cosineOrder) * value / point.cosineLatitude
        down -= power * Double(n + 1) * along * value
      }
    }
    let microteslasPerNanotesla = 1e-3
    return Field(
      north: (north * point.cosineOfTilt - down * point.sineOfTilt) * microteslasPerNanotesla,
      east: east * microteslasPerNanotesla,
      down: (north * point.sineOfTilt + down * point.cosineOfTilt) * microteslasPerNanotesla
    )
  }
}
