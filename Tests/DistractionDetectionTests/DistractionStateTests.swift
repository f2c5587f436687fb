import DistractionDetection
import Foundation
import MotionSamples
import SignalFilters
import Testing

@Suite("DistractionDetector: arming, gaps, screen and state")
struct DistractionStateTests {
  /// Two episodes with a gap in the stream, jolts and a stop.
  static func eventful(seed: UInt64 = 1) -> PhoneTimeline {
    var timeline = PhoneTimeline(seed: seed)
    timeline.drive(12)
    timeline.handle(9)
    timeline.jolt(strength: 20)
    timeline.handle(2)
    timeline.drive(14)
    timeline.manoeuvre(4, acceleration: 4, yawRate: 0.3)
    timeline.handle(8)
    timeline.drive(9)
    return timeline
  }

  static func at(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: 0).advanced(bySeconds: seconds)
  }

  /// The inputs without the frames of a span.
  static func without(
    _ span: Range<Double>,
    _ timeline: PhoneTimeline
  ) throws -> [DetectorInput] {
    var frontEnd = try MotionFrontEnd()
    var result: [DetectorInput] = [.fix(LocationFix(timestamp: at(0), speed: 15))]
    for reading in timeline.readings where !span.contains(reading.time) {
      let timestamp = at(reading.time)
      result.append(.fix(LocationFix(timestamp: timestamp, speed: 15)))
      frontEnd.process(
        RotationSample(timestamp: timestamp, radiansPerSecond: reading.rotationRate)
      )
      let sample = AccelerationSample(
        timestamp: timestamp,
        metersPerSecondSquared: reading.acceleration
      )
      result.append(.frame(frontEnd.process(sample)))
    }
    return result
  }

  @Test("a detector that is not armed, or not enabled, says nothing")
  func offSaysNothing() throws {
    let inputs = try Self.eventful().inputs()
    var unarmed = try DistractionDetector()
    #expect(unarmed.run(inputs).isEmpty)
    var disabled = try DistractionDetector.armed { $0.enabled = false }
    #expect(disabled.run(inputs).isEmpty)
  }

  @Test("disarming ends an open episode at that instant, once")
  func disarmEndsEpisode() throws {
    var detector = try DistractionDetector.armed()
    let inputs = try Self.eventful().inputs().prefix { input in
      if case .frame(let frame) = input { frame.timestamp < Self.at(19.3) } else { true }
    }
    let outputs = detector.run(inputs)
    #expect(outputs.opened.count == 1 && outputs.closed.isEmpty)
    let closed = detector.disarm(at: Self.at(19.3)).closed
    #expect(closed.map(\.end) == [19.3])
    #expect(detector.disarm(at: Self.at(20)).isEmpty)
    #expect(!detector.isEpisodeOpen)
  }

  @Test("arming again starts from nothing")
  func armAgain() throws {
    var detector = try DistractionDetector.armed()
    let inputs = try Self.eventful().inputs()
    _ = detector.run(inputs.prefix(900))
    _ = detector.disarm(at: Self.at(17))
    var trail = NoTrail()
    detector.setArmed(true, at: Self.at(17), trail: &trail) { _ in }
    // What is left of the first handling is too short, and the second is found as ever.
    var fresh = try DistractionDetector.armed()
    let reference = fresh.run(inputs).closed
    let closed = detector.run(inputs.dropFirst(1_400)).closed
    try #require(closed.count == 1 && reference.count == 2)
    // The hops lie elsewhere, so the times agree to within two of them.
    #expect(abs(closed[0].start - reference[1].start) <= 0.5)
    #expect(abs(closed[0].end - reference[1].end) <= 0.5)
  }

  @Test(
    "an episode outlasts a gap in the stream and does not count it as quiet",
    arguments: [3.0, 6, 9.9]
  )
  func shortGap(seconds: Double) throws {
    var timeline = PhoneTimeline()
    timeline.drive(10)
    timeline.handle(30)
    timeline.drive(20)
    var detector = try DistractionDetector.armed()
    let closed = detector.run(try Self.without(20..<(20 + seconds), timeline)).closed
    try #require(closed.count == 1)
    #expect(abs(closed[0].end - 40) <= 0.5)
  }

  @Test("an episode ends before a gap that is too long")
  func longGap() throws {
    var timeline = PhoneTimeline()
    timeline.drive(10)
    timeline.handle(40)
    timeline.drive(20)
    var detector = try DistractionDetector.armed()
    let closed = detector.run(try Self.without(20..<30.5, timeline)).closed
    try #require(closed.count == 2)
    #expect(closed[0].end <= 20 && closed[0].end >= 19)
    #expect(closed[1].start >= 30.5)
  }

  @Test("handling that is no episode yet does not reach across a gap")
  func gapBeforeOpening() throws {
    var timeline = PhoneTimeline()
    timeline.drive(10)
    timeline.handle(8)
    timeline.drive(20)
    var detector = try DistractionDetector.armed()
    #expect(detector.run(try Self.without(13.5..<15.5, timeline)).isEmpty)
  }

  @Test("time alone closes an episode once the stream has been silent for too long")
  func silence() throws {
    var detector = try DistractionDetector.armed()
    let inputs = try Self.eventful().inputs().prefix(1_000)
    #expect(detector.run(inputs).opened.count == 1)
    guard case .frame(let last) = inputs.last else {
      Issue.record("no frame at the end")
      return
    }
    var trail = NoTrail()
    var outputs: [DistractionOutput] = []
    detector.advance(to: last.timestamp.advanced(bySeconds: 10), trail: &trail) {
      outputs.append($0)
    }
    #expect(outputs.isEmpty)
    let late = last.timestamp.advanced(bySeconds: 10.001)
    detector.advance(to: late, trail: &trail) { outputs.append($0) }
    detector.advance(to: late, trail: &trail) { outputs.append($0) }
    #expect(outputs.closed.count == 1)
    #expect(outputs.first?.decidedAt == late)
  }

  @Test("the cause is handling, or the screen where it was active during handling")
  func cause() throws {
    let inputs = try Self.eventful().inputs()
    var off = try DistractionDetector.armed()
    #expect(off.run(inputs).causes == [.handling, .handling])
    var on = try DistractionDetector.armed()
    on.setScreenActive(true)
    #expect(on.run(inputs).causes == [.screen, .screen])
    var during = try DistractionDetector.armed()
    #expect(during.run(inputs.prefix(1_000)).causes == [.handling])
    during.setScreenActive(true)
    #expect(during.run(inputs[1_000..<1_020]).causes == [.screen])
    during.setScreenActive(false)
    #expect(during.run(inputs.dropFirst(1_020)).causes == [.handling])
  }

  @Test("an active screen alone is no handling")
  func screenAlone() throws {
    var timeline = PhoneTimeline()
    timeline.drive(60)
    var detector = try DistractionDetector.armed()
    detector.setScreenActive(true)
    #expect(detector.run(try timeline.inputs()).isEmpty)
  }

  @Test(
    "written down and restored anywhere, it goes on identically",
    arguments: [1, 2, 3] as [UInt64],
    [true, false]
  )
  func restoredAnywhere(seed: UInt64, hasGyroscope: Bool) throws {
    let inputs = try Self.eventful(seed: seed).inputs(hasGyroscope: hasGyroscope)
    var straight = try DistractionDetector.armed()
    let expected = straight.run(inputs)
    #expect(!expected.isEmpty)
    var broken = try DistractionDetector.armed()
    var outputs: [DistractionOutput] = []
    var noise = SeededNoise(seed: seed)
    var index = 0
    while index < inputs.count {
      let next = min(inputs.count, index + 1 + Int(noise.unit() * 90))
      outputs += broken.run(inputs[index..<next])
      let bytes = try JSONEncoder().encode(broken.state)
      let state = try JSONDecoder().decode(DistractionDetector.State.self, from: bytes)
      #expect(state == broken.state)
      broken = try DistractionDetector(broken.configuration, restoring: state)
      index = next
    }
    #expect(outputs == expected)
    #expect(broken.state == straight.state)
  }

  @Test(
    "a shifted time line shifts the times and nothing else",
    arguments: [-1e9, 0.123_456_789, 1e9]
  )
  func shiftedTime(shift: Double) throws {
    let timeline = Self.eventful()
    var reference = try DistractionDetector.armed()
    let expected = reference.run(try timeline.inputs())
    var shifted = try DistractionDetector.armed()
    let origin = Self.at(shift)
    let outputs = shifted.run(try timeline.inputs(startingAt: origin))
    #expect(outputs.count == expected.count)
    for (output, original) in zip(outputs, expected) {
      #expect(abs(output.decidedAt.seconds(since: origin) - original.decidedAt.seconds) < 1e-6)
    }
    #expect(outputs.causes == expected.causes)
  }

  @Test(
    "turning the phone's axes changes nothing",
    arguments: [1, 2, 3, 4] as [UInt64],
    [true, false]
  )
  func turnedAxes(seed: UInt64, hasGyroscope: Bool) throws {
    var noise = SeededNoise(seed: seed)
    let axis = try #require(noise.vector(1).normalized)
    let angle = 2 * Double.pi * noise.unit()
    func turn(_ vector: Vector3) -> Vector3 {
      vector * cosine(angle) + axis.cross(vector) * sine(angle)
        + axis * (axis.dot(vector) * (1 - cosine(angle)))
    }
    let timeline = Self.eventful(seed: seed)
    var straight = try DistractionDetector.armed()
    let expected = straight.run(try timeline.inputs(hasGyroscope: hasGyroscope))
    var turned = try DistractionDetector.armed()
    let outputs = turned.run(try timeline.inputs(hasGyroscope: hasGyroscope, turnedBy: turn))
    #expect(outputs == expected)
  }

  @Test("the trail changes nothing and names each feature with value and threshold")
  func trail() throws {
    let inputs = try Self.eventful().inputs()
    var silent = try DistractionDetector.armed()
    let expected = silent.run(inputs)
    var explained = try DistractionDetector.armed()
    var log = DecisionLog()
    #expect(explained.run(inputs, trail: &log) == expected)
    #expect(explained.state == silent.state)
    let codes = Set(log.checks.map(\.code))
    for code in [
      "rotationAcrossGravity", "lowBandSway", "gravityDirectionChange",
      "restingAttitudeDeparture", "handlingTooShort", "speedBelowMinimum",
    ] {
      #expect(codes.contains(code))
    }
    for check in log.checks where check.verdict != .notApplicable {
      let (measured, threshold) = (try #require(check.measured), try #require(check.threshold))
      #expect((measured >= threshold) == (check.verdict == .passed))
    }
  }

  @Test("frames of any content trap nothing", arguments: 1...20 as ClosedRange<UInt64>)
  func senselessFrames(seed: UInt64) throws {
    var noise = SeededNoise(seed: seed)
    var detector = try DistractionDetector.armed()
    let values: [Double] = [0, 1, -9.8, 5e-308, 1e160, -1e308, .infinity, .nan]
    func value() -> Double { values[Int(noise.unit() * Double(values.count))] }
    func vector() -> Vector3 { Vector3(value(), value(), value()) }
    var nanoseconds = seed.isMultiple(of: 2) ? Int64.max - 2_000_000_000 : Int64.min
    for _ in 0..<2_000 {
      let step = Int64(noise.unit() * 90_000_000) - 10_000_000
      nanoseconds = nanoseconds.addingReportingOverflow(step).partialValue
      let frame = MotionFrame(
        timestamp: Timestamp(nanoseconds: nanoseconds),
        interval: value(),
        acceleration: vector(),
        gravity: vector(),
        rotationRate: noise.unit() < 0.5 ? vector() : nil,
        isSaturated: noise.unit() < 0.1,
        isRestart: noise.unit() < 0.02
      )
      _ = detector.run([.frame(frame)])
    }
  }
}
