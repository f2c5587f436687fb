import Foundation
import MotionSamples
import Testing

@Suite("SampleGate")
struct SampleGateTests {
  // MARK: - Refusals

  @Test(
    "a component that is not finite is refused, whatever the channel and axis",
    arguments: [Double.nan, .infinity, -.infinity],
    [0, 1, 2]
  )
  func notFinite(value: Double, axis: Int) throws {
    var components = SIMD3(repeating: 1.0)
    components[axis] = value
    let reading = Vector3(components)
    var run = try GateRun()
    for sample in [acceleration(0, reading), rotation(0, reading), magneticField(0, reading)] {
      #expect(run.push(sample) == .notFinite)
      #expect(run.gate.counts(of: sample.channel).notFinite == 1)
    }
    run.flush()
    #expect(run.released.isEmpty)
    #expect(run.codes == Array(repeating: "sampleNotFinite", count: 3))
    #expect(run.log.checks.allSatisfy { $0.measured == nil && $0.verdict == .failed })
  }

  @Test("beyond the physical range is refused, at it is not")
  func physicalRange() throws {
    let limit = 260 * PhysicalConstants.standardGravity
    let table: [(SensorSample, SampleRejection?)] = [
      (acceleration(0, Vector3(0, -limit.nextDown, 0)), nil),
      (acceleration(1, Vector3(0, -limit, 0)), nil),
      (acceleration(2, Vector3(0, -limit.nextUp, 0)), .beyondPhysicalRange),
      (acceleration(3, Vector3(limit, limit, limit)), nil),
      (rotation(0, Vector3(71, 0, 0)), nil),
      (rotation(1, Vector3(71.0.nextUp, 0, 0)), .beyondPhysicalRange),
      (magneticField(0, Vector3(0, 0, 5000)), nil),
      (magneticField(1, Vector3(0, 0, -5000.0.nextUp)), .beyondPhysicalRange),
    ]
    for (sample, expected) in table {
      var run = try GateRun()
      #expect(run.push(sample) == expected, "\(sample)")
      run.flush()
      #expect(run.released.count == (expected == nil ? 1 : 0))
      if expected != nil {
        #expect(run.codes == ["sampleBeyondPhysicalRange"])
        #expect(run.log.checks[0].measured != nil && run.log.checks[0].threshold != nil)
      }
    }
  }

  @Test("a car's own field of thousands of µT is true")
  func strongField() throws {
    var run = try GateRun()
    run.finish([magneticField(0, Vector3(-3200, 1800, 2500))])
    #expect(run.released.count == 1)
    #expect(run.released.first?.isSaturated == false)
  }

  @Test(
    "a reading that is both not finite and late is refused as not finite: the order of the checks"
  )
  func orderOfChecks() throws {
    var run = try GateRun()
    run.push(acceleration(1000))
    run.push(acceleration(1200))
    #expect(run.push(acceleration(900, Vector3(.nan, 0, 0))) == .notFinite)
    #expect(run.push(acceleration(900, Vector3(0, 1e9, 0))) == .beyondPhysicalRange)
    #expect(run.push(acceleration(1000)) == .duplicate)
    #expect(run.push(acceleration(900)) == .tooLate)
    #expect(run.gate.lastRejection == .tooLate)
    #expect(run.gate.counts(of: .acceleration).rejected == 4)
  }

  @Test("of two readings of one instant the first to arrive counts, waiting or passed on")
  func duplicates() throws {
    var run = try GateRun()
    run.push(acceleration(0, Vector3(1, 0, 9)))
    #expect(run.push(acceleration(0, Vector3(2, 0, 9))) == .duplicate)
    #expect(run.push(rotation(0)) == nil, "another channel may share the instant")
    run.push(acceleration(50))
    #expect(run.released.count == 2)
    #expect(run.push(acceleration(0, Vector3(3, 0, 9))) == .duplicate)
    run.flush()
    #expect(run.gate.counts(of: .acceleration).duplicate == 2)
    #expect(run.gate.counts(of: .rotation).duplicate == 0)
    #expect(run.released.map(\.sample.reading.x) == [0, 1, 0])
  }

