import DistractionDetection
import Foundation
import MotionSamples
import SignalFilters
import Testing

@Suite("DistractionDetector")
struct DistractionDetectorTests {
  static let rates: [Double] = [25, 50, 100, 200]

  /// Driving, handling for some seconds from 30 s on, and driving again.
  static func timeline(
    handling seconds: Double,
    hz: Double = 50,
    seed: UInt64 = 1
  ) -> PhoneTimeline {
    var timeline = PhoneTimeline(hz: hz, seed: seed)
    timeline.drive(30)
    timeline.handle(seconds)
    timeline.drive(20)
    return timeline
  }

  @Test(
    "handling is found, dated back and closed at its end, at any rate",
    arguments: rates,
    [true, false]
  )
  func handling(hz: Double, hasGyroscope: Bool) throws {
    var detector = try DistractionDetector.armed()
    let inputs = try Self.timeline(handling: 12, hz: hz).inputs(hasGyroscope: hasGyroscope)
    let closed = detector.run(inputs).closed
    try #require(closed.count == 1)
    #expect(abs(closed[0].start - 30) <= (hasGyroscope ? 0.5 : 1))
    #expect(abs(closed[0].end - 42) <= (hasGyroscope ? 0.5 : 1))
  }

  @Test("an episode opens once handling has lasted long enough, not before")
  func opensInTime() throws {
    var detector = try DistractionDetector.armed()
    let outputs = detector.run(try Self.timeline(handling: 12).inputs())
    guard case .opened(let start, let at, .handling) = outputs.first else {
      Issue.record("no episode")
      return
    }
    let waited = at.seconds(since: start)
    // The hops after the middle of the window are waited for.
    #expect(waited >= 5 && waited <= 6)
  }

  @Test("handling shorter than minEpisodeSec is none", arguments: [1.0, 2, 3, 4])
  func tooShort(seconds: Double) throws {
    var detector = try DistractionDetector.armed()
    #expect(detector.run(try Self.timeline(handling: seconds).inputs()).isEmpty)
  }

  @Test("minEpisodeSec is met by as much and missed by a little less", arguments: [true, false])
  func minimumEpisode(hasGyroscope: Bool) throws {
    let inputs = try Self.timeline(handling: 8).inputs(hasGyroscope: hasGyroscope)
    var reference = try DistractionDetector.armed()
    let lasted = try #require(reference.run(inputs).closed.first).durationSec
    func count(_ minimum: Double) throws -> Int {
      var detector = try DistractionDetector.armed { $0.minEpisodeSec = minimum }
      return detector.run(inputs).closed.count
    }
    #expect(try count(lasted - 0.001) == 1)
    #expect(try count(lasted) == 1)
    #expect(try count(lasted + 0.001) == 0)
  }

  @Test(
    "minSpeed is met by as much and missed by a little less",
    arguments: [(4.999, 0), (5, 1), (5.001, 1)]
  )
  func minimumSpeed(speed: Double, episodes: Int) throws {
    var detector = try DistractionDetector.armed()
    let inputs = try Self.timeline(handling: 12).inputs(speed: { _ in speed })
    #expect(detector.run(inputs).closed.count == episodes)
  }

  @Test("an unknown speed opens nothing")
  func unknownSpeed() throws {
    var detector = try DistractionDetector.armed()
    #expect(detector.run(try Self.timeline(handling: 12).inputs(speed: { _ in nil })).isEmpty)
  }

  @Test("a speed of 15 s ago is known, and one a nanosecond older is not")
  func speedAge() throws {
    let timeline = Self.timeline(handling: 5.5)
    var reference = try DistractionDetector.armed()
    let opened = try #require(reference.run(try timeline.inputs()).opened.first)
    let frames = try timeline.inputs(speed: { _ in nil })
    func count(age: Int64) throws -> Int {
      var detector = try DistractionDetector.armed { $0.minEpisodeSec = 5 }
      let taken = Timestamp(nanoseconds: opened.nanoseconds - age)
      return detector.run([.fix(LocationFix(timestamp: taken, speed: 20))] + frames).opened.count {
        $0 == opened
      }
    }
    #expect(try count(age: 14_999_999_999) == 1)
    #expect(try count(age: 15_000_000_000) == 1)
    #expect(try count(age: 15_000_000_001) == 0)
  }

  @Test("an older fix that comes late does not replace the newer speed")
  func lateFix() throws {
    var detector = try DistractionDetector.armed()
    var inputs = try Self.timeline(handling: 12).inputs(speed: { $0 == 25 ? 15 : nil })
    let late = LocationFix(timestamp: Timestamp(nanoseconds: 24_000_000_000), speed: 0)
    inputs.insert(.fix(late), at: 30 * 50)
    #expect(detector.run(inputs).closed.count == 1)
  }

