import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("VehicleHeading")
struct VehicleHeadingTests {
  private func at(_ seconds: Double) -> Timestamp { Timestamp.origin.advanced(bySeconds: seconds) }

  private func fix(_ seconds: Double, speed: Double?, course: Double?) -> LocationFix {
    LocationFix(timestamp: at(seconds), speed: speed, course: course)
  }

  /// A clockwise yaw rate for a phone in any attitude: it turns about the negative of up.
  private func turn(_ seconds: Double, clockwise: Double, up: Vector3) -> RotationSample {
    RotationSample(timestamp: at(seconds), degreesPerSecond: up * -clockwise)
  }

  /// Drives for `seconds` at 100 Hz with a fix a second, and returns the largest error against the truth.
  private func drive(
    _ filter: inout VehicleHeading,
    from start: Double,
    for seconds: Double,
    heading: inout Double,
    clockwise: Double,
    bias: Double = 0,
    speed: Double? = 20,
    up: Vector3 = Vector3(0, 0, 1)
  ) -> Double {
    var largest = 0.0
    for index in 1...Int(seconds * 100) {
      let time = start + Double(index) / 100
      heading = Azimuth.normalized(heading + clockwise / 100)
      filter.process(turn(time, clockwise: clockwise + bias, up: up), gravity: up)
      if index.isMultiple(of: 100) {
        filter.process(fix(time, speed: speed, course: (speed ?? 0) > 2 ? heading : nil))
      }
      if let estimate = filter.estimate {
        largest = max(largest, abs(Azimuth.turn(from: heading, to: estimate.heading)))
      }
    }
    return largest
  }

  @Test("there is no heading before the first course")
  func before() throws {
    var filter = try VehicleHeading()
    #expect(filter.estimate == nil)
    filter.process(fix(0, speed: 20, course: nil))
    filter.process(fix(1, speed: nil, course: 40))
    filter.process(turn(1.1, clockwise: 3, up: Vector3(0, 0, 1)), gravity: Vector3(0, 0, 1))
    #expect(filter.estimate == nil)
    filter.process(fix(2, speed: 20, course: 40))
    #expect(filter.estimate?.heading == 40)
  }

  @Test(
    "a course counts from the minimum speed on",
    arguments: [(1.99, false), (2.0, true), (2.01, true)]
  )
  func minimumSpeed(speed: Double, counts: Bool) throws {
    var filter = try VehicleHeading()
    filter.process(fix(0, speed: speed, course: 90))
    #expect((filter.estimate != nil) == counts)
  }

  @Test(
    "turns are followed between fixes however the phone lies, across north and over full turns",
    arguments: [
      Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(0, 1, 0), Vector3(-1, 0, 0),
      Vector3(0.6, 0, 0.8),
    ]
  )
  func turns(up: Vector3) throws {
    var filter = try VehicleHeading()
    var heading = 350.0
    filter.process(fix(0, speed: 20, course: heading))
    var largest = 0.0
    largest = max(
      largest,
      drive(&filter, from: 0, for: 40, heading: &heading, clockwise: 30, up: up)
    )
    largest = max(
      largest,
      drive(&filter, from: 40, for: 40, heading: &heading, clockwise: -30, up: up)
    )
    #expect(largest < 0.5)
  }

  @Test("the gyroscope's bias is learnt from the courses", arguments: [-3.0, -0.5, 1, 3])
  func biasFromCourses(bias: Double) throws {
    var filter = try VehicleHeading()
    var heading = 90.0
    filter.process(fix(0, speed: 20, course: heading))
    _ = drive(&filter, from: 0, for: 60, heading: &heading, clockwise: 0, bias: bias)
    // A tunnel: no fix for 30 s, and a bend in it.
    let error = drive(
      &filter,
      from: 60,
      for: 30,
      heading: &heading,
      clockwise: 2,
      bias: bias,
      speed: nil
    )
    #expect(error < 8)
    #expect(error <= 2 * (filter.estimate?.accuracy ?? 0))
  }

  @Test(
    "the gyroscope's bias is learnt at a red light, and the heading stays",
    arguments: [-2.0, 2]
  )
  func biasAtStandstill(bias: Double) throws {
    var filter = try VehicleHeading()
    var heading = 10.0
    filter.process(fix(0, speed: 20, course: heading))
    _ = drive(&filter, from: 0, for: 20, heading: &heading, clockwise: 0, bias: bias)
    let error = drive(
      &filter,
      from: 20,
      for: 60,
      heading: &heading,
      clockwise: 0,
      bias: bias,
      speed: 0
    )
    #expect(error < 3)
  }

