import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("MagneticCalibration")
struct MagneticCalibrationTests {
  /// Feeds `count` points of a 48 µT field from directions that a closure gives, distorted, with noise of 0.3 µT.
  private func feed(
    _ calibration: inout MagneticCalibration,
    count: Int,
    hardIron: Vector3 = .zero,
    stretch: Vector3 = Vector3(1, 1, 1),
    random: inout SeededRandom,
    direction: (inout SeededRandom) -> Vector3
  ) -> Set<MagneticCalibration.Assessment> {
    var assessments: Set<MagneticCalibration.Assessment> = []
    for _ in 0..<count {
      let field = Vector3(direction(&random).storage * stretch.storage) * 48 + hardIron
      assessments.insert(calibration.process(field + random.normalVector(deviation: 0.3)))
    }
    return assessments
  }

  private static func anywhere(_ random: inout SeededRandom) -> Vector3 { random.direction() }

  /// Directions within some degrees of one plane.
  private static func nearPlane(_ degrees: Double) -> (inout SeededRandom) -> Vector3 {
    { random in
      let azimuth = Double.random(in: 0..<(2 * Double.pi), using: &random)
      let tilt = degrees * PhysicalConstants.radiansPerDegree
      let elevation = Double.random(in: -tilt...tilt, using: &random)
      return Vector3(
        cosine(azimuth) * cosine(elevation),
        sine(azimuth) * cosine(elevation),
        sine(elevation)
      )
    }
  }

  @Test(
    "hard iron is found, up to that of a car",
    arguments: [
      Vector3(12, -7, 20), Vector3(60, -55, 408), Vector3(-1500, 900, 1800),
    ]
  )
  func hardIron(hardIron: Vector3) throws {
    var random = SeededRandom(seed: 1)
    var calibration = try MagneticCalibration()
    let assessments = feed(
      &calibration,
      count: 400,
      hardIron: hardIron,
      random: &random,
      direction: Self.anywhere
    )
    #expect(assessments.contains(.adopted))
    #expect(calibration.state.isCalibrated)
    #expect((calibration.state.hardIron - hardIron).magnitude < 1)
    #expect(abs(calibration.corrected(Vector3(0, 48, 0) + hardIron).magnitude - 48) < 1)
  }

  @Test(
    "soft iron is taken off",
    arguments: [Vector3(1.2, 1, 1 / 1.2), Vector3(0.85, 1.1, 1.05), Vector3(1, 1.25, 0.8)]
  )
  func softIron(stretch: Vector3) throws {
    var random = SeededRandom(seed: 2)
    var calibration = try MagneticCalibration()
    let hardIron = Vector3(30, 20, -40)
    _ = feed(
      &calibration,
      count: 800,
      hardIron: hardIron,
      stretch: stretch,
      random: &random,
      direction: Self.anywhere
    )
    let radius = 48 * (stretch.x * stretch.y * stretch.z).cubeRoot
    for _ in 0..<100 {
      let field = Vector3(random.direction().storage * stretch.storage) * 48 + hardIron
      #expect(abs(calibration.corrected(field).magnitude - radius) < 1.5)
    }
  }

  @Test("a good calibration is left alone")
  func noImprovement() throws {
    var random = SeededRandom(seed: 3)
    var calibration = try MagneticCalibration()
    let assessments = feed(&calibration, count: 500, random: &random, direction: Self.anywhere)
    #expect(assessments == [.collecting, .noImprovement])
    #expect(!calibration.state.isCalibrated)
    #expect(calibration.corrected(Vector3(1, 2, 3)) == Vector3(1, 2, 3))
  }

  @Test("too little rotation changes nothing and says so", arguments: [0.0, 2, 5])
  func tooLittleRotation(degrees: Double) throws {
    var random = SeededRandom(seed: 4)
    var calibration = try MagneticCalibration()
    let assessments = feed(
      &calibration,
      count: 1000,
      hardIron: Vector3(0, 0, 300),
      random: &random,
      direction: Self.nearPlane(degrees)
    )
    #expect(assessments.isSubset(of: [.collecting, .tooLittleRotation, .implausibleField]))
    #expect(!calibration.state.isCalibrated)
    #expect(calibration.state.hardIron == .zero)
  }

  @Test("a wobble of the hand is too little rotation")
  func wobble() throws {
    var random = SeededRandom(seed: 5)
    var calibration = try MagneticCalibration()
    _ = feed(&calibration, count: 1000, hardIron: Vector3(200, 0, 0), random: &random) { random in
      let nudge = random.normalVector(deviation: 0.1)
      return (Vector3(0, 1, 0) + nudge).normalized ?? Vector3(0, 1, 0)
    }
    #expect(!calibration.state.isCalibrated)
  }

