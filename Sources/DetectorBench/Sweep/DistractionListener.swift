import DetectorEngine
import DistractionDetection

/// A distraction detector that a script is read to, with the ledger that makes one event of each episode.
struct DistractionListener: DetectorListener {
  /// The episodes that have closed, in seconds.
  private(set) var episodes: [IntervalScore.Interval] = []

  /// The start of the episode that is open, in seconds.
  private(set) var openSince: Double?

  /// The events as the engine gives them, where they are kept.
  private(set) var outputs: [EngineOutput] = []

  private var detector: DistractionDetector
  private var ledger = EpisodeLedger()
  private var lastTrustedFix: LocationFix?
  private var deadlines: ArraySlice<Timestamp>
  private let keepsOutputs: Bool

  /// Creates a listener around a fresh detector.
  ///
  /// `firedDeadlines` tells when timers of crash candidates fire: time passes then for this detector, too.
  init(
    _ detector: DistractionDetector,
    firedDeadlines: [Timestamp],
    keepsOutputs: Bool = false
  ) {
    self.detector = detector
    self.keepsOutputs = keepsOutputs
    deadlines = firedDeadlines[...]
  }

  var deadline: Timestamp? { deadlines.first }

  mutating func deadlineFires() { deadlines.removeFirst() }

  mutating func passOver(from first: Int, before end: Int, in script: DetectorScript) -> Int {
    // An unarmed detector looks at no frame; but a timer may be due among them.
    detector.isArmed || !deadlines.isEmpty ? first : end
  }

  mutating func take(_ frame: MotionFrame) {
    call { detector, trail, emit in detector.process(frame, trail: &trail, emit: emit) }
  }

  mutating func take(_ fix: LocationFix, receivedAt now: Timestamp) {
    lastTrustedFix = fix
    call { detector, trail, emit in
      detector.process(fix, receivedAt: now, trail: &trail, emit: emit)
    }
  }

  mutating func arm(_ isMoving: Bool, at now: Timestamp) {
    call { detector, trail, emit in
      detector.setArmed(isMoving, at: now, trail: &trail, emit: emit)
    }
  }

  mutating func advance(to now: Timestamp) {
    call { detector, trail, emit in detector.advance(to: now, trail: &trail, emit: emit) }
  }

  @inline(__always)
  private mutating func call(
    _ body: (inout DistractionDetector, inout NoTrail, (DistractionOutput) -> Void) -> Void
  ) {
    var trail = NoTrail()
    // Filled only when something happens.
    var said: [DistractionOutput] = []
    body(&detector, &trail) { said.append($0) }
    for output in said { forward(output) }
  }

  private mutating func forward(_ output: DistractionOutput) {
    if keepsOutputs { outputs.append(.distraction(output)) }
    switch output {
    case .opened(let start, _, let cause):
      ledger.open(start: start, startUnixSeconds: start.seconds, cause: cause)
      openSince = start.seconds
    case .causeChanged(_, _, let cause):
      ledger.changeCause(to: cause)
    case .closed(let start, let end, _):
      guard let event = ledger.close(start: start, end: end, location: lastTrustedFix) else {
        return
      }
      if keepsOutputs { outputs.append(.distractionEpisode(event)) }
      let start = event.startTimestamp.seconds
      episodes.append(.init(start: start, end: start + event.durationSec))
      openSince = nil
    }
  }
}
