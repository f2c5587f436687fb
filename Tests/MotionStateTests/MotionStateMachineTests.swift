import Foundation
import MotionSamples
import MotionState
import Testing

@Suite("MotionStateMachine")
struct MotionStateMachineTests {
  /// Seeds and inputs a seed: 100,000 inputs in all.
  static let seeds = UInt64(1)...50
  static let inputsPerSeed = 2000

  @Test("no sequence of inputs breaks the rules that hold for all of them", arguments: seeds)
  func rulesHold(seed: UInt64) throws {
    var inputs = RandomInputs(seed: seed)
    var machine = try MotionStateMachine(MotionConfiguration())
    var witness = Witness()
    for index in 0..<Self.inputsPerSeed {
      let (input, now) = inputs.next(for: machine.state)
      witness.expect(input, at: now)
      let outputs = machine.outputs(of: input, at: now)
      for complaint in witness.complaints(about: outputs, isMoving: machine.isMoving) {
        Issue.record("seed \(seed), input \(index): \(complaint)")
        return
      }
    }
    // The walk is only worth something where it has been everywhere.
    #expect(witness.movingCount > 10, "seed \(seed)")
    #expect(witness.provenStopCount > 0, "seed \(seed)")
    #expect(witness.unprovenCountdownCount > 0, "seed \(seed)")
  }

  @Test("from wherever inputs have led, silence leads nowhere", arguments: seeds)
  func silenceLeadsNowhere(seed: UInt64) throws {
    var inputs = RandomInputs(seed: seed)
    var machine = try MotionStateMachine(MotionConfiguration())
    for _ in 0..<200 {
      for _ in 0..<10 {
        let (input, now) = inputs.next(for: machine.state)
        _ = machine.outputs(of: input, at: now)
      }
      var silent = machine
      for hour in 1...3 {
        let now = instant(10_000_000 + 3600 * Double(hour))
        for timer in [silent.state.heartbeatTimer, silent.state.stopTimer] {
          guard let timer else { continue }
          _ = silent.outputs(of: .timerFired(timer.id), at: now)
        }
      }
      #expect(silent.isMoving == machine.isMoving, "seed \(seed)")
    }
  }

  @Test("a machine restored from JSON before every input goes on identically", arguments: seeds)
  func restoredAnywhere(seed: UInt64) throws {
    var inputs = RandomInputs(seed: seed)
    var machine = try MotionStateMachine(MotionConfiguration())
    var restored = machine
    for index in 0..<400 {
      let (input, now) = inputs.next(for: machine.state)
      let data = try JSONEncoder().encode(restored.state)
      restored = try MotionStateMachine(
        MotionConfiguration(),
        restoring: JSONDecoder().decode(MotionStateMachine.State.self, from: data)
      )
      let expected = machine.outputs(of: input, at: now)
      let actual = restored.outputs(of: input, at: now)
      try #require(actual == expected, "seed \(seed), input \(index)")
      try #require(restored.state == machine.state, "seed \(seed), input \(index)")
    }
  }

  @Test(
    "shifting all times shifts times only",
    arguments: [(1, 1), (2, 86_400_000_000_000), (3, -7_777_777_777_777)] as [(UInt64, Int64)]
  )
  func shiftedTime(seed: UInt64, nanoseconds: Int64) throws {
    var inputs = RandomInputs(seed: seed)
    var machine = try MotionStateMachine(MotionConfiguration())
    var shifted = machine
    for index in 0..<Self.inputsPerSeed {
      let (input, now) = inputs.next(for: machine.state)
      let expected = machine.outputs(of: input, at: now).map { $0.shifted(by: nanoseconds) }
      let actual = shifted.outputs(
        of: input.shifted(by: nanoseconds),
        at: now.shifted(by: nanoseconds)
      )
      try #require(actual == expected, "seed \(seed), input \(index)")
    }
  }

