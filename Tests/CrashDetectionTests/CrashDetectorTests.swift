import CrashDetection
import Foundation
import MotionSamples
import Testing

/// What must fire, once, and what must stay quiet: each a generated recording of its own.
@Suite("CrashDetector")
struct CrashDetectorTests {
  /// A road at 54 km/h, long enough for gravity and speed to be known.
  private func road(hz: Double = 100, mps: Double = 15) -> Timeline {
    Timeline(hz: hz).drive(mps: mps, s: 8)
  }

  private func expectCrash(
    _ timeline: Timeline,
    by evidence: CrashEvidence? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let rig = try Rig.run(timeline)
    #expect(rig.crashes.count == 1, "\(rig.transcript)", sourceLocation: location)
    #expect(rig.candidates.count == 1, "\(rig.transcript)", sourceLocation: location)
    if let evidence {
      #expect(rig.crashes.first?.confirmedBy == evidence, sourceLocation: location)
    }
  }

  private func expectQuiet(
    _ timeline: Timeline,
    reasons: Set<CrashRejectionReason>? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let rig = try Rig.run(timeline)
    #expect(rig.crashes.isEmpty, "\(rig.transcript)", sourceLocation: location)
    if let reasons {
      #expect(Set(rig.rejections.map(\.reason)) == reasons, sourceLocation: location)
    }
  }

  // MARK: Must fire, once

  @Test(
    "a frontal pulse at any rate, phase and range",
    arguments: [25.0, 50, 100, 200],
    [8.0, 16]
  )
  func frontal(hz: Double, rangeG: Double) throws {
    for phase in [0.0, 0.3, 0.6, 0.9] {
      let timeline = road(hz: hz).pulse(deltaV: 15, ms: 110).rest(s: 8).with {
        $0.phase = phase
        $0.rangeG = rangeG
      }
      try expectCrash(timeline)
    }
  }

  @Test("any speed from the gate to 130 km/h", arguments: [11.2, 20, 28, 36.1])
  func speeds(mps: Double) throws {
    let timeline = road(mps: mps).pulse(deltaV: 10, ms: 100).brake(g: 0.6).rest(s: 8)
    try expectCrash(timeline)
  }

  @Test(
    "any orientation, straight along an axis of the phone included",
    arguments: [
      (0.0, 0.0, 0.0), (90, 0, 0), (180, 0, 0), (270, 0, 0), (0, 90, 0), (0, -90, 0),
      (0, 0, 90), (0, 0, 180), (45, 45, 45), (120, -70, 200),
    ],
    [true, false]
  )
  func orientation(attitude: (Double, Double, Double), hasGyro: Bool) throws {
    let timeline = road().pulse(deltaV: 8, ms: 100).brake(g: 0.6).rest(s: 6).with {
      $0.attitude = (attitude.0, attitude.1, attitude.2)
      $0.hasGyro = hasGyro
    }
    try expectCrash(timeline)
  }

  @Test("a velocity change of 20 km/h in 100 ms", arguments: [25.0, 50, 100, 200], [11.5, 15, 36])
  func light(hz: Double, mps: Double) throws {
    let timeline = road(hz: hz, mps: mps).pulse(deltaV: 20 / 3.6, ms: 100)
      .drive(mps: mps - 20 / 3.6, s: 0.8).brake(g: 0.5).rest(s: 4)
    try expectCrash(timeline)
  }

  @Test("from the side, from behind, and at an angle")
  func directions() throws {
    for (x, y) in [(0.0, 1.0), (0, -1), (1, 0), (-0.8, 0.6)] {
      let timeline = road().pulse(deltaV: 8, ms: 120, direction: Vector3(x, y, 0))
        .brake(g: 0.6).rest(s: 6)
      try expectCrash(timeline)
    }
  }