  @Test("the accuracy grows without fixes until there is no heading")
  func growsOld() throws {
    var filter = try VehicleHeading()
    filter.process(fix(0, speed: 20, course: 10))
    let fresh = try #require(filter.estimate).accuracy
    var heading = 10.0
    _ = drive(&filter, from: 0, for: 20, heading: &heading, clockwise: 0, speed: nil)
    let old = try #require(filter.estimate).accuracy
    #expect(old > 5 * fresh)
    // Six seconds without any sample may have been a turn.
    filter.process(turn(27, clockwise: 0, up: Vector3(0, 0, 1)), gravity: Vector3(0, 0, 1))
    #expect(filter.estimate == nil)
    filter.process(fix(28, speed: 20, course: 200))
    #expect(abs(Azimuth.turn(from: 200, to: try #require(filter.estimate).heading)) < 5)
  }

  @Test("one reflected fix hardly turns the heading")
  func outlier() throws {
    var filter = try VehicleHeading()
    var heading = 120.0
    filter.process(fix(0, speed: 15, course: heading))
    _ = drive(&filter, from: 0, for: 30, heading: &heading, clockwise: 0)
    filter.process(fix(30.5, speed: 15, course: 300))
    #expect(abs(Azimuth.turn(from: 120, to: try #require(filter.estimate).heading)) < 10)
  }

  @Test("late, repeated and broken samples change nothing")
  func dirty() throws {
    var filter = try VehicleHeading()
    filter.process(fix(5, speed: 20, course: 10))
    filter.process(turn(5.1, clockwise: 1, up: Vector3(0, 0, 1)), gravity: Vector3(0, 0, 1))
    let before = filter.state
    filter.process(fix(5, speed: 20, course: 200))
    filter.process(fix(4, speed: 20, course: 200))
    filter.process(turn(5.1, clockwise: 100, up: Vector3(0, 0, 1)), gravity: Vector3(0, 0, 1))
    filter.process(turn(5, clockwise: 100, up: Vector3(0, 0, 1)), gravity: Vector3(0, 0, 1))
    filter.process(turn(5.2, clockwise: 100, up: Vector3(0, 0, 1)), gravity: .zero)
    filter.process(
      RotationSample(timestamp: at(5.2), radiansPerSecond: Vector3(.nan, 0, 0)),
      gravity: Vector3(0, 0, 1)
    )
    #expect(filter.state == before)
  }

  @Test("restored at any sample it goes on bit for bit")
  func restored() throws {
    var random = SeededRandom(seed: 3)
    var straight = try VehicleHeading()
    var split = try VehicleHeading()
    for index in 0..<500 {
      let time = Double(index) * 0.02
      let sample = RotationSample(
        timestamp: at(time),
        radiansPerSecond: random.normalVector(deviation: 0.2)
      )
      let data = try JSONEncoder().encode(split.state)
      split = try VehicleHeading(
        split.configuration,
        restoring: try JSONDecoder().decode(VehicleHeading.State.self, from: data)
      )
      straight.process(sample, gravity: Vector3(0, 0, 1))
      split.process(sample, gravity: Vector3(0, 0, 1))
      if index.isMultiple(of: 50) {
        let fix = fix(time, speed: 10 * Double.random(in: 0...1, using: &random), course: 77)
        straight.process(fix)
        split.process(fix)
      }
      #expect(straight.state == split.state)
      #expect(straight.estimate == split.estimate)
    }
  }

  @Test(
    "values are held to their ranges",
    arguments: [
      VehicleHeadingConfiguration(minimumSpeed: 0),
      VehicleHeadingConfiguration(velocityError: .nan),
      VehicleHeadingConfiguration(headingWalkDegPerRootSec: 0),
      VehicleHeadingConfiguration(initialBiasErrorDegPerSec: 31),
      VehicleHeadingConfiguration(biasWalkDegPerSecPerRootSec: -0.1),
      VehicleHeadingConfiguration(maximumGapSec: 0.01),
      VehicleHeadingConfiguration(maximumErrorDeg: 181),
    ]
  )
  func ranges(configuration: VehicleHeadingConfiguration) {
    #expect(throws: ConfigurationError.self) { try VehicleHeading(configuration) }
  }

  @Test("a missing key has its default")
  func partial() throws {
    let decoded = try JSONDecoder().decode(
      VehicleHeadingConfiguration.self,
      from: Data(#"{"minimumSpeed": 3}"#.utf8)
    )
    #expect(decoded == VehicleHeadingConfiguration(minimumSpeed: 3))
  }
}

extension Timestamp {
  /// The origin of the time lines in these tests.
  static let origin = Timestamp(nanoseconds: 0)
}