  @Test("the trail changes nothing", arguments: UInt64(1)...5)
  func trailChangesNothing(seed: UInt64) throws {
    var inputs = RandomInputs(seed: seed)
    var machine = try MotionStateMachine(MotionConfiguration())
    var explained = machine
    var log = DecisionLog()
    for _ in 0..<Self.inputsPerSeed {
      let (input, now) = inputs.next(for: machine.state)
      let expected = machine.outputs(of: input, at: now)
      var actual: [MotionOutput] = []
      explained.process(input, at: now, trail: &log) { actual.append($0) }
      try #require(actual == expected, "seed \(seed)")
      try #require(explained.state == machine.state, "seed \(seed)")
    }
    let codes = Set(log.checks.map(\.code))
    #expect(codes == Set(MotionCheckCode.allCases.map(\.rawValue)), "seed \(seed)")
  }

  @Test("the trail tells what was measured, against what, and how it came out")
  func trailOfAStop() throws {
    var machine = try Situation.fedCountdown.machine()
    var log = DecisionLog()
    let timer = try #require(machine.state.stopTimer)
    machine.process(.timerFired(timer.id), at: instant(400), trail: &log) { _ in }
    #expect(
      log.checks == [
        check("timerKnown", 1, 1, .passed), check("timerDue", 2, 0, .passed),
        check("stopTimerLateness", 2, 90, .passed), check("stopTimerFed", 1, 1, .passed),
        check("speedRefutingStill", nil, nil, .notApplicable),
      ]
    )
  }

  @Test("the trail tells why a far coarse fix is no departure")
  func trailOfADoubtfulExit() throws {
    var machine = try Situation.stationary.machine()
    var log = DecisionLog()
    let fix = MotionInput.raw(399, north: 400, accuracy: 1000, speed: 0.5)
    machine.process(fix, at: instant(400), trail: &log) { _ in }
    #expect(
      log.checks.map(\.code) == [
        "rawFixAge", "timestampLead", "rawFixOrder", "groundSpeed", "groundSpeedStreak",
        "geofenceDistance", "displacementBeyondError",
      ]
    )
    #expect(
      log.checks.map(\.verdict) == [
        .passed, .passed, .passed, .failed, .failed, .passed, .failed,
      ]
    )
  }

  private func check(
    _ code: String,
    _ measured: Double?,
    _ threshold: Double?,
    _ verdict: CheckVerdict
  ) -> DecisionCheck {
    DecisionCheck(
      timestamp: instant(400),
      code: code,
      measured: measured,
      threshold: threshold,
      verdict: verdict
    )
  }

  @Test("instants at the ends of the time line change nothing and trap on nothing")
  func endsOfTime() throws {
    let ends = [Timestamp.distantPast, .distantFuture]
    for situation in Situation.allCases {
      for now in ends {
        for measured in ends {
          var machine = try situation.machine()
          let fix = LocationFix(timestamp: measured, coordinate: place(9000), speed: 30)
          let sample = ActivitySample(timestamp: measured, activity: .still, confidence: 100)
          _ = machine.outputs(of: .start, at: now)
          _ = machine.outputs(of: .rawFix(fix), at: now)
          _ = machine.outputs(of: .acceptedFix(fix), at: now)
          _ = machine.outputs(of: .activity(sample), at: now)
          for timer in [machine.state.stopTimer, machine.state.heartbeatTimer] {
            guard let timer else { continue }
            _ = machine.outputs(of: .timerFired(timer.id), at: now)
          }
          #expect(machine.state.isStarted)
        }
      }
    }
  }
}

/// Judges a machine from outside, by the rules in other words than the machine's own.
private struct Witness {
  private(set) var movingCount = 0
  private(set) var provenStopCount = 0
  private(set) var unprovenCountdownCount = 0

  private let rules = MotionConfiguration()
  private var input = MotionInput.start
  private var now = Timestamp(nanoseconds: 0)

  /// The last transition of the session.
  private var isMoving: Bool?
  private var center: Coordinate?
  private var countdown: (timer: MotionTimer, start: Timestamp, stills: Int)?

  /// The raw fixes that tell about their time, the latest two.
  private var fixes: [LocationFix] = []

  mutating func expect(_ input: MotionInput, at now: Timestamp) {
    self.input = input
    self.now = now
    switch input {
    case .rawFix(let fix):
      let age = now.seconds(since: fix.timestamp)
      guard (-5...30).contains(age), fixes.last.map({ fix.timestamp > $0.timestamp }) ?? true else {
        return
      }
      fixes = fixes.suffix(1) + [fix]
    case .activity(let sample):
      guard let timer = countdown?.timer, let start = countdown?.start,
        sample.activity == .still, sample.confidence >= 75, now > start, now <= timer.deadline
      else { return }
      countdown?.stills += 1
    case .start, .stop, .acceptedFix, .paceChange, .timerFired, .significantChange, .visit, .step:
      return
    }
  }