  @Test(
    "a rollover with several impacts is one crash and said to be one",
    arguments: [true, false]
  )
  func rollover(hasGyro: Bool) throws {
    // One and a half turns in two and a half seconds, an impact at each quarter.
    let rate = 3 * Double.pi / 2.5
    var timeline = road().with { $0.hasGyro = hasGyro }
    for quarter in 0..<6 {
      let start = Double(quarter) * 2.5 / 6
      let kept = timeline.speed
      timeline =
        timeline
        .pulse(deltaV: 2.6, ms: 100, direction: Vector3(-0.7, 0, 0.7)) {
          (rate * (start + $0), rate)
        }
        .adding(
          Timeline.Segment(
            seconds: 2.5 / 6 - 0.1,
            force: { _ in Timeline.up },
            speed: { _ in max(0, kept - 1.9) },
            roll: { (rate * (start + 0.1 + $0), rate) },
            road: 1
          )
        )
    }
    timeline = timeline.adding(
      Timeline.Segment(
        seconds: 12,
        force: { _ in Timeline.up },
        speed: { _ in 0 },
        roll: { _ in (3 * .pi, 0) },
        road: 0.05
      )
    )
    let rig = try Rig.run(timeline)
    #expect(rig.crashes.count == 1, "\(rig.transcript)")
    #expect(rig.candidates.count == 1)
    let crash = try #require(rig.crashes.first)
    #expect(crash.aftermath.impactCount > 1)
    // Without a gyroscope the turn is known only once the phone has come to rest.
    if hasGyro {
      #expect(crash.isRollover)
      let peak = try #require(crash.aftermath.peakRotationRate)
      #expect(abs(peak - rate) < 0.01)
    } else {
      #expect(crash.aftermath.peakRotationRate == nil)
    }
  }

  @Test("after a second of full braking")
  func afterBraking() throws {
    let timeline = road(mps: 22).brake(g: 1, s: 1).pulse(deltaV: 11, ms: 100).rest(s: 8)
    try expectCrash(timeline)
  }

  @Test("fixes that lag by up to two seconds, by delivery or by smoothing")
  func laggingFixes() throws {
    for (delivery, smoothing) in [(2.0, 0.0), (0.1, 2.0), (1.0, 1.0)] {
      let timeline = road().pulse(deltaV: 14, ms: 110).rest(s: 8).with {
        $0.delivery = delivery
        $0.smoothing = smoothing
      }
      try expectCrash(timeline)
    }
  }

  @Test("a last fix three seconds before the impact")
  func oldFix() throws {
    let timeline = road().pulse(deltaV: 14, ms: 110).rest(s: 8).with {
      $0.hasFix = { $0 < 5.2 || $0 > 10 }
    }
    try expectCrash(timeline)
  }

  @Test("no fix ever comes again: the inertial evidence says so", arguments: [25.0, 50, 100, 200])
  func noFix(hz: Double) throws {
    for rangeG in [8.0, 16] {
      let timeline = road(hz: hz).pulse(deltaV: 9, ms: 100).brake(g: 0.7).rest(s: 8).with {
        $0.hasFix = { $0 < 8 }
        $0.rangeG = rangeG
      }
      try expectCrash(timeline, by: .inertial)
    }
  }

  @Test("disarmed before the confirmation, since a crashed car stands still")
  func disarmed() throws {
    let timeline = road().pulse(deltaV: 8, ms: 100).brake(g: 0.4).rest(s: 8)
    var rig = try Rig()
    for reading in timeline.readings() {
      let hadCandidate = !rig.candidates.isEmpty
      rig.feed(reading)
      if !hadCandidate, let candidate = rig.candidates.first {
        rig.arm(false, at: candidate.timestamp)
      }
    }
    #expect(!rig.detector.isArmed)
    #expect(rig.transcript == ["candidate 1", "confirmed 1 speedCollapse"])
  }

  @Test("a pocket or a bag softens the pulse", arguments: [100.0, 150, 200])
  func softened(ms: Double) throws {
    let timeline = road().pulse(deltaV: 9, ms: ms).brake(g: 0.6).rest(s: 6)
    try expectCrash(timeline)
  }

  @Test("a drop during the braking before it does not hide the crash")
  func dropBefore() throws {
    let timeline = road(mps: 25).brake(g: 0.9, s: 0.3).drop(fallMs: 250, brakeG: 0.9)
      .brake(g: 0.9, s: 0.6).pulse(deltaV: 9, ms: 110).brake(g: 0.6).rest(s: 8)
    try expectCrash(timeline)
  }

