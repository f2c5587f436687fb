import Foundation
import MotionSamples
import SignalFilters
import Testing

/// A few seconds of a phone that turns and shakes, generated from a seed.
private enum Stream {
  enum Reading {
    case acceleration(AccelerationSample)
    case rotation(RotationSample)
  }

  static func make(seed: UInt64, count: Int = 400) -> [Reading] {
    var generator = SplitMix(state: seed)
    var time = 0.0
    return (0..<count).map { index in
      time += 0.0025 + 0.02 * generator.unit()
      let timestamp = Timestamp(nanoseconds: Int64(time * 1e9))
      let wobble = Vector3(generator.unit() - 0.5, generator.unit() - 0.5, generator.unit() - 0.5)
      if index % 3 == 1 {
        return .rotation(RotationSample(timestamp: timestamp, radiansPerSecond: wobble * 6))
      }
      return .acceleration(
        AccelerationSample(
          timestamp: timestamp,
          metersPerSecondSquared: Vector3(2, 6, 7) + wobble * (index % 50 == 0 ? 80 : 4)
        )
      )
    }
  }

  /// A pseudo-random sequence that is the same everywhere.
  struct SplitMix {
    var state: UInt64

    mutating func unit() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
    }
  }
}

extension MotionFrontEnd {
  fileprivate mutating func frame(_ reading: Stream.Reading) -> MotionFrame? {
    switch reading {
    case .acceleration(let sample): return process(sample)
    case .rotation(let sample):
      process(sample)
      return nil
    }
  }

  fileprivate mutating func accelerate(
    _ acceleration: Vector3,
    at seconds: Double,
    isSaturated: Bool = false,
    isRestart: Bool = false
  ) -> MotionFrame {
    process(
      AccelerationSample(
        timestamp: Timestamp(nanoseconds: Int64((seconds * 1e9).rounded())),
        metersPerSecondSquared: acceleration
      ),
      isSaturated: isSaturated,
      isRestart: isRestart
    )
  }

  fileprivate mutating func turn(_ rate: Vector3, at seconds: Double) {
    process(
      RotationSample(
        timestamp: Timestamp(nanoseconds: Int64((seconds * 1e9).rounded())),
        radiansPerSecond: rate
      )
    )
  }
}

@Suite("MotionFrontEnd")
struct MotionFrontEndTests {
  private let up = Vector3(0, 0, PhysicalConstants.standardGravity)

  private func degrees(_ a: Vector3, _ b: Vector3) throws -> Double {
    try #require(a.angle(to: b)) / PhysicalConstants.radiansPerDegree
  }

  @Test("a phone at rest has no linear acceleration from its first frame on")
  func rest() throws {
    var frontEnd = try MotionFrontEnd()
    for index in 0..<300 {
      let frame = frontEnd.accelerate(up, at: Double(index) * 0.02)
      #expect(frame.linearAcceleration.magnitude < 1e-9)
      #expect(frame.isRestart == (index == 0))
      #expect(frame.rotationRate == nil)
    }
  }

  @Test("a first reading taken in a jolt is overruled within a tenth of a second")
  func convergence() throws {
    var frontEnd = try MotionFrontEnd()
    var frame = frontEnd.accelerate(Vector3(60, 0, 0), at: 0)
    #expect(try degrees(frame.gravity, up) > 89)
    for index in 1...10 { frame = frontEnd.accelerate(up, at: Double(index) * 0.01) }
    #expect(try degrees(frame.gravity, up) < 1)
  }

  @Test("the gyroscope turns gravity exactly, at any rate of samples", arguments: [10.0, 50, 400])
  func turning(hz: Double) throws {
    // A quarter of a turn about x in a second, the accelerometer at its rail so that it has no say.
    var frontEnd = try MotionFrontEnd()
    let rate = Vector3(.pi / 2, 0, 0)
    frontEnd.turn(rate, at: 0)
    var frame = frontEnd.accelerate(up, at: 0)
    for index in 1...Int(hz) {
      let time = Double(index) / hz
      frontEnd.turn(rate, at: time)
      frame = frontEnd.accelerate(Vector3(150, 0, 0), at: time, isSaturated: true)
    }
    // The top of a phone that pitches up by a quarter of a turn points up: y reads +1 g.
    #expect(abs(frame.gravity.y - PhysicalConstants.standardGravity) < 1e-9)
    #expect(abs(frame.gravity.magnitude - PhysicalConstants.standardGravity) < 1e-9)
  }

  @Test("the step is the exponential's own: one long interval does what many short ones do")
  func spacing() throws {
    let tilted = Vector3(0, 1, 0) * PhysicalConstants.standardGravity
    func settle(steps: Int) throws -> Vector3 {
      var frontEnd = try MotionFrontEnd()
      for index in 0...100 { _ = frontEnd.accelerate(up, at: Double(index) * 0.02) }
      var gravity = up
      for index in 1...steps {
        gravity = frontEnd.accelerate(tilted, at: 2 + 0.4 * Double(index) / Double(steps)).gravity
      }
      return gravity
    }
    let once = try settle(steps: 1)
    #expect((once - (try settle(steps: 160))).magnitude < 1e-9)
    let expected = 1 - exp(-0.4 / MotionFrontEndConfiguration().gravityTauWithoutGyroSec)
    #expect(abs(once.y / PhysicalConstants.standardGravity - expected) < 1e-9)
  }