  // MARK: - Order

  @Test("a reading is passed on once it is as old as the window, not before")
  func windowBoundary() throws {
    var run = try GateRun()
    run.push(acceleration(0))
    run.push(acceleration(49.999_999))
    #expect(run.times.isEmpty)
    run.push(acceleration(50))
    #expect(run.times == [0])
  }

  @Test("out of order within the window is put back and counted")
  func reordered() throws {
    var run = try GateRun()
    run.finish([0, 20, 10, 40, 30].map { acceleration($0) })
    #expect(run.times == [0, 10, 20, 30, 40])
    #expect(run.gate.counts(of: .acceleration).reordered == 2)
    #expect(run.gate.counts(of: .acceleration).rejected == 0)
  }

  @Test("too late only against its own channel's last released")
  func lateness() throws {
    var run = try GateRun()
    for time in stride(from: 0.0, through: 200, by: 20) { run.push(acceleration(time)) }
    #expect(run.push(rotation(15)) == nil, "the gyroscope has passed nothing on yet")
    #expect(run.released.last?.sample == rotation(15), "and this can wait no longer")
    #expect(run.push(rotation(14)) == .tooLate)
    #expect(run.push(acceleration(145)) == nil, "the last one passed on is at 140")
    #expect(run.push(acceleration(139)) == .tooLate)
    #expect(run.log.checks.last?.code == "sampleTooLate")
    #expect(run.log.checks.last?.measured == 0.006)
    #expect(run.log.checks.last?.threshold == 0.05)
  }

  @Test("channels of one instant come out with the accelerometer last")
  func oneInstant() throws {
    var run = try GateRun()
    run.finish([acceleration(0), magneticField(0), rotation(0)])
    #expect(run.released.map(\.sample.channel) == [.rotation, .magneticField, .acceleration])
  }

  @Test("a full buffer passes the oldest on before its time")
  func overflow() throws {
    var configuration = SampleGateConfiguration()
    configuration.reorderCapacity = 4
    var run = try GateRun(configuration)
    for time in 0..<6 { run.push(acceleration(Double(time))) }
    #expect(run.times == [0, 1])
    #expect(run.gate.counts(of: .acceleration).overflowed == 2)
  }

  @Test("a state from a gate with more room is brought down to the capacity")
  func smallerGate() throws {
    var run = try GateRun()
    for time in 0..<40 { run.push(acceleration(Double(time))) }
    run.gate = try SampleGate(
      SampleGateConfiguration(reorderCapacity: 4),
      restoring: run.gate.state
    )
    run.push(acceleration(40))
    #expect(run.times == (0..<37).map(Double.init))
  }

  @Test("a window of zero passes everything on at once")
  func noWindow() throws {
    var configuration = SampleGateConfiguration()
    configuration.reorderWindowMs = 0
    var run = try GateRun(configuration)
    run.push(acceleration(0))
    run.push(acceleration(10))
    #expect(run.times == [0, 10])
  }

  @Test("time alone passes on what waits when the readings stop")
  func advance() throws {
    var run = try GateRun()
    run.push(acceleration(0))
    run.push(acceleration(10))
    run.advance(to: 50)
    #expect(run.times == [0])
    run.advance(to: 60)
    #expect(run.times == [0, 10])
    run.push(acceleration(20))
    run.flush()
    #expect(run.times == [0, 10, 20])
  }

  // MARK: - Gaps, leaps and clocks set back

