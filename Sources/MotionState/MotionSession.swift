import MotionSamples

/// One session from its start to its stop: the phase, and what is known in every phase.
struct MotionSession: Equatable, Codable, Sendable {
  var phase: MotionPhase
  var heartbeat: MotionTimer
  private(set) var lastGeneration: UInt64

  /// The latest accepted fix with a position.
  var lastLocation: LocationFix?

  /// The latest position out of raw fixes.
  var lastRawPosition: MeasuredPosition?

  /// What the latest raw fixes say about speed.
  var speed: SpeedEvidence?

  /// The latest time of a verdict of the classifier.
  var lastActivityTimestamp: Timestamp?

  /// Begins a session: at rest, as far as anyone knows.
  init(lastGeneration: UInt64, in context: MotionContext, emit: (MotionOutput) -> Void) {
    phase = .unconfirmed(Rest(isQuiet: false))
    self.lastGeneration = lastGeneration &+ 1
    heartbeat = MotionTimer(
      id: MotionTimer.ID(purpose: .heartbeat, generation: self.lastGeneration),
      deadline: context.now.advanced(bySeconds: context.configuration.heartbeatInterval)
    )
    emit(.armTimer(heartbeat))
    emit(.requestProbe(.sessionStart))
  }

  /// Hands out a timer that no earlier one can be mistaken for.
  mutating func makeTimer(
    _ purpose: MotionTimer.Purpose,
    after seconds: Double,
    in context: MotionContext
  ) -> MotionTimer {
    lastGeneration &+= 1
    return MotionTimer(
      id: MotionTimer.ID(purpose: purpose, generation: lastGeneration),
      deadline: context.now.advanced(bySeconds: seconds)
    )
  }

  /// Takes every armed timer back.
  func cancelTimers(emit: (MotionOutput) -> Void) {
    emit(.cancelTimer(heartbeat.id))
    if let countdown = phase.countdown { emit(.cancelTimer(countdown.timer.id)) }
  }

  /// Takes note that something has touched the phone, so that a wavering classifier is listened to again.
  mutating func noteDisturbance() {
    guard var rest = phase.rest else { return }
    rest.isQuiet = false
    phase.update(rest)
  }

  /// Whether a fresh ground speed contradicts a still verdict, as with a phone that lies in a driving car.
  func speedRefutesStill(in context: MotionContext, trail: inout some DecisionTrail) -> Bool {
    guard let speed, let measured = speed.speed,
      context.age(of: speed.timestamp) <= context.configuration.maximumSpeedAge
    else {
      trail.note(.speedRefutingStill, nil, at: context.now)
      return false
    }
    // What two fixes in a row confirm need not be fast; a single one must be beyond a receiver's jitter.
    let threshold =
      speed.isConfirmed ? context.configuration.speedBar : context.configuration.stillRefutingSpeed
    return trail.check(.speedRefutingStill, measured, atLeast: threshold, at: context.now)
  }
}