  @Test("an impact of 20 g over 100 ms bends gravity by less than a degree")
  func impact() throws {
    var frontEnd = try MotionFrontEnd()
    for index in 0..<200 { _ = frontEnd.accelerate(up, at: Double(index) * 0.01) }
    var frame: MotionFrame?
    for index in 0..<10 {
      let pulse = 200 * sin(.pi * (Double(index) + 0.5) / 10)
      frame = frontEnd.accelerate(up + Vector3(pulse, 0, 0), at: 2 + Double(index) * 0.01)
    }
    #expect(try degrees(#require(frame).gravity, up) < 1)
  }

  @Test("a second of braking at 0.9 g without a gyroscope tilts gravity by less than ten degrees")
  func braking() throws {
    var frontEnd = try MotionFrontEnd()
    for index in 0..<200 { _ = frontEnd.accelerate(up, at: Double(index) * 0.01) }
    var frame: MotionFrame?
    for index in 0..<100 {
      frame = frontEnd.accelerate(up + Vector3(0, -8.8, 0), at: 2 + Double(index) * 0.01)
    }
    #expect(try degrees(#require(frame).gravity, up) < 10)
  }

  @Test("a reading at the rail has no say in gravity and says so in its frame")
  func saturation() throws {
    var frontEnd = try MotionFrontEnd()
    for index in 0..<100 { _ = frontEnd.accelerate(up, at: Double(index) * 0.01) }
    let frame = frontEnd.accelerate(Vector3(0, 9.8, 0), at: 1, isSaturated: true)
    #expect(frame.isSaturated)
    #expect(frame.gravity == up)
  }

  @Test(
    "a gap longer than the limit, or one that the gate reports, starts afresh",
    arguments: [(0.99, false, false), (1.0, false, false), (1.01, false, true), (0.02, true, true)]
  )
  func gaps(gap: Double, isReported: Bool, isRestart: Bool) throws {
    var frontEnd = try MotionFrontEnd()
    for index in 0..<100 { _ = frontEnd.accelerate(up, at: Double(index) * 0.01) }
    let side = Vector3(PhysicalConstants.standardGravity, 0, 0)
    let frame = frontEnd.accelerate(side, at: 0.99 + gap, isRestart: isReported)
    #expect(frame.isRestart == isRestart)
    #expect(abs(frame.interval - (isRestart ? 0 : gap)) < 1e-12)
    #expect((frame.gravity == side) == isRestart)
  }

  @Test(
    "a rotation rate stands in for the next until it is too old",
    arguments: [(0.0, true), (0.24, true), (0.25, true), (0.26, false)]
  )
  func rotationAge(age: Double, isPresent: Bool) throws {
    var frontEnd = try MotionFrontEnd()
    _ = frontEnd.accelerate(up, at: 0.9)
    frontEnd.turn(Vector3(1, 2, 3), at: 1)
    let frame = frontEnd.accelerate(up, at: 1 + age)
    #expect(frame.rotationRate == (isPresent ? Vector3(1, 2, 3) : nil))
  }

  @Test("time that stands still or runs backwards moves nothing")
  func standingTime() throws {
    var frontEnd = try MotionFrontEnd()
    _ = frontEnd.accelerate(up, at: 1)
    for time in [1.0, 0.5] {
      let frame = frontEnd.accelerate(Vector3(9, 3, 0), at: time)
      #expect(frame.interval == 0)
      #expect(frame.gravity == up)
    }
  }

  @Test("a reading of zero at the start still leaves a direction")
  func weightlessStart() throws {
    var frontEnd = try MotionFrontEnd()
    let frame = frontEnd.accelerate(.zero, at: 0)
    #expect(frame.gravity.normalized != nil)
  }

  @Test("a front end restored from JSON goes on bit for bit", arguments: [1, 2, 3] as [UInt64])
  func restoring(seed: UInt64) throws {
    let readings = Stream.make(seed: seed)
    var straight = try MotionFrontEnd()
    var split = try MotionFrontEnd()
    for (index, reading) in readings.enumerated() {
      if index % 37 == 5 {
        let data = try JSONEncoder().encode(split.state)
        split = try MotionFrontEnd(
          restoring: JSONDecoder().decode(MotionFrontEnd.State.self, from: data)
        )
        #expect(split.state == straight.state)
      }
      #expect(straight.frame(reading) == split.frame(reading))
    }
  }

  @Test("shifted time shifts the frames and nothing else", arguments: [4, 5] as [UInt64])
  func timeShift(seed: UInt64) throws {
    var here = try MotionFrontEnd()
    var there = try MotionFrontEnd()
    let shift: Int64 = 7_000_000_000_000
    for reading in Stream.make(seed: seed) {
      let moved: Stream.Reading
      switch reading {
      case .acceleration(let sample):
        moved = .acceleration(
          AccelerationSample(
            timestamp: Timestamp(nanoseconds: sample.timestamp.nanoseconds + shift),
            metersPerSecondSquared: sample.acceleration
          )
        )
      case .rotation(let sample):
        moved = .rotation(
          RotationSample(
            timestamp: Timestamp(nanoseconds: sample.timestamp.nanoseconds + shift),
            radiansPerSecond: sample.rotationRate
          )
        )
      }
      let (frame, movedFrame) = (here.frame(reading), there.frame(moved))
      #expect(frame?.gravity == movedFrame?.gravity)
      #expect(frame?.interval == movedFrame?.interval)
    }
  }
}