  @Test("two crashes half a minute apart, with speed regained, are two")
  func twoCrashes() throws {
    let timeline = road().pulse(deltaV: 9, ms: 110).brake(g: 0.6).rest(s: 5)
      .drive(mps: 14, s: 24).pulse(deltaV: 9, ms: 110).brake(g: 0.6).rest(s: 8)
    let rig = try Rig.run(timeline)
    #expect(
      rig.transcript == [
        "candidate 1", "confirmed 1 speedCollapse", "candidate 2", "confirmed 2 speedCollapse",
      ]
    )
  }

  // MARK: Must stay quiet

  @Test("potholes, kerbs and bumps at speed", arguments: [50.0, 100, 200])
  func potholes(hz: Double) throws {
    for (peakG, ms) in [(5.0, 20.0), (8, 30), (8, 45), (6, 60), (4.5, 120)] {
      let carriedOn = road(hz: hz).pothole(peakG: peakG, ms: ms).drive(mps: 15, s: 10)
      try expectQuiet(carriedOn)
      let stopping = road(hz: hz).pothole(peakG: peakG, ms: ms).drive(mps: 15, s: 2)
        .brake(g: 0.4).rest(s: 6)
      try expectQuiet(stopping)
    }
  }

  @Test("a rough road and a door slam")
  func roughRoad() throws {
    try expectQuiet(Timeline(hz: 100).drive(mps: 15, s: 30, road: 6), reasons: [])
    try expectQuiet(
      Timeline(hz: 100).rest(s: 10).jolt(ms: 12) { _ in Vector3(0, 55, 20) }.rest(s: 10)
    )
  }

  @Test("a lone spike while standing, and a whole crash pulse below the gate")
  func belowGate() throws {
    let standing = Timeline(hz: 100).rest(s: 10).pulse(deltaV: 3, ms: 100).rest(s: 10)
    try expectQuiet(standing, reasons: [.preImpactSpeedBelowGate])
    let slow = road(mps: 10.9).pulse(deltaV: 8, ms: 100).rest(s: 10)
    try expectQuiet(slow, reasons: [.preImpactSpeedBelowGate])
  }

  @Test("a crash pulse whose speed before is not known")
  func unknownSpeed() throws {
    let timeline = road().pulse(deltaV: 12, ms: 100).rest(s: 10)
    try expectQuiet(
      timeline.with { $0.hasFix = { _ in false } },
      reasons: [.preImpactSpeedUnknown]
    )
    // Minus one is a platform's word for unknown.
    try expectQuiet(timeline.with { $0.report = { _, _ in -1 } }, reasons: [.preImpactSpeedUnknown])
  }

  @Test(
    "a phone that falls off its mount, is dropped or thrown, the car driving on or stopping",
    arguments: [25.0, 50, 100, 200]
  )
  func drops(hz: Double) throws {
    for fallMs in [150.0, 250, 400, 600, 900] {
      for landingMs in [20.0, 45, 85] {
        let fallen = road(hz: hz).drop(fallMs: fallMs, landingG: 30, landingMs: landingMs)
        try expectQuiet(fallen.drive(mps: 15, s: 8))
        try expectQuiet(fallen.brake(g: 0.9).rest(s: 6))
      }
    }
  }

  @Test("an emergency stop in which the phone hits the floor", arguments: [25.0, 50, 100, 200])
  func emergencyStop(hz: Double) throws {
    for fallMs in [300.0, 450, 600] {
      for brakeG in [0.9, 1.0] {
        let timeline = road(hz: hz).brake(g: brakeG, s: 0.4)
          .drop(fallMs: fallMs, landingG: 40, landingMs: 60, brakeG: brakeG)
          .brake(g: brakeG).rest(s: 8)
        try expectQuiet(timeline)
        try expectQuiet(timeline.with { $0.hasFix = { $0 < 8 } })
      }
    }
  }

  @Test("a roller coaster: 4 g for a second, again and again", arguments: [25.0, 100])
  func rollerCoaster(hz: Double) throws {
    func loop(_ timeline: Timeline) -> Timeline {
      timeline.jolt(ms: 1000) { Vector3(0, 0, 45 * pow(sin(.pi * $0), 0.5)) }
    }
    let ride = loop(loop(loop(road(hz: hz, mps: 22)).drive(mps: 18, s: 3)).drive(mps: 14, s: 3))
    try expectQuiet(ride.drive(mps: 12, s: 6), reasons: [.heldTooLong])
    try expectQuiet(ride.brake(g: 0.3).rest(s: 8), reasons: [.heldTooLong])
  }

  @Test("silence: the samples stop at the spike and never come back")
  func silence() throws {
    let timeline = road().pulse(deltaV: 9, ms: 100).silence(s: 20)
    let rig = try Rig.run(timeline.with { $0.hasFix = { $0 < 8 } })
    #expect(rig.transcript == ["candidate 1", "rejected 1 noEvidenceAfterImpact"])
    // In the middle of it, too.
    let cut = Rig.cut(timeline.with { $0.hasFix = { $0 < 8 } }, at: 8.05)
    var broken = try Rig()
    for reading in cut { broken.feed(reading) }
    broken.advance(to: timeline.timestamp(40))
    #expect(broken.crashes.isEmpty)
    #expect(broken.outputs.count >= 1)
  }

  @Test("one impact with its bounces gives one candidate")
  func bounces() throws {
    let timeline = road().pulse(deltaV: 9, ms: 100).drive(mps: 6, s: 0.3)
      .pulse(deltaV: 3, ms: 60).drive(mps: 3, s: 0.5).pulse(deltaV: 2.5, ms: 60).rest(s: 10)
    try expectCrash(timeline)
  }

  @Test("handling the phone hard while driving on", arguments: [50.0, 100])
  func handling(hz: Double) throws {
    try expectQuiet(road(hz: hz).shake(g: 6, hz: 3, s: 5).drive(mps: 15, s: 20))
    try expectQuiet(road(hz: hz).shake(g: 8, hz: 5, s: 2).brake(g: 0.4).rest(s: 6))
    // A pick-up and a tap.
    let tap = road(hz: hz).jolt(ms: 400) { Vector3(0, 12 * sin(5 * .pi * $0), 4) }
      .drive(mps: 15, s: 1).jolt(ms: 8) { _ in Vector3(20, 10, 70) }
    try expectQuiet(tap.drive(mps: 15, s: 10))
    // A toss: pushed up, caught again.
    let toss = road(hz: hz).jolt(ms: 180) { Vector3(3, 2, 45 * sin(.pi * $0 / 0.18)) }
      .adding(
        Timeline.Segment(seconds: 0.6, force: { _ in Vector3(0.5, 0.4, 0.9) }, speed: { _ in 15 })
      )
      .jolt(ms: 120) { Vector3(5, 10, 60 * sin(.pi * $0 / 0.12)) }
    try expectQuiet(toss.drive(mps: 15, s: 20))
    try expectQuiet(toss.brake(g: 0.4).rest(s: 8))
  }

  @Test("a sensor fault: one channel spikes while the others stand still")
  func sensorFault() throws {
    var rig = try Rig()
    let drive = road()
    for reading in drive.readings() { rig.feed(reading) }
    for index in 0..<60 {
      let time = drive.seconds + Double(index) * 0.01
      let spike = (10..<20).contains(index) ? 120.0 : 0
      let sample = AccelerationSample(
        timestamp: drive.timestamp(time),
        metersPerSecondSquared: Vector3(spike, 0, PhysicalConstants.standardGravity)
      )
      rig.feed(.acceleration(sample, isSaturated: false))
    }
    #expect(rig.transcript.last == "rejected – singleAxis")
  }

  @Test("never armed, or disarmed: nothing is opened")
  func unarmed() throws {
    let timeline = road().pulse(deltaV: 12, ms: 100).rest(s: 10)
    #expect(try Rig.run(timeline, isArmed: false).outputs.isEmpty)
    var rig = try Rig()
    rig.arm(false, at: timeline.timestamp(0))
    for reading in timeline.readings() { rig.feed(reading) }
    #expect(rig.outputs.isEmpty)
  }

  // MARK: The host's word

  @Test("the host confirms or cancels by identity, and only what waits")
  func host() throws {
    let timeline = road().pulse(deltaV: 8, ms: 100).drive(mps: 10, s: 20)
    var waiting = try Rig()
    for reading in timeline.readings() where waiting.candidates.isEmpty { waiting.feed(reading) }
    let id = try #require(waiting.detector.waitingCandidate)
    let stranger = CrashCandidateID(rawValue: id.rawValue + 1)
    let now = timeline.timestamp(9)

    var confirmed = waiting
    var outputs: [CrashOutput] = []
    #expect(
      !confirmed.detector.confirm(stranger, at: now, trail: &confirmed.trail) { outputs.append($0) }
    )
    #expect(outputs.isEmpty)
    #expect(confirmed.detector.confirm(id, at: now, trail: &confirmed.trail) { outputs.append($0) })
    guard case .confirmed(let crash) = outputs.last else {
      Issue.record("no crash")
      return
    }
    #expect(crash.confirmedBy == .host)
    #expect(crash.confidence == 1)
    #expect(crash.timestamp == now)
    #expect(
      !confirmed.detector.confirm(id, at: now, trail: &confirmed.trail) { outputs.append($0) }
    )

    var cancelled = waiting
    #expect(
      !cancelled.detector.cancel(stranger, at: now, trail: &cancelled.trail) { outputs.append($0) }
    )
    #expect(cancelled.detector.cancel(id, at: now, trail: &cancelled.trail) { outputs.append($0) })
    guard case .rejected(let rejection) = outputs.last else {
      Issue.record("no rejection")
      return
    }
    #expect(rejection.reason == .cancelledByHost)
    #expect(rejection.id == id)
    #expect(cancelled.trail.checks.last?.code == "cancelledByHost")
    // Both word and deadline are over now.
    cancelled.advance(to: timeline.timestamp(60))
    #expect(cancelled.detector.waitingCandidate == nil)
  }

  @Test("a candidate names its deadline, and is rejected at it when the speed is carried on")
  func deadline() throws {
    let timeline = road().pulse(deltaV: 5, ms: 100).drive(mps: 12, s: 20)
    let rig = try Rig.run(timeline)
    let candidate = try #require(rig.candidates.first)
    let rejection = try #require(rig.rejections.first)
    #expect(rig.transcript == ["candidate 1", "rejected 1 noSpeedCollapse"])
    #expect(abs(candidate.deadline.seconds(since: candidate.features.onset) - 15) < 1e-6)
    let lateness = rejection.timestamp.seconds(since: candidate.deadline)
    #expect(lateness >= 0 && lateness <= 0.02)
  }

  @Test(
    "time alone keeps the deadline, to the nanosecond",
    arguments: [(-1, false), (0, true), (1, true)]
  )
  func deadlineByTime(nanoseconds: Int64, isOver: Bool) throws {
    let timeline = road().pulse(deltaV: 5, ms: 100).drive(mps: 12, s: 0.5)
    var rig = try Rig()
    for reading in timeline.readings() { rig.feed(reading) }
    let deadline = try #require(rig.candidates.first?.deadline)
    rig.advance(to: Timestamp(nanoseconds: deadline.nanoseconds + nanoseconds))
    #expect((rig.rejections.count == 1) == isOver)
  }

  @Test("a clock that is set back settles what waits and starts anew")
  func clockReset() throws {
    let timeline = road().pulse(deltaV: 9, ms: 100).rest(s: 1)
    var rig = try Rig()
    for reading in timeline.with({
      $0.epoch = 1000; $0.hasFix = { $0 < 8 }
    }).readings() {
      rig.feed(reading)
    }
    #expect(rig.detector.waitingCandidate != nil)
    let again = road().pulse(deltaV: 15, ms: 100).rest(s: 6)
    var isFirst = true
    for reading in again.readings() {
      if case .acceleration(let sample, _) = reading, isFirst {
        rig.restart(with: sample)
        isFirst = false
      } else {
        rig.feed(reading)
      }
    }
    #expect(
      rig.transcript == [
        "candidate 1", "rejected 1 noEvidenceAfterImpact", "candidate 2",
        "confirmed 2 speedCollapse",
      ]
    )
  }
}