  @Test(
    "a silence beyond the limit restarts the channel, one at the limit does not",
    arguments: [(499.0, nil), (500, nil), (501, RestartCause.gap)] as [(Double, RestartCause?)]
  )
  func gap(milliseconds: Double, expected: RestartCause?) throws {
    var run = try GateRun()
    run.finish([acceleration(0), acceleration(milliseconds), acceleration(milliseconds + 10)])
    #expect(run.released.map(\.restart) == [.start, expected, nil])
    #expect(run.released.map(\.isRestart) == [true, expected != nil, false])
    #expect(run.gate.counts(of: .acceleration).gaps == (expected == nil ? 0 : 1))
    #expect(run.codes == (expected == nil ? [] : ["sampleGap"]))
  }

  @Test("each channel has its own limit and its own gap")
  func gapPerChannel() throws {
    var configuration = SampleGateConfiguration()
    configuration.maximumMagneticFieldGapSec = 2
    configuration.maximumRotationGapSec = 0.1
    var run = try GateRun(configuration)
    var stream = [rotation(0), magneticField(0)]
    stream += stride(from: 0.0, through: 1500, by: 10).map { acceleration($0) }
    stream += [rotation(1501), magneticField(1501)]
    run.finish(stream)
    #expect(run.gate.counts(of: .acceleration).gaps == 0)
    #expect(run.gate.counts(of: .rotation).gaps == 1)
    #expect(run.gate.counts(of: .magneticField).gaps == 0)
  }

  @Test(
    "one reading with a wild future time is dropped and stops nothing",
    arguments: [0, 1, 50, 99]
  )
  func loneLeap(position: Int) throws {
    let day = 86_400_000.0
    let clean = (0..<100).map { acceleration(Double($0) * 10) }
    var dirty = clean
    dirty.insert(acceleration(day), at: position)
    var expected = try GateRun()
    expected.finish(clean)
    var run = try GateRun()
    run.finish(dirty)
    #expect(run.released == expected.released)
    #expect(run.gate.counts(of: .acceleration).loneLeap == 1)
    #expect(run.gate.lastRejection == .loneLeap)
    #expect(run.codes == ["sampleLoneLeap"])
  }

  @Test("a wild time of the gyroscope does not disturb the accelerometer")
  func loneLeapOfOther() throws {
    var stream = (0..<100).map { acceleration(Double($0) * 10) }
    stream.insert(rotation(86_400_000), at: 40)
    stream.insert(rotation(401), at: 42)
    var run = try GateRun()
    run.finish(stream)
    #expect(run.gate.counts(of: .acceleration).released == 100)
    #expect(run.gate.counts(of: .rotation).released == 1)
    #expect(run.gate.counts(of: .rotation).loneLeap == 1)
  }

  @Test("a leap that the stream follows is a gap")
  func leapBelieved() throws {
    var run = try GateRun()
    run.finish(
      [0, 10, 20].map { acceleration($0) }
        + [86_400_000, 86_400_010, 86_400_020, 86_400_030].map { acceleration($0) }
    )
    #expect(run.gate.counts(of: .acceleration).released == 7)
    #expect(run.released.map(\.restart) == [.start, nil, nil, .gap, nil, nil, nil])
  }

  @Test("a leap with nothing after it is passed on at the end")
  func leapAtEnd() throws {
    var run = try GateRun()
    run.finish([acceleration(0), acceleration(10), acceleration(5000)])
    #expect(run.times == [0, 10, 5000])
    #expect(run.released.last?.restart == .gap)
  }

  @Test("a stream slower than the gap limit loses nothing")
  func slowStream() throws {
    var run = try GateRun()
    run.finish((0..<10).map { acceleration(Double($0) * 1000) })
    #expect(run.released.count == 10)
    #expect(run.gate.counts(of: .acceleration).gaps == 9)
  }

