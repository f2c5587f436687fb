import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("HeadingDetector")
struct HeadingDetectorTests {
  /// Mid-2026.
  private static let unixSeconds = 1_782_950_400.0

  private func run(
    _ phone: inout SimulatedPhone,
    for seconds: Double,
    into detector: inout HeadingDetector
  ) -> [HeadingEvent] {
    var events: [HeadingEvent] = []
    phone.run(for: seconds) { reading in
      switch reading {
      case .rotation(let sample):
        if let event = detector.process(sample) { events.append(event) }
      case .acceleration(let sample):
        if let event = detector.process(sample) { events.append(event) }
      case .field(let sample): detector.process(sample)
      }
    }
    return events
  }

  private func fix(_ latitude: Double, _ longitude: Double) -> LocationFix {
    LocationFix(
      timestamp: Timestamp(nanoseconds: 0),
      coordinate: Coordinate(latitude: latitude, longitude: longitude)
    )
  }

  @Test("headings are magnetic until there is a fix, and then true by the declination, added once")
  func trueNorth() throws {
    var phone = SimulatedPhone(azimuth: 350)
    var detector = try HeadingDetector()
    let magnetic = run(&phone, for: 5, into: &detector)
    let trueCount = magnetic.count { $0.isTrue }
    #expect(trueCount == 0)
    // Seattle: 14.9° to the east.
    detector.process(fix(47.61, -122.33), unixSeconds: Self.unixSeconds)
    let turned = run(&phone, for: 5, into: &detector)
    #expect(turned.allSatisfy { $0.isTrue })
    let last = try #require(turned.last)
    #expect(abs(Azimuth.turn(from: 350 + 14.9, to: last.heading)) < 1)
    let before = try #require(magnetic.last)
    #expect(last.accuracy > before.accuracy - 1)
    // São Paulo: 21.9° to the west; another fix does not add to the one before.
    for _ in 0..<10 { detector.process(fix(-23.55, -46.63), unixSeconds: Self.unixSeconds) }
    let west = try #require(run(&phone, for: 1, into: &detector).last)
    #expect(abs(Azimuth.turn(from: 350 - 21.9, to: west.heading)) < 1)
  }

  @Test("a date that the model does not hold for leaves headings magnetic")
  func outsideValidity() throws {
    var phone = SimulatedPhone(azimuth: 20)
    var detector = try HeadingDetector()
    detector.process(fix(45.2, 5.7), unixSeconds: 1_466_000_000)
    #expect(detector.declination == nil)
    #expect(run(&phone, for: 1, into: &detector).allSatisfy { !$0.isTrue })
    // One that is known from elsewhere makes them true.
    detector.setDeclination(MagneticDeclination(degrees: 1.7, uncertainty: 0.4))
    let last = try #require(run(&phone, for: 2, into: &detector).last)
    #expect(last.isTrue)
    #expect(abs(Azimuth.turn(from: 21.7, to: last.heading)) < 1)
    detector.setDeclination(nil)
    #expect(run(&phone, for: 1, into: &detector).allSatisfy { !$0.isTrue })
  }

  @Test("a fix without a position changes nothing")
  func fixWithoutPosition() throws {
    var detector = try HeadingDetector()
    detector.process(
      LocationFix(timestamp: Timestamp(nanoseconds: 0), speed: 3),
      unixSeconds: Self.unixSeconds
    )
    #expect(detector.declination == nil)
  }

  @Test(
    "the model is asked again after 5 km or ten days",
    arguments: [
      (0.044, 0.0, false), (0.046, 0, true), (0, 863_999, false), (0, 864_001, true),
    ] as [(Double, Double, Bool)]
  )
  func askedAgain(degreesNorth: Double, secondsLater: Double, changes: Bool) throws {
    var detector = try HeadingDetector()
    detector.process(fix(60, 20), unixSeconds: Self.unixSeconds)
    detector.setDeclination(MagneticDeclination(degrees: 99, uncertainty: 0))
    detector.process(
      fix(60 + degreesNorth, 20),
      unixSeconds: Self.unixSeconds + secondsLater
    )
    #expect((detector.declination?.degrees != 99) == changes)
  }