  mutating func complaints(about outputs: [MotionOutput], isMoving reported: Bool?) -> [String] {
    var complaints: [String] = []
    if input == .stop {
      isMoving = nil
      center = nil
      countdown = nil
      fixes = []
    }
    for output in outputs {
      switch output {
      case .transition(let event):
        if event.isMoving == isMoving { complaints.append("twice \(event.isMoving)") }
        complaints += event.isMoving ? complaintsAboutMoving() : complaintsAboutResting()
        isMoving = event.isMoving
        if event.isMoving { movingCount += 1 }
      case .armTimer(let timer) where timer.id.purpose == .stopTimeout:
        if isMoving != true { complaints.append("a countdown at rest") }
        if countdown?.timer != timer { countdown = (timer, now, 0) }
      case .cancelTimer(let id) where id.purpose == .stopTimeout:
        // A settled countdown is cancelled first; its data is needed until the input is judged.
        if input.isForcedOrMoving { countdown = nil }
      case .rearmGeofence(let geofence):
        center = geofence.center
      case .requestProbe(.stopTimerUnfed), .requestProbe(.stopTimerLate),
        .requestProbe(.stopRefutedBySpeed):
        unprovenCountdownCount += 1
      case .armTimer, .cancelTimer, .requestProbe, .recordStop, .heartbeat:
        continue
      }
    }
    if reported != isMoving { complaints.append("reports what it has not said") }
    return complaints
  }

  private func complaintsAboutMoving() -> [String] {
    switch input {
    case .paceChange(isMoving: true):
      return []
    case .activity(let sample):
      let isTrigger = MotionConfiguration.movingActivities.contains(sample.activity)
      return isTrigger && sample.confidence >= 75 ? [] : ["moving by \(sample)"]
    case .rawFix(let fix):
      let isFast = fixes.count == 2 && fixes.allSatisfy { ($0.speed ?? 0) >= rules.speedBar }
      let distance = center.flatMap { center in fix.coordinate.map { $0.distance(to: center) } }
      return isFast || (distance ?? 0) > rules.stationaryRadius ? [] : ["moving by \(fix)"]
    case .start, .stop, .acceptedFix, .paceChange, .timerFired, .significantChange, .visit, .step:
      return ["moving by \(input)"]
    }
  }

  private mutating func complaintsAboutResting() -> [String] {
    defer { countdown = nil }
    if input == .paceChange(isMoving: false) { return [] }
    if case .activity(let sample) = input, isMoving == nil {
      return sample.activity == .still && sample.confidence >= 75 ? [] : ["at rest by \(sample)"]
    }
    switch input {
    case .timerFired, .activity: break
    case .start, .stop, .rawFix, .acceptedFix, .paceChange, .significantChange, .visit, .step:
      return ["at rest by \(input)"]
    }
    guard let countdown else { return ["at rest without a countdown"] }
    provenStopCount += 1
    var complaints: [String] = []
    let lateness = now.seconds(since: countdown.timer.deadline)
    if countdown.stills == 0 { complaints.append("at rest unfed") }
    if !(0...rules.maximumTimerLateness).contains(lateness) {
      complaints.append("at rest \(lateness) s late")
    }
    if countdown.timer.deadline != countdown.start.advanced(bySeconds: rules.stopTimeout) {
      complaints.append("at rest after another time than the timeout")
    }
    if let fix = fixes.last, now.seconds(since: fix.timestamp) <= rules.maximumSpeedAge,
      (fix.speed ?? 0) >= rules.stillRefutingSpeed
    {
      complaints.append("at rest at \(fix.speed ?? 0) m/s")
    }
    return complaints
  }
}

extension MotionInput {
  /// Whether a countdown that ends with this input can only have been cancelled, not settled.
  fileprivate var isForcedOrMoving: Bool {
    switch self {
    case .rawFix, .paceChange, .stop: true
    case .activity(let sample): sample.activity != .still
    case .start, .acceptedFix, .timerFired, .significantChange, .visit, .step: false
    }
  }
}