  @Test("an open episode survives a stop")
  func staysOpenAtAStop() throws {
    var detector = try DistractionDetector.armed()
    let inputs = try Self.timeline(handling: 40).inputs(speed: { $0 < 38 ? 15 : 0 })
    let closed = detector.run(inputs).closed
    try #require(closed.count == 1)
    #expect(abs(closed[0].end - 70) <= 0.5)
  }

  @Test("handling at a stop opens once the vehicle is fast enough, dated back to its first instant")
  func opensAfterAStop() throws {
    var detector = try DistractionDetector.armed()
    let closed = detector.run(
      try Self.timeline(handling: 20).inputs(speed: { $0 < 43 ? 0 : 15 })
    ).closed
    try #require(closed.count == 1)
    #expect(abs(closed[0].start - 30) <= 0.5)
  }

  @Test("a pause up to the merge gap joins, a longer one parts")
  func mergeGap() throws {
    var timeline = PhoneTimeline()
    timeline.drive(20)
    timeline.handle(10)
    timeline.drive(8)
    timeline.handle(10)
    timeline.drive(20)
    let inputs = try timeline.inputs()
    var reference = try DistractionDetector.armed()
    let apart = reference.run(inputs).closed
    try #require(apart.count == 2)
    let pause = apart[1].start - apart[0].end
    func count(_ mergeGap: Double) throws -> Int {
      var detector = try DistractionDetector.armed { $0.mergeGapSec = mergeGap }
      return detector.run(inputs).closed.count
    }
    #expect(try count(pause - 0.01) == 2)
    #expect(try count(pause) == 1)
    #expect(try count(pause + 0.01) == 1)
  }

  @Test("no pothole and no row of them opens an episode", arguments: [true, false], [8.0, 15, 30])
  func potholes(hasGyroscope: Bool, strength: Double) throws {
    var timeline = PhoneTimeline()
    timeline.drive(20)
    for _ in 0..<20 {
      timeline.jolt(strength: strength)
      timeline.drive(1.3)
    }
    timeline.drive(20)
    var detector = try DistractionDetector.armed()
    #expect(detector.run(try timeline.inputs(hasGyroscope: hasGyroscope)).isEmpty)
  }

  @Test("no bump closes an episode", arguments: [true, false], [8.0, 15, 30])
  func bumps(hasGyroscope: Bool, strength: Double) throws {
    var timeline = PhoneTimeline()
    timeline.drive(20)
    for _ in 0..<20 {
      timeline.handle(1.3)
      timeline.jolt(strength: strength)
    }
    let end = timeline.now
    timeline.drive(20)
    var detector = try DistractionDetector.armed()
    let closed = detector.run(try timeline.inputs(hasGyroscope: hasGyroscope)).closed
    try #require(closed.count == 1)
    // Without a gyroscope the bumps drown the first and the last of it.
    let tolerance = hasGyroscope ? 1 : 3.5
    #expect(abs(closed[0].start - 20) <= tolerance)
    #expect(abs(closed[0].end - end) <= tolerance)
  }

  @Test(
    "no manoeuvre opens an episode, with its fake tilt of up to 38 degrees",
    arguments: [true, false],
    [2.0, 5, 8]
  )
  func manoeuvres(hasGyroscope: Bool, acceleration: Double) throws {
    var timeline = PhoneTimeline()
    timeline.drive(20)
    for seconds in [3.0, 6, 10, 20] {
      timeline.manoeuvre(seconds, acceleration: acceleration, yawRate: 0.4)
      timeline.drive(4)
      timeline.manoeuvre(seconds, acceleration: -acceleration, yawRate: 0)
      timeline.drive(8)
    }
    var detector = try DistractionDetector.armed()
    #expect(detector.run(try timeline.inputs(hasGyroscope: hasGyroscope)).isEmpty)
  }

  @Test("a phone put down otherwise than it lay before is quiet again", arguments: [true, false])
  func putDownElsewhere(hasGyroscope: Bool) throws {
    var timeline = Self.timeline(handling: 10.3)
    timeline.go(for: 1, turning: { _ in Vector3(1.2, 0, 0) })
    timeline.drive(60)
    var detector = try DistractionDetector.armed()
    let outputs = detector.run(try timeline.inputs(hasGyroscope: hasGyroscope))
    #expect(outputs.closed.count == 1)
    #expect(!detector.isEpisodeOpen)
  }
}
