import MotionSamples
import SignalFilters
import Testing

@testable import CrashDetection

@Suite("MotionBackground")
struct MotionBackgroundTests {
  private static let g = PhysicalConstants.standardGravity
  private static let configuration = CrashConfiguration()

  /// A stream of frames at 100 Hz, fed into a background as a detector does.
  private struct Stream {
    var background = MotionBackground()
    private(set) var ticks: Int64 = 0

    var now: Timestamp { Timestamp(nanoseconds: ticks * 10_000_000) }

    /// Feeds so many frames with this acceleration less gravity, or with this whole reading.
    mutating func feed(
      _ count: Int,
      horizontal: Double = 0,
      reading: Vector3? = nil,
      rotationRate: Vector3? = nil
    ) {
      let gravity = Vector3(0, 0, MotionBackgroundTests.g)
      for _ in 0..<count {
        ticks += 1
        let frame = MotionFrame(
          timestamp: now,
          interval: 0.01,
          acceleration: reading ?? gravity + Vector3(horizontal, 0, 0),
          gravity: gravity,
          rotationRate: rotationRate,
          isSaturated: false,
          isRestart: false
        )
        background.update(frame, falls: FallCriteria(MotionBackgroundTests.configuration))
      }
    }

    /// Falls for so many milliseconds and lies still for some more.
    mutating func fall(_ milliseconds: Int, rest: Int = 0) {
      feed(milliseconds / 10, reading: Vector3(0, 0, 0.1))
      if rest > 0 { feed(rest / 10) }
    }

    func fallMs(recencyMs: Double) -> Double {
      var configuration = MotionBackgroundTests.configuration
      configuration.freeFallRecencyMs = recencyMs
      return background.freeFallMs(into: now, configuration: configuration)
    }
  }

  @Test("braking counts from 3 m/s² on", arguments: [(2.9, false), (3.1, true)])
  func brakingInEarnest(deceleration: Double, counts: Bool) {
    var stream = Stream()
    stream.feed(300, horizontal: deceleration)
    #expect((stream.background.speedTakenByBraking > 0) == counts)
  }

  @Test("braking takes its own integral, what the mean lags behind included")
  func brakingLoss() {
    var stream = Stream()
    stream.feed(200, horizontal: 8)
    // 2 s at 8 m/s², less what went by before the mean reached 3 m/s²: 0.3 s · ln(8/5) at most half of which counts.
    #expect(abs(stream.background.speedTakenByBraking - 16) < 0.4)
  }

  @Test(
    "a pause of up to a second goes on with the braking",
    arguments: [(120, true), (150, false)]
  )
  func brakingPause(pauseTicks: Int, isKept: Bool) {
    var stream = Stream()
    stream.feed(200, horizontal: 8)
    // The mean takes 0.3 s · ln(8/3) = 0.29 s to fall below 3 m/s²; the pause begins there.
    stream.feed(pauseTicks)
    #expect((stream.background.speedTakenByBraking > 10) == isKept)
  }

  @Test("the pause is a second, to within a tenth", arguments: [(98, true), (108, false)])
  func brakingPauseLength(ticksBelow: Int, isKept: Bool) {
    var stream = Stream()
    stream.feed(200, horizontal: 8)
    while stream.background.horizontalAcceleration.magnitude >= 3 { stream.feed(1) }
    stream.feed(ticksBelow - 1)
    #expect((stream.background.speedTakenByBraking > 0) == isKept)
  }

  @Test("a fall counts from its least length on", arguments: [(90, 0.0), (110, 110), (300, 300)])
  func fallLength(milliseconds: Int, expected: Double) {
    var stream = Stream()
    stream.feed(50)
    stream.fall(milliseconds)
    #expect(abs(stream.fallMs(recencyMs: 50) - expected) < 0.001)
  }

  @Test("a fall is weightlessness below its level, not at it")
  func fallLevel() {
    let level = Self.configuration.freeFallThreshold * Self.g
    for (share, isFall) in [(0.97, true), (1.03, false)] {
      var stream = Stream()
      stream.feed(50)
      stream.feed(30, reading: Vector3(0, level * share, 0))
      #expect((stream.fallMs(recencyMs: 50) > 0) == isFall)
    }
  }

  @Test("a break of up to 40 ms does not end a fall", arguments: [(3, 250.0), (5, 120)])
  func fallBreak(ticks: Int, expected: Double) {
    var stream = Stream()
    stream.feed(50)
    stream.fall(100)
    stream.feed(ticks)
    stream.fall(120)
    // What is broken off begins anew.
    let fallMs = stream.fallMs(recencyMs: 50)
    #expect(abs(fallMs - expected) < 0.001)
  }

  @Test("a fall is of the impact while it is recent")
  func recency() {
    var stream = Stream()
    stream.feed(50)
    stream.fall(200)
    stream.feed(10)
    #expect(abs(stream.fallMs(recencyMs: 101) - 200) < 0.001)
    #expect(stream.fallMs(recencyMs: 99) == 0)
  }

  @Test("a bounce's short fall replaces the long one only once its bounces are over")
  func bounce() {
    var stream = Stream()
    stream.feed(50)
    stream.fall(400, rest: 700)
    stream.fall(150)
    #expect(abs(stream.fallMs(recencyMs: 2000) - 400) < 0.001)
    stream.feed(110)
    stream.fall(150)
    #expect(abs(stream.fallMs(recencyMs: 50) - 150) < 0.001)
  }

  @Test("rotation about gravity is none, across it is all of it")
  func rotation() {
    var stream = Stream()
    stream.feed(1000, rotationRate: Vector3(0, 0, 2))
    #expect((stream.background.rotationPower ?? 1) < 1e-12)
    stream.feed(1000, rotationRate: Vector3(1.5, 0, 2))
    #expect(abs((stream.background.rotationPower ?? 0) - 2.25) < 0.01)
    stream.feed(1)
    #expect(stream.background.rotationPower == nil)
  }
}
