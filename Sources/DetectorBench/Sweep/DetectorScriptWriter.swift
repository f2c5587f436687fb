import DetectorEngine

/// Writes down what the engine would tell its detectors, wired as the engine is and with the same host around it.
struct DetectorScriptWriter {
  /// A host that slept longer than this many seconds finds its timers late; such a recording is replayed as a whole.
  private static let maximumWakefulGap = 3600.0

  private var gate: SampleGate
  private var frontEnd: MotionFrontEnd
  private var fixFilter: FixFilter
  private var machine: MotionStateMachine
  private var script: DetectorScript

  /// Whether the script says all: not so where the sensors' clock was set back, time passed without any input, or the host
  /// slept, since what the engine then does depends on its detectors' timers.
  private var isComplete = true

  private var timers: [MotionTimer] = []
  private var lastArrival: Timestamp?
  private var isMoving = false

  /// The script of a recording, or nil where no script can say all of it.
  ///
  /// `configuration` tells what stands in front of the detectors; `duration` is the recording's stated one.
  static func script(
    of recording: Recording,
    configuration: EngineConfiguration,
    duration: Double
  ) throws(ConfigurationError) -> DetectorScript? {
    var writer = try DetectorScriptWriter(configuration)
    guard let span = recording.arrivalSpan(duration: duration) else { return writer.script }
    recording.forEachInput { input, receivedAt in writer.process(input, receivedAt: receivedAt) }
    writer.finish(at: span.last)
    return writer.isComplete ? writer.script : nil
  }

  private init(_ configuration: EngineConfiguration) throws(ConfigurationError) {
    gate = try SampleGate(configuration.sampleGate)
    frontEnd = try MotionFrontEnd(configuration.frontEnd)
    fixFilter = try FixFilter(configuration.fixFilter)
    machine = try MotionStateMachine(configuration.motion)
    script = DetectorScript(reorderWindowSec: configuration.sampleGate.reorderWindowMs / 1000)
  }

  private mutating func process(_ input: RecordedInput, receivedAt now: Timestamp) {
    if lastArrival == nil {
      advance(to: now)
      drive(.start, at: now)
    }
    fireTimers(until: now)
    lastArrival = now
    switch input {
    case .rotation(let sample): take(.rotation(sample), at: now)
    case .magneticField(let sample): take(.magneticField(sample), at: now)
    case .acceleration(let sample): take(.acceleration(sample), at: now)
    case .fix(let fix):
      advance(to: now)
      take(fix, at: now)
    case .activity(let sample):
      advance(to: now)
      drive(.activity(sample), at: now)
    case .timePassed: isComplete = false
    }
  }

  private mutating func finish(at now: Timestamp) {
    fireTimers(until: now)
    script.append(.end(now))
    var released: [GatedSample] = []
    var trail = NoTrail()
    gate.flush(trail: &trail) { released.append($0) }
    // No timer fires any more, whatever these frames bring about.
    take(released, DetectorScript.Release(timestamp: .distantPast, isOwn: false))
  }

  private mutating func fireTimers(until now: Timestamp) {
    guard now < .distantFuture else {
      isComplete = false
      return
    }
    if let lastArrival, now.seconds(since: lastArrival) > Self.maximumWakefulGap {
      isComplete = false
    }
    while let due = timers.min(by: { $0.deadline < $1.deadline }), due.deadline <= now {
      timers.removeAll { $0.id == due.id }
      advance(to: due.deadline)
      drive(.timerFired(due.id), at: due.deadline)
    }
  }

  private mutating func take(_ sample: SensorSample, at now: Timestamp) {
    var released: [GatedSample] = []
    var trail = NoTrail()
    gate.process(sample, trail: &trail) { released.append($0) }
    for reading in released {
      take(
        [reading],
        DetectorScript.Release(timestamp: now, isOwn: reading.sample == sample)
      )
    }
  }

  private mutating func advance(to now: Timestamp) {
    var released: [GatedSample] = []
    var trail = NoTrail()
    gate.advance(to: now, trail: &trail) { released.append($0) }
    take(released, DetectorScript.Release(timestamp: now, isOwn: false))
    script.append(.advance(now))
  }

  private mutating func take(_ released: [GatedSample], _ release: DetectorScript.Release) {
    for reading in released {
      if reading.restart == .clockReset { isComplete = false }
      switch reading.sample {
      case .rotation(let sample): frontEnd.process(sample)
      case .magneticField: break
      case .acceleration(let sample):
        let frame = frontEnd.process(
          sample,
          isSaturated: reading.isSaturated,
          isRestart: reading.isRestart
        )
        if let last = script.frames.last, frame.timestamp < last.timestamp { isComplete = false }
        script.append(frame, release)
      }
    }
  }

  private mutating func take(_ fix: LocationFix, at now: Timestamp) {
    var trail = NoTrail()
    let verdict = fixFilter.process(fix, receivedAt: now, trail: &trail)
    drive(.rawFix(fix), at: now)
    if verdict == .accepted { drive(.acceptedFix(fix), at: now) }
    if verdict.isTrusted { script.append(.fix(fix, now)) }
  }

  private mutating func drive(_ input: MotionInput, at now: Timestamp) {
    var outputs: [MotionOutput] = []
    var trail = NoTrail()
    machine.process(input, at: now, trail: &trail) { outputs.append($0) }
    for output in outputs {
      switch output {
      case .armTimer(let timer): timers.append(timer)
      case .cancelTimer(let id): timers.removeAll { $0.id == id }
      case .transition, .rearmGeofence, .requestProbe, .recordStop, .heartbeat: break
      }
    }
    // Arming what is armed changes nothing: time has been let pass already.
    guard isMoving != (machine.isMoving == true) else { return }
    isMoving.toggle()
    script.append(.arm(isMoving, now))
  }
}
