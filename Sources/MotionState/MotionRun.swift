import MotionSamples

/// Whether a session runs; only the numbering of timers outlives one.
enum MotionRun: Equatable, Codable, Sendable {
  case idle(lastGeneration: UInt64)
  case running(MotionSession)

  var session: MotionSession? {
    switch self {
    case .idle: nil
    case .running(let session): session
    }
  }

  mutating func process(
    _ input: MotionInput,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    switch self {
    case .idle(let lastGeneration):
      switch input {
      case .start:
        self = .running(MotionSession(lastGeneration: lastGeneration, in: context, emit: emit))
      case .stop, .rawFix, .acceptedFix, .activity, .paceChange, .timerFired, .significantChange,
        .visit, .step:
        // Nothing is watched outside a session, a timer left over from the last one included.
        _ = trail.check(.sessionRunning, false, at: context.now)
      }
    case .running(var session):
      switch input {
      case .start:
        // Starting twice is what hosts do after a relaunch; the session and its state go on.
        _ = trail.check(.sessionRunning, true, at: context.now)
      case .stop:
        session.cancelTimers(emit: emit)
        self = .idle(lastGeneration: session.lastGeneration)
      case .rawFix(let fix):
        session.take(rawFix: fix, in: context, trail: &trail, emit: emit)
        self = .running(session)
      case .acceptedFix(let fix):
        session.take(acceptedFix: fix, in: context, emit: emit)
        self = .running(session)
      case .activity(let sample):
        session.take(sample, in: context, trail: &trail, emit: emit)
        self = .running(session)
      case .paceChange(let isMoving):
        session.changePace(isMoving, in: context, trail: &trail, emit: emit)
        self = .running(session)
      case .timerFired(let id):
        session.fire(id, in: context, trail: &trail, emit: emit)
        self = .running(session)
      case .significantChange:
        session.noteDisturbance()
        emit(.requestProbe(.significantChange))
        self = .running(session)
      case .visit:
        session.noteDisturbance()
        emit(.requestProbe(.visit))
        self = .running(session)
      case .step:
        session.noteDisturbance()
        self = .running(session)
      }
    }
  }
}
