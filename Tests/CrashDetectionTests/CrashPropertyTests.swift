import CrashDetection
import Foundation
import MotionSamples
import Testing

/// What must hold for any recording, tried on generated ones of all kinds in one.
@Suite("Crash properties")
struct CrashPropertyTests {
  /// Drives with potholes, drops, shaking and crashes, drawn from a seed.
  static func day(_ seed: UInt64, hz: Double = 100) -> Timeline {
    var noise = Timeline.Noise(state: seed)
    var timeline = Timeline(hz: hz).drive(mps: 15, s: 6)
    for _ in 0..<5 {
      switch Int(noise.unit() * 6) {
      case 0: timeline = timeline.pothole(peakG: 4 + 5 * noise.unit(), ms: 30 + 60 * noise.unit())
      case 1: timeline = timeline.drop(fallMs: 150 + 400 * noise.unit())
      case 2: timeline = timeline.shake(g: 5, hz: 3, s: 2)
      case 3:
        timeline = timeline.pulse(deltaV: 6 + 6 * noise.unit(), ms: 80 + 60 * noise.unit())
          .brake(g: 0.6).rest(s: 4)
      case 4: timeline = timeline.pulse(deltaV: 3, ms: 90)
      default: timeline = timeline.silence(s: 0.3 + noise.unit())
      }
      timeline = timeline.drive(mps: 13 + 6 * noise.unit(), s: 2 + 6 * noise.unit())
    }
    return timeline.with {
      $0.seed = seed
      $0.hasGyro = seed % 3 != 0
      $0.delivery = 2 * noise.unit()
      $0.fixPhase = noise.unit()
    }
  }

  @Test("a snapshot anywhere goes on identically", arguments: [1, 2, 3, 4] as [UInt64])
  func snapshot(seed: UInt64) throws {
    let readings = Self.day(seed).readings()
    var straight = try Rig()
    var split = try Rig()
    for (index, reading) in readings.enumerated() {
      if index % 97 == 13 {
        let data = try JSONEncoder().encode(split.detector.state)
        let state = try JSONDecoder().decode(CrashDetector.State.self, from: data)
        #expect(state == split.detector.state)
        split.detector = try CrashDetector(CrashConfiguration(), restoring: state)
      }
      straight.feed(reading)
      split.feed(reading)
    }
    #expect(straight.outputs == split.outputs)
    #expect(straight.trail.checks == split.trail.checks)
    #expect(straight.detector.state == split.detector.state)
    #expect(!straight.outputs.isEmpty)
  }

  @Test("a snapshot within an impact and while a candidate waits, at every reading")
  func snapshotInside() throws {
    let timeline = Timeline(hz: 100).drive(mps: 15, s: 4).pulse(deltaV: 8, ms: 100)
      .drive(mps: 7, s: 0.3).pulse(deltaV: 3, ms: 80).brake(g: 0.5).rest(s: 2)
    let expected = try Rig.run(timeline)
    var rig = try Rig()
    for reading in timeline.readings() {
      rig.feed(reading)
      let data = try JSONEncoder().encode(rig.detector.state)
      rig.detector = try CrashDetector(
        restoring: JSONDecoder().decode(CrashDetector.State.self, from: data)
      )
    }
    rig.advance(to: timeline.timestamp(timeline.seconds + 30))
    #expect(rig.outputs == expected.outputs)
    #expect(expected.crashes.count == 1)
  }

  @Test("the trail changes nothing", arguments: [5, 6] as [UInt64])
  func trail(seed: UInt64) throws {
    var logged = try Rig()
    var silent = try Rig()
    var silence = NoTrail()
    for reading in Self.day(seed).readings() {
      logged.feed(reading)
      var new: [CrashOutput] = []
      switch reading {
      case .acceleration(let sample, let isSaturated):
        let frame = silent.frontEnd.process(sample, isSaturated: isSaturated)
        silent.detector.process(frame, trail: &silence) { new.append($0) }
      case .rotation(let sample): silent.frontEnd.process(sample)
      case .fix(let fix, let receivedAt):
        silent.detector.process(fix, receivedAt: receivedAt, trail: &silence) { new.append($0) }
      }
      silent.outputs += new
    }
    #expect(logged.outputs == silent.outputs)
    #expect(logged.detector.state == silent.detector.state)
    #expect(!logged.trail.checks.isEmpty)
  }

