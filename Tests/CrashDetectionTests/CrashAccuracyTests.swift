import CrashDetection
import Foundation
import MotionSamples
import Testing

/// The figures of an event against the truth of generated pulses.
@Suite("Crash accuracy")
struct CrashAccuracyTests {
  private func crash(
    deltaV: Double,
    ms: Double,
    hz: Double,
    phase: Double = 0.4,
    rangeG: Double = 64,
    change: (inout Timeline) -> Void = { _ in }
  ) throws -> CrashEvent {
    let timeline = Timeline(hz: hz).drive(mps: 17, s: 8, road: 0.3)
      .pulse(deltaV: deltaV, ms: ms).brake(g: 0.7).rest(s: 6).with {
        $0.phase = phase
        $0.rangeG = rangeG
        change(&$0)
      }
    return try #require(Rig.run(timeline).crashes.first)
  }

  @Test(
    "peakG within 5 % or a lower bound",
    arguments: [25.0, 50, 100, 200],
    [(5.6, 100.0), (10, 110), (15, 120), (16, 200)]
  )
  func peak(hz: Double, pulse: (deltaV: Double, ms: Double)) throws {
    let truth = Timeline.truth(deltaV: pulse.deltaV, ms: pulse.ms, thresholdG: 2)
    for phase in [0.0, 0.35, 0.7] {
      let event = try crash(deltaV: pulse.deltaV, ms: pulse.ms, hz: hz, phase: phase)
      if event.features.isPeakLowerBound {
        // Road noise can lift a reading by a little.
        #expect(event.peakG <= truth.peakG * 1.05)
      } else {
        #expect(abs(event.peakG / truth.peakG - 1) <= 0.05)
      }
      if hz >= 100 && pulse.ms >= 100 { #expect(!event.features.isPeakLowerBound) }
    }
  }

  @Test("a clipped peak is a lower bound, and so is its velocity change", arguments: [4.0, 8, 16])
  func clipping(rangeG: Double) throws {
    let event = try crash(deltaV: 16, ms: 100, hz: 100, rangeG: rangeG)
    #expect(event.features.isSaturated)
    #expect(event.features.isPeakLowerBound)
    #expect(event.peakG < Timeline.truth(deltaV: 16, ms: 100, thresholdG: 2).peakG)
    #expect(event.velocityChangeMps < 16)
  }

  @Test(
    "impactDurationMs within 20 ms of the pulse's own from 100 Hz on",
    arguments: [100.0, 200],
    [(5.6, 100.0), (10, 80), (15, 120), (16, 200)]
  )
  func duration(hz: Double, pulse: (deltaV: Double, ms: Double)) throws {
    let truth = Timeline.truth(deltaV: pulse.deltaV, ms: pulse.ms, thresholdG: 2)
    for phase in [0.0, 0.35, 0.7] {
      let event = try crash(deltaV: pulse.deltaV, ms: pulse.ms, hz: hz, phase: phase)
      #expect(abs(event.impactDurationMs - truth.ms) <= 10)
    }
  }

  @Test("preImpactSpeedMps within 1 m/s, with noisy fixes once a second", arguments: 1...10)
  func speed(seed: Int) throws {
    var noise = Timeline.Noise(state: UInt64(seed))
    let jitter = (0..<60).map { _ in noise.gaussian() * 0.3 }
    let event = try crash(deltaV: 12, ms: 110, hz: 100) {
      $0.fixPhase = Double(seed) / 10.5
      $0.report = { time, speed in max(0, speed + jitter[Int(time)]) }
    }
    #expect(abs(event.preImpactSpeedMps - 17) <= 1)
  }

  @Test("after braking, the gate takes the speed before it and the event that at the impact")
  func speedAfterBraking() throws {
    let timeline = Timeline(hz: 100).drive(mps: 22, s: 8).brake(g: 0.9, s: 1)
      .pulse(deltaV: 10, ms: 110).brake(g: 0.7).rest(s: 6)
    let event = try #require(Rig.run(timeline).crashes.first)
    #expect(event.features.preImpactSpeedMps == 22)
    #expect(abs(event.preImpactSpeedMps - (22 - 0.9 * Timeline.g)) < 1)
  }

  @Test("a bend before a frontal impact is not taken for braking")
  func speedAfterBend() throws {
    let timeline = Timeline(hz: 100).drive(mps: 17, s: 8)
      .jolt(ms: 2000) { _ in Vector3(0, 4.9, 0) }.pulse(deltaV: 10, ms: 110)
      .brake(g: 0.7).rest(s: 6)
    let event = try #require(Rig.run(timeline).crashes.first)
    #expect(abs(event.preImpactSpeedMps - 17) < 1)
  }

  @Test("the peak is the highest of all impacts of a crash")
  func peakOfAll() throws {
    let timeline = Timeline(hz: 100).drive(mps: 17, s: 8).pulse(deltaV: 6, ms: 120)
      .drive(mps: 10, s: 0.3).pulse(deltaV: 4, ms: 60).brake(g: 0.3).rest(s: 6).with {
        $0.rangeG = 64
      }
    let event = try #require(Rig.run(timeline).crashes.first)
    let truth = Timeline.truth(deltaV: 4, ms: 60, thresholdG: 2).peakG
    #expect(event.peakG > 0.9 * truth)
    #expect(abs(event.velocityChangeMps - 6) < 0.5)
  }

  @Test("the velocity change has the pulse's size and direction", arguments: [50.0, 100, 200])
  func velocityChange(hz: Double) throws {
    for direction in [Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(-0.6, -0.8, 0)] {
      let timeline = Timeline(hz: hz).drive(mps: 17, s: 8)
        .pulse(deltaV: 10, ms: 110, direction: direction).brake(g: 0.7).rest(s: 6).with {
          $0.attitude = (0, 0, 0)
          $0.rangeG = 64
        }
      let event = try #require(Rig.run(timeline).crashes.first)
      #expect((event.features.velocityChange - direction * 10).magnitude < 1)
      #expect(event.features.horizontalVelocityChangeMps <= event.velocityChangeMps)
    }
  }

  @Test("a crash is confirmed soon: within two fixes of the stop")
  func delay() throws {
    let event = try crash(deltaV: 17, ms: 100, hz: 100)
    #expect(event.timestamp.seconds(since: event.features.onset) < 2.5)
  }
}