  @Test("a clock set back by a day begins a new time line after half a second")
  func clockReset() throws {
    let day = 86_400_000.0
    var run = try GateRun()
    for step in 0..<100 { run.push(acceleration(day + Double(step) * 10)) }
    for step in 0..<100 {
      run.push(acceleration(Double(step) * 10))
      run.push(rotation(Double(step) * 10 + 1))
    }
    run.flush()
    let resets = run.released.filter { $0.restart == .clockReset }
    #expect(resets.map(\.sample) == [acceleration(500)])
    #expect(run.gate.counts(of: .acceleration).tooLate == 50)
    #expect(run.gate.counts(of: .acceleration).clockResets == 1)
    #expect(run.gate.counts(of: .acceleration).released == 150)
    #expect(run.gate.counts(of: .rotation).rejected == 0)
    #expect(run.codes.filter { $0 == "sampleClockReset" }.count == 1)
  }

  @Test("all channels restart when the clock is set back")
  func clockResetOfAll() throws {
    let day = 86_400_000.0
    var run = try GateRun()
    for start in [day, 0] {
      for step in 0..<200 {
        run.push(acceleration(start + Double(step) * 10))
        run.push(rotation(start + Double(step) * 10 + 3))
        run.push(magneticField(start + Double(step) * 10 + 6))
      }
    }
    run.flush()
    for channel in SensorChannel.allCases {
      #expect(run.gate.counts(of: channel).clockResets == 1)
      #expect(run.gate.counts(of: channel).released == 350)
    }
  }

  @Test("a small step back is waited out")
  func smallStepBack() throws {
    var run = try GateRun()
    for step in 0..<200 { run.push(acceleration(10_000 + Double(step) * 10)) }
    for step in 0..<320 { run.push(acceleration(9_000 + Double(step) * 10)) }
    run.flush()
    #expect(run.gate.counts(of: .acceleration).clockResets == 0)
    #expect(run.gate.counts(of: .acceleration).released == 220)
    #expect(zip(run.times, run.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("late readings that come in disorder, or among ones in time, set nothing back")
  func noClockReset() throws {
    let hour = 3_600_000.0
    var run = try GateRun()
    for step in -10..<0 { run.push(acceleration(hour + Double(step) * 10)) }
    for step in 0..<200 {
      run.push(acceleration(hour + Double(step) * 10))
      run.push(acceleration(1000 + Double(step) * 10))
    }
    #expect(run.gate.counts(of: .acceleration).clockResets == 0)
    for step in 0..<200 { run.push(acceleration(9000 - Double(step) * 10)) }
    run.flush()
    #expect(run.gate.counts(of: .acceleration).clockResets == 0)
    #expect(run.gate.counts(of: .acceleration).released == 210)
  }

  @Test("times at the ends of the line trap nothing")
  func extremeTimes() throws {
    var run = try GateRun()
    let extremes: [Timestamp] = [
      .distantPast, .distantFuture, Timestamp(nanoseconds: 0), .distantPast, .distantFuture,
      Timestamp(nanoseconds: .max - 1), Timestamp(nanoseconds: .min + 1),
    ]
    for timestamp in extremes {
      run.push(
        .acceleration(AccelerationSample(timestamp: timestamp, metersPerSecondSquared: .zero))
      )
    }
    run.flush()
    #expect(
      run.gate.counts(of: .acceleration).released + run.gate.counts(of: .acceleration).rejected == 7
    )
  }

  // MARK: - Properties

