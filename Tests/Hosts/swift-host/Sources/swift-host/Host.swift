import DetectorEngine
import Foundation

/// What an app is around an engine: it schedules the timers that the engine asks for and hands on its events.
struct Host {
  private var engine: DetectorEngine

  /// The timers that run, in the order in which they were armed.
  private var timers: [EngineTimer] = []

  private var isStarted = false

  /// Whatever is to be printed, in order.
  private(set) var lines: [String] = []

  /// Creates a host with a fresh engine.
  init(_ configuration: EngineConfiguration) throws {
    engine = try DetectorEngine(configuration)
  }

  /// Feeds a row that arrived at an instant, after every timer that was due before it.
  mutating func feed(_ row: Row, at now: Timestamp, previousArrival: Timestamp?) {
    if !isStarted {
      isStarted = true
      send(.start, at: now)
    }
    fireTimers(until: now, previousArrival: previousArrival)
    for input in row.inputs { send(input, at: now) }
  }

  /// Takes what is still held back, because nothing comes any more.
  mutating func finish() {
    var outputs: [EngineOutput] = []
    var trail = NoTrail()
    engine.flush(trail: &trail) { outputs.append($0) }
    outputs.forEach { take($0) }
  }

  /// Forgets the lines that have been printed.
  mutating func removeLines() {
    lines.removeAll(keepingCapacity: true)
  }

  private mutating func send(_ input: EngineInput, at now: Timestamp) {
    var outputs: [EngineOutput] = []
    var trail = NoTrail()
    engine.process(input, at: now, trail: &trail) { outputs.append($0) }
    outputs.forEach { take($0) }
  }

  private mutating func take(_ output: EngineOutput) {
    switch output {
    case .armTimer(let timer): timers.append(timer)
    case .cancelTimer(let id): timers.removeAll { $0.id == id }
    default:
      if let line = EventLine(output) { lines.append(line.text) }
    }
  }

  /// Fires what is due in the order of the deadlines; what a timer arms meanwhile may be due, too.
  private mutating func fireTimers(until now: Timestamp, previousArrival: Timestamp?) {
    let hasSlept =
      previousArrival.map { now.seconds(since: $0) > ArrivalClock.longestLeapSec } ?? false
    while let due = timers.min(by: { $0.deadline < $1.deadline }), due.deadline <= now {
      timers.removeAll { $0.id == due.id }
      send(.timerFired(due.id), at: hasSlept ? now : due.deadline)
    }
  }
}

// MARK: - Location records

extension Host {
  /// Builds the location record that goes with a fix, and persists or drops it.
  ///
  /// Purposes and outcomes take turns with the number of the row, so that every way of a closing record comes up and a
  /// host that was restored does the same.
  mutating func buildRecord(row: Int, at now: Timestamp) {
    let purpose: RecordPurpose =
      row.isMultiple(of: 5) ? .sample : row.isMultiple(of: 7) ? .embedded : .upload
    let record = engine.recordBuilt(for: purpose)
    let extras = record.extras
    let cells = [
      EventLine.seconds(now), "extras", "\(purpose)", extras.dds.map(EventLine.number) ?? "",
      extras.ddc?.rawValue ?? "", extras.ddd.map(EventLine.number) ?? "",
    ]
    lines.append(cells.joined(separator: ","))
    if row.isMultiple(of: 3) {
      engine.recordDropped(record.token)
    } else {
      engine.recordPersisted(record.token)
    }
  }
}

// MARK: - Surviving the process

extension Host {
  /// Writes down the engine, and beside it what was running, as an app does that may be killed at any instant.
  func save(to path: String) throws {
    try SnapshotStore(path: path).save(engine.snapshot())
    let record = SessionRecord(
      isStarted: isStarted,
      isMoving: engine.isMoving,
      sensors: Set(SensorChannel.allCases),
      timers: timers
    )
    try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: path + ".session"))
  }

  /// Goes on in a new process: recreates what the plan says, which is nothing where no session ran.
  mutating func restore(from path: String) throws {
    let record = try JSONDecoder().decode(
      SessionRecord.self,
      from: Data(contentsOf: URL(fileURLWithPath: path + ".session"))
    )
    for step in RestorationPlan(record).steps {
      switch step {
      case .restoreEngine:
        guard case .current(let snapshot) = SnapshotStore(path: path).load() else {
          throw HostProblem("\(path): no intact snapshot")
        }
        engine = try DetectorEngine(restoring: snapshot)
        isStarted = true
      case .scheduleTimer(let timer): timers.append(timer)
      // A replay has its inputs from the recording and asks no platform for them.
      case .watchLocation, .watchActivity, .watchSignificantChanges, .watchGeofence, .readSensor:
        break
      }
    }
  }
}