  @Test(
    "points that are all the same, or all zero, make no value that is no number",
    arguments: [Vector3.zero, Vector3(0, 48, 0), Vector3(1e5, -1e5, 1e5)]
  )
  func degenerate(field: Vector3) throws {
    var calibration = try MagneticCalibration(
      MagneticCalibrationConfiguration(minimumStepMicroteslas: 0.5, minimumPoints: 20)
    )
    for index in 0..<500 {
      _ = calibration.process(index.isMultiple(of: 2) ? field : field * 1.02)
    }
    #expect(!calibration.state.isCalibrated)
    #expect(calibration.corrected(Vector3(1, 2, 3)).isFinite)
    _ = calibration.process(Vector3(.nan, 0, 0))
    _ = calibration.process(Vector3(0, .infinity, 0))
    #expect(calibration.corrected(Vector3(1, 2, 3)).isFinite)
  }

  @Test("one reading in ten from elsewhere does not spoil it", arguments: [UInt64(1), 2, 3])
  func outliers(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var calibration = try MagneticCalibration()
    let hardIron = Vector3(80, -120, 40)
    var count = 0
    _ = feed(&calibration, count: 3000, hardIron: hardIron, random: &random) { random in
      count += 1
      // A speaker's magnet: up to twice the field on top.
      return count.isMultiple(of: 10) ? random.direction() * 3 : random.direction()
    }
    #expect(calibration.state.isCalibrated)
    #expect((calibration.state.hardIron - hardIron).magnitude < 4)
  }

  @Test("a change that lasts is learnt anew")
  func lastingChange() throws {
    var random = SeededRandom(seed: 6)
    var calibration = try MagneticCalibration()
    _ = feed(
      &calibration,
      count: 600,
      hardIron: Vector3(10, 40, 5),
      random: &random,
      direction: Self.anywhere
    )
    #expect((calibration.state.hardIron - Vector3(10, 40, 5)).magnitude < 1)
    let assessments = feed(
      &calibration,
      count: 600,
      hardIron: Vector3(-900, 40, 1700),
      random: &random,
      direction: Self.anywhere
    )
    #expect(assessments.contains(.adopted))
    #expect((calibration.state.hardIron - Vector3(-900, 40, 1700)).magnitude < 1)
  }

  @Test("a field that is not on earth is not believed", arguments: [0.1, 5.0])
  func implausible(share: Double) throws {
    var random = SeededRandom(seed: 7)
    var calibration = try MagneticCalibration(
      MagneticCalibrationConfiguration(minimumStepMicroteslas: 0.5)
    )
    let assessments = feed(
      &calibration,
      count: 500,
      hardIron: Vector3(100, 0, 0),
      random: &random
    ) {
      $0.direction() * share
    }
    #expect(assessments.contains(.implausibleField))
    #expect(!calibration.state.isCalibrated)
  }

  @Test("points on no sphere are not believed")
  func inconsistent() throws {
    var random = SeededRandom(seed: 8)
    var calibration = try MagneticCalibration()
    let assessments = feed(
      &calibration,
      count: 500,
      hardIron: Vector3(100, 0, 0),
      random: &random
    ) {
      $0.direction() * Double.random(in: 0.4...1.6, using: &$0)
    }
    #expect(assessments.contains(.inconsistentField))
    #expect(!calibration.state.isCalibrated)
  }

  @Test("restored at any reading it goes on bit for bit")
  func restored() throws {
    var random = SeededRandom(seed: 9)
    var straight = try MagneticCalibration()
    var split = try MagneticCalibration()
    for index in 0..<600 {
      let field = random.direction() * 48 + Vector3(50, 0, 0)
      if index.isMultiple(of: 7) {
        let data = try JSONEncoder().encode(split.state)
        split = try MagneticCalibration(
          split.configuration,
          restoring: try JSONDecoder().decode(MagneticCalibration.State.self, from: data)
        )
      }
      #expect(split.process(field) == straight.process(field))
    }
    #expect(split.state == straight.state)
    #expect(straight.state.isCalibrated)
  }

  @Test(
    "values are held to their ranges",
    arguments: [
      MagneticCalibrationConfiguration(minimumStepMicroteslas: 0.4),
      MagneticCalibrationConfiguration(memoryPoints: 49),
      MagneticCalibrationConfiguration(minimumPoints: 19),
      MagneticCalibrationConfiguration(minimumSphereCoverage: 0),
      MagneticCalibrationConfiguration(minimumEllipsoidCoverage: 1.1),
      MagneticCalibrationConfiguration(maximumResidual: .nan),
      MagneticCalibrationConfiguration(maximumResidualRatio: 1.01),
    ]
  )
  func ranges(configuration: MagneticCalibrationConfiguration) {
    #expect(throws: ConfigurationError.self) { try MagneticCalibration(configuration) }
  }
}

extension Double {
  /// The cube root of a positive number.
  fileprivate var cubeRoot: Double { exponential(naturalLogarithm(self) / 3) }
}
