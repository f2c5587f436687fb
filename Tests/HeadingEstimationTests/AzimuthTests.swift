import HeadingEstimation
import Testing

@Suite("Azimuth")
struct AzimuthTests {
  @Test(
    "a direction is brought into [0, 360) and 360 is never shown beside 0",
    arguments: [
      (0.0, 0.0), (-0.0, 0), (360, 0), (-360, 0), (720, 0), (-1e-20, 0), (359.5, 359.5),
      (-0.5, 359.5), (360.5, 0.5), (-1080.25, 359.75), (1e9 * 360, 0),
    ] as [(Double, Double)]
  )
  func normalized(degrees: Double, expected: Double) {
    let result = Azimuth.normalized(degrees)
    #expect(result == expected)
    #expect(result.sign == .plus)
  }

  @Test("what is not finite has no direction", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(degrees: Double) {
    #expect(Azimuth.normalized(degrees).isNaN)
  }

  @Test(
    "a turn goes the short way round",
    arguments: [
      (359.0, 1.0, 2.0), (1, 359, -2), (0, 180, -180), (180, 0, -180), (90, 269.5, 179.5),
      (90, 270.5, -179.5), (5, 725, 0),
    ] as [(Double, Double, Double)]
  )
  func turn(start: Double, end: Double, expected: Double) {
    #expect(Azimuth.turn(from: start, to: end) == expected)
  }
}
