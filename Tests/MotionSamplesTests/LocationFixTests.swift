import MotionSamples
import Testing

@Suite("LocationFix and Coordinate")
struct LocationFixTests {
  @Test(
    "positions outside the earth are none",
    arguments: [
      (90.0, 180.0, true), (-90, -180, true), (90.0.nextUp, 0, false), (0, 180.0.nextUp, false),
      (.nan, 0, false), (0, .nan, false), (.infinity, 0, false), (0, -.infinity, false),
    ]
  )
  func range(latitude: Double, longitude: Double, isThere: Bool) {
    #expect((Coordinate(latitude: latitude, longitude: longitude) != nil) == isThere)
  }

  @Test(
    "distances: a degree of latitude, a metre, across the date line, to the antipode, to itself"
  )
  func distances() throws {
    func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
      try #require(Coordinate(latitude: latitude, longitude: longitude))
    }
    let degree = PhysicalConstants.meanEarthRadius * .pi / 180
    let origin = try place(48, 11)
    #expect(abs(origin.distance(to: try place(49, 11)) - degree) < 1e-6)
    #expect(abs(origin.distance(to: try place(48 + 1 / degree, 11)) - 1) < 1e-6)
    let west = try place(0, -179.5)
    #expect(abs(west.distance(to: try place(0, 179.5)) - degree) < 1e-6)
    #expect(abs(try place(90, 0).distance(to: try place(-90, 0)) - 180 * degree) < 1e-6)
    #expect(origin.distance(to: origin) == 0)
  }

  @Test(
    "a speed or course that is negative or not finite is unknown",
    arguments: [
      (-1.0, nil), (-0.001, nil), (0, 0), (27.5, 27.5), (.nan, nil), (.infinity, nil),
    ] as [(Double, Double?)]
  )
  func unknown(given: Double, known: Double?) {
    let fix = LocationFix(timestamp: Timestamp(nanoseconds: 0), speed: given, course: given)
    #expect(fix.speed == known)
    #expect(fix.course == known)
  }

  @Test("courses come into [0, 360)", arguments: [(359.9, 359.9), (360, 0), (725, 5)])
  func course(given: Double, held: Double) {
    let fix = LocationFix(timestamp: Timestamp(nanoseconds: 0), course: given)
    #expect(fix.course == held)
  }

  @Test("accuracy is kept as reported, invalid and absent included")
  func accuracy() {
    let time = Timestamp(nanoseconds: 0)
    #expect(LocationFix(timestamp: time, accuracy: -1).accuracy == -1)
    #expect(LocationFix(timestamp: time).accuracy == nil)
    #expect(LocationFix(timestamp: time).coordinate == nil)
  }
}
