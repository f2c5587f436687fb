import HeadingEstimation
import MotionSamples
import Testing

@Suite("TiltCompensatedCompass")
struct TiltCompensatedCompassTests {
  /// A field of 48 µT that dips by 65°, as in central Europe.
  static let field = Vector3(0, 20.3, -43.5)

  /// The device-frame reading of an earth-frame vector for a phone whose axes point along `right`, `top`, `out`.
  private func seen(_ earth: Vector3, right: Vector3, top: Vector3, out: Vector3) -> Vector3 {
    Vector3(earth.dot(right), earth.dot(top), earth.dot(out))
  }

  private func azimuth(
    _ compass: inout TiltCompensatedCompass,
    right: Vector3,
    top: Vector3,
    out: Vector3
  ) -> Double? {
    compass.azimuth(
      acceleration: seen(Vector3(0, 0, 9.81), right: right, top: top, out: out),
      field: seen(Self.field, right: right, top: top, out: out)
    )
  }

  /// Axes of a phone with its top at an azimuth and elevation, rolled about its own length.
  private func axes(
    azimuth: Double,
    elevation: Double,
    roll: Double
  ) -> (right: Vector3, top: Vector3, out: Vector3) {
    let degree = Double.pi / 180
    let (sa, ca) = (sine(azimuth * degree), cosine(azimuth * degree))
    let (se, ce) = (sine(elevation * degree), cosine(elevation * degree))
    let (sr, cr) = (sine(roll * degree), cosine(roll * degree))
    let top = Vector3(sa * ce, ca * ce, se)
    let levelRight = Vector3(ca, -sa, 0)
    let levelOut = levelRight.cross(top)
    return (levelRight * cr - levelOut * sr, top, levelRight * sr + levelOut * cr)
  }

  private func isNear(_ value: Double?, _ expected: Double, within tolerance: Double = 1e-6) -> Bool
  {
    guard let value else { return false }
    return abs(Azimuth.turn(from: expected, to: value)) <= tolerance
  }

  @Test(
    "the top's azimuth is right in any attitude: flat, face down, on either side, tilted up and down",
    arguments: [0.0, 45, 90, 135, 180, 225, 270, 315, 359.9],
    [0.0, 90, -90, 180, 30, -150]
  )
  func anyAttitude(azimuth expected: Double, roll: Double) {
    for elevation in [-64.0, -30, 0, 10, 45, 64] {
      var compass = TiltCompensatedCompass()
      let (right, top, out) = axes(azimuth: expected, elevation: elevation, roll: roll)
      #expect(isNear(azimuth(&compass, right: right, top: top, out: out), expected))
      #expect(compass.axis == .edge)
    }
  }

  @Test(
    "each edge of the screen has its own azimuth",
    arguments: [
      (.top, 20), (.right, 110), (.bottom, 200), (.left, 290),
    ] as [(TiltCompensatedCompass.Edge, Double)]
  )
  func edges(edge: TiltCompensatedCompass.Edge, expected: Double) {
    var compass = TiltCompensatedCompass(edge: edge)
    let (right, top, out) = axes(azimuth: 20, elevation: 0, roll: 0)
    #expect(isNear(azimuth(&compass, right: right, top: top, out: out), expected))
  }

  @Test("a phone that is pitched through the vertical keeps its azimuth", arguments: [1.0, -1])
  func pitchedThroughTheVertical(direction: Double) {
    var compass = TiltCompensatedCompass()
    for step in 0...110 {
      let (right, top, out) = axes(azimuth: 250, elevation: direction * Double(step), roll: 0)
      #expect(isNear(azimuth(&compass, right: right, top: top, out: out), 250))
    }
    #expect(compass.axis == (direction > 0 ? .backCamera : .screen))
  }

  @Test(
    "the axis changes over beyond 75° and back below 65°",
    arguments: [
      ([74.9], .edge), ([75.1], .backCamera), ([-74.9], .edge), ([-75.1], .screen),
      ([80, 65.1], .backCamera), ([80, 64.9], .edge), ([-80, -65.1], .screen),
      ([-80, -64.9], .edge),
      ([80, -80], .screen),
    ] as [([Double], TiltCompensatedCompass.Axis)]
  )
  func changeOver(elevations: [Double], expected: TiltCompensatedCompass.Axis) {
    var compass = TiltCompensatedCompass()
    for elevation in elevations {
      let (right, top, out) = axes(azimuth: 10, elevation: elevation, roll: 0)
      _ = azimuth(&compass, right: right, top: top, out: out)
    }
    #expect(compass.axis == expected)
  }

  @Test("jitter between the two bounds changes nothing over", arguments: [UInt64(1), 2])
  func noFlapping(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var compass = TiltCompensatedCompass()
    let (right, top, out) = axes(azimuth: 10, elevation: 80, roll: 0)
    _ = azimuth(&compass, right: right, top: top, out: out)
    for _ in 0..<500 {
      let elevation = 70 + Double.random(in: -4.9...15, using: &random)
      let (right, top, out) = axes(azimuth: 10, elevation: elevation, roll: 0)
      _ = azimuth(&compass, right: right, top: top, out: out)
      #expect(compass.axis == .backCamera)
    }
  }

  @Test("where there is no azimuth there is none, and never a value that is no number")
  func degenerate() {
    let down = Vector3(0, 0, 9.81)
    let cases: [(Vector3, Vector3)] = [
      (.zero, Self.field), (down, .zero), (.zero, .zero), (down, Vector3(0, 0, -48)),
      (down, Vector3(0.8, 0, -48)), (Vector3(0, 0, 0.5), Self.field), (down, Vector3(0, 0.4, 0)),
      (Vector3(.nan, 0, 9.81), Self.field), (down, Vector3(.infinity, 0, 0)),
      (Vector3(1e200, 0, 1e200), Self.field),
    ]
    for (acceleration, field) in cases {
      var compass = TiltCompensatedCompass()
      #expect(compass.azimuth(acceleration: acceleration, field: field) == nil)
    }
    var compass = TiltCompensatedCompass()
    // Just beyond a degree from the vertical there is one again.
    #expect(compass.azimuth(acceleration: down, field: Vector3(0, 0.9, -48)) == 0)
  }

  @Test("the attitude turns device vectors into east, north, up", arguments: [UInt64(1), 2, 3, 4])
  func attitude(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let (right, top, out) = axes(
        azimuth: Double.random(in: 0..<360, using: &random),
        elevation: Double.random(in: -90...90, using: &random),
        roll: Double.random(in: -180...180, using: &random)
      )
      let attitude = try #require(
        TiltCompensatedCompass.attitude(
          acceleration: seen(Vector3(0, 0, 9.81), right: right, top: top, out: out),
          field: seen(Self.field, right: right, top: top, out: out)
        )
      )
      #expect((attitude.applied(to: Vector3(1, 0, 0)) - right).magnitude < 1e-9)
      #expect((attitude.applied(to: Vector3(0, 1, 0)) - top).magnitude < 1e-9)
      #expect((attitude.applied(to: Vector3(0, 0, 1)) - out).magnitude < 1e-9)
    }
  }
}
