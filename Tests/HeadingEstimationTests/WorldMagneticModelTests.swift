import HeadingEstimation
import MotionSamples
import Testing

@Suite("WorldMagneticModel")
struct WorldMagneticModelTests {
  @Test("the official values are met", arguments: WorldMagneticModelOfficialValues.rows)
  func officialValues(row: WorldMagneticModelOfficialValues.Row) throws {
    let place = try #require(Coordinate(latitude: row.latitude, longitude: row.longitude))
    let field = try WorldMagneticModel.field(
      at: place,
      altitude: row.altitudeKm * 1000,
      decimalYear: row.year
    )
    // Angles are published to 0.01°, components to 1e-6 nT.
    #expect(abs(field.declination - row.declination) <= 0.00501)
    #expect(abs(field.inclination - row.inclination) <= 0.00501)
    #expect(abs(field.north * 1000 - row.north) < 0.001)
    #expect(abs(field.east * 1000 - row.east) < 0.001)
    #expect(abs(field.down * 1000 - row.down) < 0.001)
  }

  @Test(
    "the years of validity are kept to",
    arguments: [
      (2024.999, false), (2025.0, true), (2029.999, true), (2030.0, false), (2016.5, false),
      (Double.nan, false), (.infinity, false),
    ] as [(Double, Bool)]
  )
  func years(decimalYear: Double, isValid: Bool) throws {
    let place = try #require(Coordinate(latitude: 45.2, longitude: 5.7))
    if isValid {
      #expect(throws: Never.self) {
        try WorldMagneticModel.field(at: place, decimalYear: decimalYear)
      }
    } else {
      #expect(throws: MagneticModelError.self) {
        try WorldMagneticModel.field(at: place, decimalYear: decimalYear)
      }
    }
  }

  @Test(
    "the heights of validity are kept to",
    arguments: [
      (-1000.1, false), (-1000, true), (850_000, true), (850_000.1, false), (.nan, false),
    ]
  )
  func heights(altitude: Double, isValid: Bool) throws {
    let place = try #require(Coordinate(latitude: 0, longitude: 0))
    if isValid {
      #expect(throws: Never.self) {
        try WorldMagneticModel.field(at: place, altitude: altitude, decimalYear: 2026)
      }
    } else {
      #expect(
        throws: MagneticModelError.self,
        performing: {
          try WorldMagneticModel.field(at: place, altitude: altitude, decimalYear: 2026)
        }
      )
    }
  }

  @Test(
    "at the poles the field is finite and goes on from its surroundings",
    arguments: [90.0, -90]
  )
  func poles(latitude: Double) throws {
    for longitude in [-180.0, -77, 0, 90, 180] {
      let pole = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let beside = try #require(
        Coordinate(latitude: latitude * (1 - 1e-8), longitude: longitude)
      )
      let atPole = try WorldMagneticModel.field(at: pole, decimalYear: 2027)
      let near = try WorldMagneticModel.field(at: beside, decimalYear: 2027)
      #expect(abs(atPole.north - near.north) < 1e-3)
      #expect(abs(atPole.east - near.east) < 1e-3)
      #expect(abs(atPole.down - near.down) < 1e-3)
    }
  }

  @Test("east and west of the date line are one place")
  func dateLine() throws {
    let east = try #require(Coordinate(latitude: -17, longitude: 180))
    let west = try #require(Coordinate(latitude: -17, longitude: -180))
    let a = try WorldMagneticModel.field(at: east, decimalYear: 2026)
    let b = try WorldMagneticModel.field(at: west, decimalYear: 2026)
    #expect(abs(a.declination - b.declination) < 1e-9)
    #expect(abs(a.totalIntensity - b.totalIntensity) < 1e-9)
  }

  @Test(
    "the error of the declination grows where the field is steep",
    arguments: [(20.0, 0.375_6), (5.417, 1.033_2), (0, 180), (-1, 180)] as [(Double, Double)]
  )
  func uncertainty(horizontal: Double, expected: Double) {
    let error = WorldMagneticModel.declinationUncertainty(horizontalIntensity: horizontal)
    #expect(abs(error - expected) < 1e-3)
  }
}