  @Test("a phone at rest hands out 25 headings a second, a turning one a heading at every reading")
  func emission() throws {
    var phone = SimulatedPhone(azimuth: 20)
    var detector = try HeadingDetector()
    _ = run(&phone, for: 5, into: &detector)
    #expect(abs(run(&phone, for: 4, into: &detector).count - 100) <= 1)
    phone.rotationRate = { _ in Vector3(0, 0, 1.5) }
    #expect(run(&phone, for: 4, into: &detector).count > 380)
  }

  @Test("a heading that needs calibration is handed out as invalid")
  func invalid() throws {
    var phone = SimulatedPhone(azimuth: 20)
    phone.hardIron = Vector3(500, 0, 300)
    var detector = try HeadingDetector()
    let events = run(&phone, for: 5, into: &detector)
    #expect(!events.isEmpty)
    #expect(events.allSatisfy { $0.accuracy < 0 })
    #expect(events.allSatisfy { (0..<360).contains($0.heading) })
  }

  @Test("a phone held upright shows where its back camera looks")
  func upright() throws {
    var phone = SimulatedPhone(azimuth: 130, elevation: 88)
    var detector = try HeadingDetector()
    let last = try #require(run(&phone, for: 5, into: &detector).last)
    #expect(abs(Azimuth.turn(from: 130, to: last.heading)) < 3)
  }

  @Test(
    "each edge of the screen has its own heading",
    arguments: [
      (.top, 0), (.right, 90), (.bottom, 180), (.left, 270),
    ] as [(TiltCompensatedCompass.Edge, Double)]
  )
  func edges(edge: TiltCompensatedCompass.Edge, offset: Double) throws {
    var configuration = HeadingConfiguration()
    configuration.edge = edge
    var phone = SimulatedPhone(azimuth: 300)
    var detector = try HeadingDetector(configuration)
    let last = try #require(run(&phone, for: 5, into: &detector).last)
    #expect(abs(Azimuth.turn(from: 300 + offset, to: last.heading)) < 2)
  }

  @Test("without a gyroscope headings come with the accelerometer")
  func withoutGyroscope() throws {
    var phone = SimulatedPhone(azimuth: 300)
    phone.isGyroscopeOn = { _ in false }
    var detector = try HeadingDetector()
    let events = run(&phone, for: 5, into: &detector)
    #expect(events.count > 100)
    let last = try #require(events.last)
    #expect(abs(Azimuth.turn(from: 300, to: last.heading)) < 5)
  }

  @Test("restored at any reading it goes on event by event", arguments: [UInt64(1), 2])
  func restored(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var phone = SimulatedPhone(azimuth: 45, seed: seed)
    phone.rotationRate = SimulatedPhone.figureOfEight
    var straight = try HeadingDetector()
    var split = try HeadingDetector()
    straight.process(fix(47.61, -122.33), unixSeconds: Self.unixSeconds)
    split.process(fix(47.61, -122.33), unixSeconds: Self.unixSeconds)
    var readings: [SimulatedPhone.Reading] = []
    phone.run(for: 15) { readings.append($0) }
    for reading in readings {
      if Int.random(in: 0..<40, using: &random) == 0 {
        let data = try JSONEncoder().encode(split.state)
        split = try HeadingDetector(
          split.configuration,
          restoring: try JSONDecoder().decode(HeadingDetector.State.self, from: data)
        )
      }
      switch reading {
      case .rotation(let sample): #expect(split.process(sample) == straight.process(sample))
      case .acceleration(let sample): #expect(split.process(sample) == straight.process(sample))
      case .field(let sample):
        split.process(sample)
        straight.process(sample)
      }
    }
    #expect(split.state == straight.state)
  }
}
