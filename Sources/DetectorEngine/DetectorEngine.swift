import CrashDetection
public import DistractionDetection
import HeadingEstimation
public import MotionSamples
import MotionState
import SignalFilters

/// All detectors behind one door, armed by one motion state.
///
/// Inputs come in whatever interleaving the host receives them, each with the instant of its receipt on the time line
/// of the sensors; outputs go to the closure, in order, before the call returns. The engine owns no thread, no clock,
/// no file and no sensor, and is a value: copied, it goes on independently.
///
/// Readings pass the gate, which holds each back for the reorder window; accelerometer and gyroscope become motion
/// frames that crash and distraction detection share. Fixes go to the motion state machine as they come, and to the
/// detectors when the fix filter trusts them. Detectors run only while the phone is on the move. A crash candidate that
/// waits for confirmation outlives that: a car that has crashed stands still.
public struct DetectorEngine: Sendable {
  /// What is set; it never changes.
  public let configuration: EngineConfiguration

  var gate: SampleGate
  var frontEnd: MotionFrontEnd
  var fixFilter: FixFilter
  var machine: MotionStateMachine
  var crash: CrashDetector
  var distraction: DistractionDetector
  var ledger: EpisodeLedger
  var heading: HeadingDetector
  var crashRecorder: CrashRecorder

  /// Whether headings are being made.
  var isHeadingArmed = false

  /// The latest reading's instant, absent before the first.
  var lastReading: Timestamp?

  /// How wall-clock time is told; the time line itself is taken for Unix time until the host gives an anchor.
  var clock: ClockAnchor?

  /// The latest fix that detectors may use.
  var lastTrustedFix: LocationFix?

  /// Creates an engine without a session, every detector as its configuration says.
  ///
  /// - Throws: ``ConfigurationError`` naming the first field that is outside its range.
  public init(
    _ configuration: EngineConfiguration = EngineConfiguration()
  ) throws(ConfigurationError) {
    try self.init(configuration, restoring: State())
  }

  /// Creates an engine that goes on from a state.
  init(
    _ configuration: EngineConfiguration,
    restoring state: State
  ) throws(ConfigurationError) {
    self.configuration = configuration
    gate = try SampleGate(configuration.sampleGate, restoring: state.gate)
    frontEnd = try MotionFrontEnd(configuration.frontEnd, restoring: state.frontEnd)
    fixFilter = try FixFilter(configuration.fixFilter, restoring: state.fixFilter)
    machine = try MotionStateMachine(configuration.motion, restoring: state.machine)
    crash = try CrashDetector(configuration.crashDetection, restoring: state.crash)
    distraction = try DistractionDetector(
      configuration.distractionDetection,
      restoring: state.distraction
    )
    ledger = EpisodeLedger(restoring: state.ledger)
    heading = try HeadingDetector(configuration.heading, restoring: state.heading)
    crashRecorder = state.crashRecorder
    isHeadingArmed = state.isHeadingArmed
    lastReading = state.lastReading
    clock = state.clock
    lastTrustedFix = state.lastTrustedFix
  }

  /// Whether the phone is on the move, absent before the first verdict of a session.
  public var isMoving: Bool? { machine.isMoving }

  /// Takes one input, received at `now`, and emits what follows from it.
  ///
  /// Nothing is allocated for an input from which no event follows.
  public mutating func process(
    _ input: EngineInput,
    at now: Timestamp,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    if case .sensor(let sample) = input {
      take(sample, trail: &trail, emit: emit)
      return
    }
    // What the gate holds back is older than this input, and time has passed for everything that waits for it.
    advance(to: now, trail: &trail, emit: emit)
    switch input {
    case .start: drive(.start, at: now, trail: &trail, emit: emit)
    case .stop: drive(.stop, at: now, trail: &trail, emit: emit)
    case .sensor: break
    case .fix(let fix): take(fix, at: now, trail: &trail, emit: emit)
    case .activity(let sample): drive(.activity(sample), at: now, trail: &trail, emit: emit)
    case .paceChange(let isMoving):
      drive(.paceChange(isMoving: isMoving), at: now, trail: &trail, emit: emit)
    case .timerFired(.motion(let id)):
      drive(.timerFired(id), at: now, trail: &trail, emit: emit)
    case .timerFired(.crashDeadline): break
    case .significantChange: drive(.significantChange, at: now, trail: &trail, emit: emit)
    case .visit: drive(.visit, at: now, trail: &trail, emit: emit)
    case .step: drive(.step, at: now, trail: &trail, emit: emit)
    case .screen(let isActive): distraction.setScreenActive(isActive)
    case .clock(let anchor): clock = anchor
    case .crashResponse(let id, let isCrash):
      var outputs: [CrashOutput] = []
      // An answer to a candidate that has been settled meanwhile changes nothing, and its outcome has been told.
      if isCrash {
        _ = crash.confirm(id, at: now, trail: &trail) { outputs.append($0) }
      } else {
        _ = crash.cancel(id, at: now, trail: &trail) { outputs.append($0) }
      }
      forward(outputs, emit: emit)
    }
  }

