public import DetectorEngine

/// Our own rule: the engine, with a host around it that does what a phone's would.
///
/// It starts a session with the first input, and schedules the timers that the engine asks for on the recording's
/// arrival clock. Probes are not answered, since a recording can't be asked.
public struct EngineRule: DetectionRule {
  /// A host that slept longer than this many seconds finds its timers late instead of having run them in time.
  private static let maximumWakefulGap = 3600.0

  private var engine: DetectorEngine
  private let clock: ClockAnchor?

  /// The timers that run, in the order in which they were armed.
  private var timers: [EngineTimer] = [] {
    didSet { nextDeadline = timers.map(\.deadline).min() ?? .distantFuture }
  }

  /// The earliest deadline of a timer that runs.
  private var nextDeadline = Timestamp.distantFuture

  private var lastArrival: Timestamp?

  /// Creates the rule at the start of a recording.
  ///
  /// `startUnixSeconds` is the wall-clock time of the recording's origin, where it is known.
  public init(
    _ configuration: BenchConfiguration,
    startUnixSeconds: Double? = nil
  ) throws(ConfigurationError) {
    engine = try DetectorEngine(configuration.engine)
    clock = startUnixSeconds.flatMap {
      ClockAnchor(monotonic: Timestamp(nanoseconds: 0), unixSeconds: $0)
    }
  }

  /// Takes one input, after every timer that was due before it.
  public mutating func process(
    _ input: RecordedInput,
    receivedAt: Timestamp,
    log: inout ReplayLog
  ) {
    if lastArrival == nil {
      feed(.start, at: receivedAt, log: &log)
      if let clock { feed(.clock(clock), at: receivedAt, log: &log) }
    }
    fireTimers(until: receivedAt, log: &log)
    lastArrival = receivedAt
    switch input {
    case .rotation(let sample): feed(.sensor(.rotation(sample)), at: receivedAt, log: &log)
    case .magneticField(let sample):
      feed(.sensor(.magneticField(sample)), at: receivedAt, log: &log)
    case .acceleration(let sample):
      feed(.sensor(.acceleration(sample)), at: receivedAt, log: &log)
    case .fix(let fix): feed(.fix(fix), at: receivedAt, log: &log)
    case .activity(let sample): feed(.activity(sample), at: receivedAt, log: &log)
    case .timePassed: break
    }
  }

  /// Takes what the gate still holds back.
  public mutating func finish(at now: Timestamp, log: inout ReplayLog) {
    fireTimers(until: now, log: &log)
    var outputs: [EngineOutput] = []
    var trail = ReplayTrail(keepsAll: log.keepsDecisions)
    engine.flush(trail: &trail) { outputs.append($0) }
    for check in trail.checks { log.record(ReplayedDecision(check)) }
    outputs.forEach { take($0, at: now, log: &log) }
  }

  /// Fires what is due in the order of the deadlines; what a timer arms meanwhile may be due, too.
  private mutating func fireTimers(until now: Timestamp, log: inout ReplayLog) {
    // At the end of the time line a deadline cannot be later than now, and would be due for ever.
    guard now < .distantFuture, nextDeadline <= now else { return }
    let slept = lastArrival.map { now.seconds(since: $0) > Self.maximumWakefulGap } ?? false
    while let due = timers.min(by: { $0.deadline < $1.deadline }), due.deadline <= now {
      timers.removeAll { $0.id == due.id }
      feed(.timerFired(due.id), at: slept ? now : due.deadline, log: &log)
    }
  }

  private mutating func feed(_ input: EngineInput, at now: Timestamp, log: inout ReplayLog) {
    var outputs: [EngineOutput] = []
    var trail = ReplayTrail(keepsAll: log.keepsDecisions)
    engine.process(input, at: now, trail: &trail) { outputs.append($0) }
    for check in trail.checks { log.record(ReplayedDecision(check)) }
    for output in outputs { take(output, at: now, log: &log) }
  }

  private mutating func take(_ output: EngineOutput, at now: Timestamp, log: inout ReplayLog) {
    switch output {
    case .armTimer(let timer): timers.append(timer)
    case .cancelTimer(let id): timers.removeAll { $0.id == id }
    default:
      if let event = ReplayedEvent(output) { log.record(event) }
    }
  }
}