  @Test(
    "every rejection's reason stands in the trail as failed",
    arguments: 1...6 as ClosedRange<UInt64>
  )
  func reasons(seed: UInt64) throws {
    var rig = try Rig()
    for reading in Self.day(seed).readings() {
      let (checks, outputs) = (rig.trail.checks.count, rig.outputs.count)
      rig.feed(reading)
      for case .rejected(let rejection) in rig.outputs[outputs...] where rejection.id == nil {
        let isShown = rig.trail.checks[checks...].contains {
          $0.code == rejection.reason.rawValue && $0.verdict == .failed
        }
        #expect(isShown)
      }
    }
  }

  @Test("shifted time shifts instants and nothing else", arguments: [7, 8] as [UInt64])
  func timeShift(seed: UInt64) throws {
    let here = try Rig.run(Self.day(seed))
    let shift = 86_400.0 * 300
    let there = try Rig.run(Self.day(seed).with { $0.epoch = shift })
    #expect(here.transcript == there.transcript)
    for (a, b) in zip(here.crashes, there.crashes) {
      #expect(b.timestamp.seconds(since: a.timestamp) == shift)
      #expect(a.peakG == b.peakG)
      #expect(a.impactDurationMs == b.impactDurationMs)
      #expect(a.features.velocityChange == b.features.velocityChange)
    }
  }

  @Test("how the phone sits decides nothing", arguments: [9, 10, 11] as [UInt64])
  func rotation(seed: UInt64) throws {
    // A range that nothing reaches: clipping does depend on the axes.
    let day = Self.day(seed).with { $0.rangeG = 200 }
    let expected = try Rig.run(day)
    for attitude in [(0.0, 0.0, 0.0), (90, 0, 0), (10, -80, 30), (200, 45, 170)] {
      let turned = try Rig.run(day.with { $0.attitude = attitude })
      #expect(turned.transcript == expected.transcript)
      for (a, b) in zip(expected.crashes, turned.crashes) {
        #expect(abs(a.peakG - b.peakG) < 1e-6)
        #expect(abs(a.velocityChangeMps - b.velocityChangeMps) < 1e-6)
      }
    }
  }

  @Test("more frequent news of the time changes no decision", arguments: [12, 13] as [UInt64])
  func advancing(seed: UInt64) throws {
    let day = Self.day(seed)
    let expected = try Rig.run(day)
    var rig = try Rig()
    for reading in day.readings() {
      rig.feed(reading)
      switch reading {
      case .acceleration(let sample, _): rig.advance(to: sample.timestamp)
      case .rotation(let sample): rig.advance(to: sample.timestamp)
      case .fix(_, let receivedAt): rig.advance(to: receivedAt)
      }
    }
    rig.advance(to: day.timestamp(day.seconds + 30))
    #expect(rig.transcript == expected.transcript)
  }

  @Test(
    "every candidate is settled once, and only candidates are",
    arguments: 20...31 as ClosedRange<UInt64>
  )
  func bookkeeping(seed: UInt64) throws {
    for hz in [25.0, 100] {
      let rig = try Rig.run(Self.day(seed, hz: hz))
      let announced = rig.candidates.map(\.id)
      let settled = rig.crashes.map(\.id) + rig.rejections.compactMap(\.id)
      #expect(Set(announced).count == announced.count)
      #expect(settled.sorted { $0.rawValue < $1.rawValue } == announced)
      #expect(rig.detector.waitingCandidate == nil)
    }
  }

  @Test(
    "no readings whatever trap or give figures that are not numbers",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func garbage(seed: UInt64) throws {
    var noise = Timeline.Noise(state: seed)
    var rig = try Rig()
    var time = 0.0
    for _ in 0..<2000 {
      time += noise.unit() < 0.01 ? 3 * noise.unit() : 0.02 * noise.unit()
      let instant = Timestamp(nanoseconds: Int64(time * 1e9))
      let size = noise.unit() < 0.2 ? 2000.0 : 20
      let vector = Vector3(noise.gaussian(), noise.gaussian(), noise.gaussian()) * size
      switch Int(noise.unit() * 4) {
      case 0:
        rig.feed(.rotation(RotationSample(timestamp: instant, radiansPerSecond: vector * 0.1)))
      case 1:
        let fix = LocationFix(timestamp: instant, speed: 40 * noise.unit() - 5)
        rig.feed(.fix(fix, receivedAt: instant))
      default:
        let sample = AccelerationSample(timestamp: instant, metersPerSecondSquared: vector)
        rig.feed(.acceleration(sample, isSaturated: noise.unit() < 0.1))
      }
    }
    rig.advance(to: .distantFuture)
    for crash in rig.crashes {
      #expect(crash.peakG.isFinite && crash.velocityChangeMps.isFinite)
      #expect((0...1).contains(crash.confidence))
    }
    _ = try JSONEncoder().encode(rig.detector.state)
  }
}