  /// Takes what the gate still holds back, because the stream is at its end or stops for now.
  public mutating func flush(
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    while let reading = gate.nextOfAll(trail: &trail) {
      dispatch(reading, trail: &trail, emit: emit)
    }
  }

  /// How wall-clock time is told, absent until the host gives an anchor.
  public var clockAnchor: ClockAnchor? { clock }

  /// The wall-clock time of an instant, in Unix seconds, by the latest anchor.
  public func unixSeconds(at timestamp: Timestamp) -> Double {
    clock?.unixSeconds(at: timestamp) ?? timestamp.seconds
  }
}

// MARK: - Location records

extension DetectorEngine {
  /// Says which distraction keys the record that is being built carries.
  public func recordBuilt(for purpose: RecordPurpose) -> BuiltRecord {
    ledger.recordBuilt(for: purpose)
  }

  /// Notes that a record has been persisted, which uses up the close that it carries.
  @discardableResult
  public mutating func recordPersisted(_ token: RecordToken) -> RecordSettlement {
    ledger.recordPersisted(token)
  }

  /// Notes that a record was dropped, which leaves the close that it carries to the next record.
  @discardableResult
  public mutating func recordDropped(_ token: RecordToken) -> Bool {
    ledger.recordDropped(token)
  }
}

// MARK: - Sensors

extension DetectorEngine {
  private mutating func take(
    _ sample: SensorSample,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    switch gate.admit(sample, trail: &trail) {
    case .refused:
      break
    case .waits(let now):
      while let reading = gate.next(dueAt: now, trail: &trail) {
        dispatch(reading, trail: &trail, emit: emit)
      }
    case .beginsTimeLine:
      flush(trail: &trail, emit: emit)
      gate.beginTimeLine(at: sample)
    }
  }

  /// Lets time pass: the gate passes on what has waited long enough, deadlines fall due.
  private mutating func advance(
    to now: Timestamp,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    while let reading = gate.next(dueAt: now, trail: &trail) {
      dispatch(reading, trail: &trail, emit: emit)
    }
    var crashes: [CrashOutput] = []
    crash.advance(to: now, trail: &trail) { crashes.append($0) }
    forward(crashes, emit: emit)
    var episodes: [DistractionOutput] = []
    distraction.advance(to: now, trail: &trail) { episodes.append($0) }
    forward(episodes, emit: emit)
  }

  /// Hands a released reading to the detectors.
  private mutating func dispatch(
    _ reading: PassedReading,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    if reading.restart == .clockReset { beginTimeLine(trail: &trail, emit: emit) }
    lastReading = reading.timestamp
    var due: HeadingEvent?
    switch reading.channel {
    case .rotation:
      let sample = RotationSample(timestamp: reading.timestamp, radiansPerSecond: reading.value)
      frontEnd.process(sample)
      if isHeadingArmed { due = heading.process(sample) }
    case .magneticField:
      guard isHeadingArmed else { return }
      heading.process(
        MagneticFieldSample(timestamp: reading.timestamp, microteslas: reading.value)
      )
    case .acceleration:
      let sample = AccelerationSample(
        timestamp: reading.timestamp,
        metersPerSecondSquared: reading.value
      )
      let frame = frontEnd.process(
        sample,
        isSaturated: reading.isSaturated,
        isRestart: reading.restart != nil
      )
      take(frame, trail: &trail, emit: emit)
      if isHeadingArmed { due = heading.process(sample) }
    }
    if let due { emit(.heading(due)) }
  }

  /// Settles what is under way on the old time line and begins afresh, because the sensors' clock was set back.
  ///
  /// Instants of the two lines can't be compared, so nothing is carried over but what is armed.
  private mutating func beginTimeLine(
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    guard let end = lastReading else { return }
    var crashes: [CrashOutput] = []
    // Past every deadline: a candidate is settled by what is known of it.
    crash.advance(to: end.advanced(bySeconds: Self.beyondEveryDeadlineSec), trail: &trail) {
      crashes.append($0)
    }
    forward(crashes, emit: emit)
    var episodes: [DistractionOutput] = []
    distraction.setArmed(false, at: end, trail: &trail) { episodes.append($0) }
    forward(episodes, emit: emit)
    crashRecorder.beginTimeLine()
    lastReading = nil
    // The configuration has been found valid, so that none of these can fail.
    guard let freshFrontEnd = try? MotionFrontEnd(configuration.frontEnd),
      let freshCrash = try? CrashDetector(configuration.crashDetection),
      let freshHeading = try? HeadingDetector(configuration.heading)
    else { return }
    frontEnd = freshFrontEnd
    crash = freshCrash
    heading = freshHeading
    rearm(at: end, trail: &trail, emit: emit)
  }

  /// Longer than the longest deadline that a configuration allows, in seconds.
  private static let beyondEveryDeadlineSec = 3600.0

