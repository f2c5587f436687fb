import CrashDetection
import Foundation
import MotionSamples
import Testing

/// Ways in which such detectors have failed in the field, each held against its whole kind.
@Suite("Field failures")
struct FieldFailureTests {
  private func road(hz: Double = 100, mps: Double = 15) -> Timeline {
    Timeline(hz: hz).drive(mps: mps, s: 8)
  }

  @Test(
    "the gate takes the speed before the impact, though the stop has been told already",
    arguments: [0.05, 0.3, 0.6, 0.95]
  )
  func gateUsesPreImpactSpeed(fixPhase: Double) throws {
    // Fixes ten times a second, so that several zeros arrive before the impact is even over.
    let timeline = road().pulse(deltaV: 15, ms: 150).rest(s: 6).with {
      $0.fixInterval = 0.1
      $0.fixPhase = fixPhase / 10
      $0.delivery = 0
    }
    let crash = try #require(Rig.run(timeline).crashes.first)
    #expect(abs(crash.preImpactSpeedMps - 15) < 0.01)
  }

  @Test("the confirmation survives the end of tracking", arguments: [0.0, 0.5, 2, 4])
  func confirmationSurvivesDisarming(delay: Double) throws {
    let timeline = road().pulse(deltaV: 8, ms: 100).brake(g: 0.3).rest(s: 8)
    var rig = try Rig()
    var isArmed = true
    for reading in timeline.readings() {
      rig.feed(reading)
      if isArmed, let candidate = rig.candidates.first {
        let instant = candidate.timestamp.advanced(bySeconds: delay)
        if case .acceleration(let sample, _) = reading, sample.timestamp >= instant {
          rig.arm(false, at: sample.timestamp)
          isArmed = false
        }
      }
    }
    #expect(!isArmed)
    #expect(rig.crashes.count == 1)
  }

  @Test("one crash gives one candidate, whatever it does to the phone", arguments: 1...8)
  func oneCandidate(seed: Int) throws {
    var noise = Timeline.Noise(state: UInt64(seed))
    var timeline = road(mps: 20).pulse(deltaV: 8, ms: 110)
    for _ in 0..<5 {
      timeline = timeline.drive(mps: timeline.speed * 0.6, s: 0.15 + 0.6 * noise.unit())
        .pulse(deltaV: 1 + 3 * noise.unit(), ms: 40 + 80 * noise.unit())
    }
    let rig = try Rig.run(timeline.brake(g: 0.6).rest(s: 10))
    #expect(rig.candidates.count == 1, "\(rig.transcript)")
    #expect(rig.crashes.count == 1, "\(rig.transcript)")
  }

  @Test(
    "a peak that a slow stream may have missed is told as a lower bound",
    arguments: [10.0, 25]
  )
  func slowStream(hz: Double) throws {
    var count = 0
    for phase in stride(from: 0.0, to: 1, by: 0.1) {
      let timeline = road(hz: hz).pulse(deltaV: 12, ms: 90).rest(s: 8).with { $0.phase = phase }
      for crash in try Rig.run(timeline).crashes {
        #expect(crash.features.isPeakLowerBound)
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test("a speed of minus one is unknown, never a standstill")
  func absentSpeedIsNotZero() throws {
    // Before the impact: the known ones count. After it: no evidence of a stop.
    let before = road().pulse(deltaV: 12, ms: 110).rest(s: 8).with {
      $0.report = { time, speed in time > 5 && time < 8 ? -1 : speed }
    }
    #expect(try Rig.run(before).crashes.count == 1)
    let after = road().pulse(deltaV: 4, ms: 100).drive(mps: 13, s: 20).with {
      $0.report = { time, speed in time > 8 ? -1 : speed }
    }
    let rig = try Rig.run(after)
    #expect(rig.transcript == ["candidate 1", "rejected 1 noEvidenceAfterImpact"])
  }

  @Test("a second crash needs speed regained, not seconds passed", arguments: [7.0, 12, 30])
  func secondCrash(gap: Double) throws {
    let first = road().pulse(deltaV: 9, ms: 110).brake(g: 0.8).rest(s: gap / 2)
    let regained = first.drive(mps: 14, s: gap / 2).pulse(deltaV: 9, ms: 110).rest(s: 8)
    #expect(try Rig.run(regained).crashes.count == 2)
    // Hit again while standing: the same crash.
    let standing = first.rest(s: gap / 2).pulse(deltaV: 9, ms: 110).rest(s: 8)
    #expect(try Rig.run(standing).crashes.count == 1)
  }

  @Test("two fixes a tenth of a second apart are noise, not a loss of speed", arguments: 1...6)
  func noisyFixes(seed: Int) throws {
    var noise = Timeline.Noise(state: UInt64(seed))
    let timeline = road().pothole(peakG: 9, ms: 90).drive(mps: 15, s: 20).with {
      $0.fixInterval = 0.1
      let jitter = (0..<400).map { _ in noise.gaussian() * 0.8 }
      $0.report = { time, speed in max(0, speed + jitter[min(399, Int(time * 10))]) }
    }
    #expect(try Rig.run(timeline).crashes.isEmpty)
  }

  @Test("durations are seconds: the same pulse is as long at any rate")
  func durations() throws {
    let truth = Timeline.truth(deltaV: 12, ms: 110, thresholdG: 2)
    for (hz, tolerance) in [(25.0, 40.0), (50, 20), (100, 10), (200, 5)] {
      for phase in [0.0, 0.25, 0.5, 0.75] {
        let timeline = road(hz: hz).pulse(deltaV: 12, ms: 110).rest(s: 8).with { $0.phase = phase }
        let crash = try #require(Rig.run(timeline).crashes.first)
        #expect(abs(crash.impactDurationMs - truth.ms) <= tolerance)
      }
    }
  }

  @Test("a single noisy zero among fixes at speed is no collapse without a crash's impact")
  func loneZero() throws {
    let timeline = road().pothole(peakG: 9, ms: 90).drive(mps: 15, s: 20).with {
      $0.report = { time, speed in time > 8.5 && time < 9.5 ? 0 : speed }
    }
    #expect(try Rig.run(timeline).crashes.isEmpty)
  }

  @Test(
    "two wrong fixes in a row after a pothole that was seen whole are no crash",
    arguments: [0.0, 5, 12]
  )
  func twoWrongFixes(mps: Double) throws {
    let timeline = Timeline(hz: 100).drive(mps: 25, s: 10).pothole(peakG: 5, ms: 80)
      .drive(mps: 25, s: 20)
      .with { $0.report = { time, speed in time > 10.2 && time < 12.2 ? mps : speed } }
    let run = try Rig.run(timeline)
    #expect(run.crashes.isEmpty)
  }
}