  @Test(
    "any split into batches, with a snapshot between, is the same",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func snapshotAnywhere(seed: UInt64) throws {
    let stream = disturbed(generatedStream(seed: seed, count: 400), seed: seed)
    var straight = try GateRun()
    straight.finish(stream)

    var random = SeededGenerator(seed: seed &+ 1000)
    var run = try GateRun()
    for sample in stream {
      run.push(sample)
      if Int.random(in: 0..<40, using: &random) == 0 {
        let data = try JSONEncoder().encode(run.gate.state)
        let state = try JSONDecoder().decode(SampleGate.State.self, from: data)
        #expect(state == run.gate.state)
        run.gate = try SampleGate(restoring: state)
      }
    }
    run.flush()
    #expect(run.released == straight.released)
    #expect(run.gate.state == straight.gate.state)
    #expect(run.log.checks == straight.log.checks)
  }

  @Test(
    "any permutation within the window comes out the same",
    arguments: 1...50 as ClosedRange<UInt64>
  )
  func permutationWithinWindow(seed: UInt64) throws {
    let stream = generatedStream(seed: seed, count: 300)
    var straight = try GateRun()
    straight.finish(stream)
    #expect(straight.released.map(\.sample) == stream)

    var random = SeededGenerator(seed: seed &+ 2000)
    let delayed = stream.map { sample in
      (arrival: sample.timestamp.seconds + Double.random(in: 0..<0.0499, using: &random), sample)
    }
    var run = try GateRun()
    run.finish(delayed.sorted { $0.arrival < $1.arrival }.map { $0.1 })
    #expect(run.released == straight.released)
    #expect(run.gate.counts(of: .acceleration).reordered > 0)
    #expect(run.gate.counts(of: .acceleration).rejected == 0)
  }

  @Test(
    "after any garbage each channel is finite, strictly increasing between clock resets, and complete by the counts",
    arguments: 1...100 as ClosedRange<UInt64>
  )
  func garbage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var run = try GateRun()
    var pushed = 0
    for index in 0..<2000 {
      run.push(garbageSample(index: index, random: &random))
      pushed += 1
    }
    run.flush()
    for channel in SensorChannel.allCases {
      let own = run.released.filter { $0.sample.channel == channel }
      for (earlier, later) in zip(own, own.dropFirst()) where later.restart != .clockReset {
        #expect(earlier.sample.timestamp < later.sample.timestamp)
      }
      #expect(own.allSatisfy { $0.sample.reading.isFinite })
      #expect(own.first.map { $0.restart == .start } ?? true)
      #expect(own.count == run.gate.counts(of: channel).released)
    }
    let counts = SensorChannel.allCases.map { run.gate.counts(of: $0) }
    #expect(counts.map { $0.released + $0.rejected }.reduce(0, +) == pushed)
  }

  @Test(
    "garbage before a clean stream does not stop it for long",
    arguments: 1...30 as ClosedRange<UInt64>
  )
  func recovery(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var run = try GateRun()
    for index in 0..<500 { run.push(garbageSample(index: index, random: &random)) }
    run.released.removeAll()
    // A clean stream at some time that has nothing to do with what the garbage said.
    let start = Double.random(in: -1e12...1e12, using: &random)
    for step in 0..<2000 { run.push(acceleration(start + Double(step) * 10)) }
    run.flush()
    let lost = 2000 - run.released.filter { $0.sample.timestamp >= instant(start) }.count
    #expect(lost <= 60, "\(lost) of 2000 lost")
  }

  // MARK: - Configuration and state

  @Test("values outside their range are refused by name")
  func configuration() {
    let wrong: [(String, (inout SampleGateConfiguration) -> Void)] = [
      ("reorderWindowMs", { $0.reorderWindowMs = -0.1 }),
      ("reorderWindowMs", { $0.reorderWindowMs = 1000.1 }),
      ("reorderCapacity", { $0.reorderCapacity = 0 }),
      ("reorderCapacity", { $0.reorderCapacity = 4097 }),
      ("maximumAccelerationGapSec", { $0.maximumAccelerationGapSec = 0 }),
      ("maximumRotationGapSec", { $0.maximumRotationGapSec = .nan }),
      ("maximumMagneticFieldGapSec", { $0.maximumMagneticFieldGapSec = 61 }),
      ("maximumAccelerationG", { $0.maximumAccelerationG = 15.9 }),
      ("maximumRotationRate", { $0.maximumRotationRate = .infinity }),
      ("maximumMagneticField", { $0.maximumMagneticField = 499 }),
      ("minimumClockResetSec", { $0.minimumClockResetSec = 0.9 }),
      ("minimumAccelerationRateHz", { $0.minimumAccelerationRateHz = 0 }),
    ]
    for (name, change) in wrong {
      var configuration = SampleGateConfiguration()
      change(&configuration)
      let error = #expect(throws: ConfigurationError.self) { try SampleGate(configuration) }
      #expect(error?.field == "sampleGate." + name)
    }
  }

