import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("MagneticDeclination")
struct MagneticDeclinationTests {
  @Test(
    "decimal years follow the calendar, leap years included",
    arguments: [
      (0.0, 1970.0), (1_735_689_600, 2025), (1_767_225_600, 2026), (1_893_456_000, 2030),
      (1_751_457_600, 2025.5), (1_735_689_599, 2025 - 1 / (366 * 86_400.0)),
      (1_830_297_600, 2028), (1_846_108_800, 2028.5), (-86_400, 1969 + 364.0 / 365),
    ] as [(Double, Double)]
  )
  func decimalYear(unixSeconds: Double, expected: Double) {
    #expect(abs(MagneticDeclination.decimalYear(unixSeconds: unixSeconds) - expected) < 1e-9)
  }

  @Test("a date that is no date is refused", arguments: [Double.nan, .infinity, -1e300, 1e300])
  func noDate(unixSeconds: Double) throws {
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    #expect(throws: MagneticModelError.self) {
      try MagneticDeclination(at: place, unixSeconds: unixSeconds)
    }
  }

  @Test("a date outside the model says so with the year")
  func outsideValidity() throws {
    let place = try #require(Coordinate(latitude: 45.2, longitude: 5.7))
    #expect(
      throws: MagneticModelError.dateOutsideValidity(
        decimalYear: 2016,
        validity: 2025.0..<2030.0
      )
    ) {
      try MagneticDeclination(at: place, unixSeconds: 1_451_606_400)
    }
  }

  @Test(
    "east is positive, and is added to the magnetic heading once",
    arguments: [
      // Mid-2026, by an independent implementation of the model: Seattle, London, Sydney, São Paulo.
      (47.61, -122.33, 14.90), (51.51, -0.13, 1.16), (-33.87, 151.21, 12.82),
      (-23.55, -46.63, -21.88),
    ] as [(Double, Double, Double)]
  )
  func cities(latitude: Double, longitude: Double, expected: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let declination = try MagneticDeclination(at: place, unixSeconds: 1_782_950_400)
    #expect(abs(declination.degrees - expected) < 0.02)
    #expect(
      abs(Azimuth.turn(from: 350, to: declination.trueHeading(fromMagnetic: 350)) - expected) < 0.02
    )
    #expect(declination.uncertainty > 0.26)
  }
}