  private mutating func take(
    _ frame: MotionFrame,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    if configuration.crashDetection.enabled || crashRecorder.isWaiting {
      crashRecorder.process(
        frame,
        level: configuration.crashDetection.durationThreshold * PhysicalConstants.standardGravity,
        bounceTimeMs: configuration.crashDetection.bounceTimeMs
      )
    }
    // Empty lists cost next to nothing; they are filled only when something happens.
    var crashes: [CrashOutput] = []
    crash.process(frame, trail: &trail) { crashes.append($0) }
    if !crashes.isEmpty { forward(crashes, emit: emit) }
    guard distraction.isArmed else { return }
    var episodes: [DistractionOutput] = []
    distraction.process(frame, trail: &trail) { episodes.append($0) }
    if !episodes.isEmpty { forward(episodes, emit: emit) }
  }
}

// MARK: - Motion and location

extension DetectorEngine {
  private mutating func take(
    _ fix: LocationFix,
    at now: Timestamp,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    let verdict = fixFilter.process(fix, receivedAt: now, trail: &trail)
    drive(.rawFix(fix), at: now, trail: &trail, emit: emit)
    if verdict == .accepted {
      drive(.acceptedFix(fix), at: now, trail: &trail, emit: emit)
    }
    guard verdict.isTrusted else { return }
    lastTrustedFix = fix
    crashRecorder.process(fix, receivedAt: now)
    var crashes: [CrashOutput] = []
    crash.process(fix, receivedAt: now, trail: &trail) { crashes.append($0) }
    forward(crashes, emit: emit)
    var episodes: [DistractionOutput] = []
    distraction.process(fix, receivedAt: now, trail: &trail) { episodes.append($0) }
    forward(episodes, emit: emit)
    if configuration.heading.enabled {
      heading.process(fix, unixSeconds: unixSeconds(at: fix.timestamp))
    }
  }

  /// Gives the motion state machine an input, passes on what it says, and arms or disarms by its state.
  private mutating func drive(
    _ input: MotionInput,
    at now: Timestamp,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    machine.process(input, at: now, trail: &trail) { output in
      emit(EngineOutput(output))
    }
    rearm(at: now, trail: &trail, emit: emit)
  }

  /// Arms or disarms every detector by the motion state and the configuration.
  mutating func rearm(
    at now: Timestamp,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) {
    let isArmed = machine.isMoving == true
    let isCrashArmed = isArmed && configuration.crashDetection.enabled
    var crashes: [CrashOutput] = []
    crash.setArmed(isCrashArmed, at: now, trail: &trail) { crashes.append($0) }
    forward(crashes, emit: emit)
    var episodes: [DistractionOutput] = []
    distraction.setArmed(isArmed, at: now, trail: &trail) { episodes.append($0) }
    forward(episodes, emit: emit)
    isHeadingArmed =
      configuration.heading.enabled && (isArmed || configuration.heading.runsRegardlessOfMotion)
  }
}

// MARK: - Outputs

extension DetectorEngine {
  /// Passes crash outputs on, with the timer that each needs.
  private mutating func forward(_ outputs: [CrashOutput], emit: (EngineOutput) -> Void) {
    for output in outputs {
      crashRecorder.process(output, clock: clock)
      emit(.crash(output))
      switch output {
      case .candidate(let candidate):
        emit(
          .armTimer(
            EngineTimer(id: .crashDeadline(candidate.id), deadline: candidate.deadline)
          )
        )
      case .confirmed(let event): emit(.cancelTimer(.crashDeadline(event.id)))
      case .rejected(let rejection):
        if let id = rejection.id { emit(.cancelTimer(.crashDeadline(id))) }
      }
    }
  }

  /// Passes distraction outputs on and keeps the ledger, which makes one event of each episode.
  private mutating func forward(
    _ outputs: [DistractionOutput],
    emit: (EngineOutput) -> Void
  ) {
    for output in outputs {
      emit(.distraction(output))
      switch output {
      case .opened(let start, _, let cause):
        ledger.open(start: start, startUnixSeconds: unixSeconds(at: start), cause: cause)
      case .causeChanged(_, _, let cause):
        ledger.changeCause(to: cause)
      case .closed(let start, let end, _):
        if let event = ledger.close(start: start, end: end, location: lastTrustedFix) {
          emit(.distractionEpisode(event))
        }
      }
    }
  }
}

extension EngineOutput {
  fileprivate init(_ output: MotionOutput) {
    self =
      switch output {
      case .transition(let event): .motionChange(event)
      case .armTimer(let timer):
        .armTimer(EngineTimer(id: .motion(timer.id), deadline: timer.deadline))
      case .cancelTimer(let id): .cancelTimer(.motion(id))
      case .rearmGeofence(let geofence): .rearmGeofence(geofence)
      case .requestProbe(let reason): .requestProbe(reason)
      case .recordStop(let record): .recordStop(record)
      case .heartbeat(let event): .heartbeat(event)
      }
  }
}
