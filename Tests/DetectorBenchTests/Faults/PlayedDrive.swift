import DetectorEngine

@testable import DetectorBench

/// What an engine said about a list of inputs, headings kept apart.
struct PlayedDrive {
  private(set) var events: [ReplayedEvent] = []
  private(set) var headings: [HeadingEvent] = []
  private var engine: DetectorEngine
  private var timers: [EngineTimer.ID: EngineTimer] = [:]

  /// Plays all inputs on one engine with every detector on, its timers fired by the receipts.
  init(_ inputs: [ArrivedInput], silence: Double = 30) throws {
    engine = try DetectorEngine(BenchConfiguration().engine)
    guard let first = inputs.first, let last = inputs.last else { return }
    feed(.start, at: first.receivedAt)
    for arrived in inputs {
      fireTimers(until: arrived.receivedAt)
      feed(arrived.input, at: arrived.receivedAt)
    }
    // Silence after the last row settles what still waits.
    fireTimers(until: last.receivedAt.advanced(bySeconds: silence))
    feed(.stop, at: last.receivedAt.advanced(bySeconds: silence))
  }

  /// The crashes that were confirmed.
  var crashes: [Timestamp] { events.filter { $0.kind == .confirmed }.map(\.timestamp) }

  /// When the impacts of the confirmed crashes began, in seconds.
  var impacts: [Double] { events.filter { $0.kind == .confirmed }.compactMap { $0.number(.start) } }

  /// The episodes of distraction, as spans in seconds.
  var episodes: [ClosedRange<Double>] {
    events.filter { $0.kind == .closed }.compactMap { event in
      guard let start = event.number(.start) else { return nil }
      return start...max(start, event.timestamp.seconds)
    }
  }

  private mutating func fireTimers(until now: Timestamp) {
    while let due = timers.values.min(by: { $0.deadline < $1.deadline }), due.deadline <= now {
      timers[due.id] = nil
      feed(.timerFired(due.id), at: due.deadline)
    }
  }

  private mutating func feed(_ input: EngineInput, at now: Timestamp) {
    var outputs: [EngineOutput] = []
    var trail = ReplayTrail(keepsAll: false)
    engine.process(input, at: now, trail: &trail) { outputs.append($0) }
    for output in outputs {
      switch output {
      case .armTimer(let timer): timers[timer.id] = timer
      case .cancelTimer(let id): timers[id] = nil
      case .heading(let event): headings.append(event)
      default: if let event = ReplayedEvent(output) { events.append(event) }
      }
    }
  }
}