  @Test("missing keys take their defaults")
  func partialConfiguration() throws {
    let decoded = try JSONDecoder().decode(
      SampleGateConfiguration.self,
      from: Data(#"{"reorderWindowMs": 20}"#.utf8)
    )
    #expect(decoded == SampleGateConfiguration(reorderWindowMs: 20))
    let whole = try JSONDecoder().decode(
      SampleGateConfiguration.self,
      from: JSONEncoder().encode(SampleGateConfiguration(minimumClockResetSec: 77))
    )
    #expect(whole.minimumClockResetSec == 77)
  }

  @Test("a state that no gate can have been in is refused")
  func impossibleState() throws {
    var run = try GateRun()
    for step in 0..<20 { run.push(acceleration(Double(step) * 10)) }
    let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(run.gate.state))
    let good = try #require(whole as? [String: Any])
    func decode(_ change: (inout [String: Any]) -> Void) throws -> SampleGate.State {
      var object = good
      change(&object)
      let data = try JSONSerialization.data(withJSONObject: object)
      return try JSONDecoder().decode(SampleGate.State.self, from: data)
    }
    #expect(try decode { _ in } == run.gate.state)
    #expect(throws: DecodingError.self) {
      try decode { $0["channels"] = Array(($0["channels"] as? [Any] ?? []).dropLast()) }
    }
    #expect(throws: DecodingError.self) {
      try decode { $0["waiting"] = Array(($0["waiting"] as? [Any] ?? []).reversed()) }
    }
    #expect(throws: DecodingError.self) {
      try decode {
        $0["waiting"] = [Any]()
        $0["isLastWaitingALeap"] = true
      }
    }
    #expect(throws: DecodingError.self) {
      try decode {
        var channels = $0["channels"] as? [[String: Any]] ?? []
        channels[2]["intervals"] = ["intervals": [0.01], "next": 7]
        $0["channels"] = channels
      }
    }
  }
}

/// Disturbs a stream: disorder, duplicates, values that are not finite, wild times, a gap.
private func disturbed(_ stream: [SensorSample], seed: UInt64) -> [SensorSample] {
  var random = SeededGenerator(seed: seed &+ 3000)
  var result: [SensorSample] = []
  for sample in stream {
    switch Int.random(in: 0..<30, using: &random) {
    case 0: result.append(contentsOf: [sample, sample])
    case 1: result.insert(sample, at: max(0, result.count - 3))
    case 2: result.append(acceleration(1e9, Vector3(1, 2, 3)))
    case 3: result.append(rotation(sample.timestamp.seconds * 1000, Vector3(1e9, 0, 0)))
    case 4: break
    default: result.append(sample)
    }
  }
  result.removeSubrange(300..<420)
  return result
}

/// Anything at all: any channel, any time, any value, with stretches that look sane.
private func garbageSample(index: Int, random: inout SeededGenerator) -> SensorSample {
  let time: Double =
    switch Int.random(in: 0..<6, using: &random) {
    case 0: Double.random(in: -9e15...9e15, using: &random) / 1000
    case 1: Double.random(in: 0...1e9, using: &random)
    default: Double(index) * 10 + Double.random(in: -100...100, using: &random)
    }
  let value: Double =
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .nan
    case 1: .infinity
    case 2: Double.random(in: -1e12...1e12, using: &random)
    default: Double.random(in: -20...20, using: &random)
    }
  let reading = Vector3(value, 1, 2)
  return switch Int.random(in: 0..<3, using: &random) {
  case 0: acceleration(time, reading)
  case 1: rotation(time, reading)
  default: magneticField(time, reading)
  }
}
