import MotionSamples
import MotionState

/// Inputs such as a careless host and a capricious day might give, without end.
///
/// Moods of parking, driving and chaos take turns, so that rare paths (a stop proven, a countdown gone wrong) are walked
/// often. Timers fire on time, early, late, twice, after they were cancelled, or not at all.
struct RandomInputs {
  private enum Mood: CaseIterable { case parked, driving, chaos }

  private var random: SeededGenerator
  private var mood = Mood.chaos
  private var now = instant(1000)
  private var north = 0.0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The next input for a machine in this state, with the instant of its receipt.
  mutating func next(for state: MotionStateMachine.State) -> (input: MotionInput, now: Timestamp) {
    if random.happens(0.03) { mood = random.pick(Mood.allCases) }
    // Receipts go backwards now and then.
    now = now.advanced(bySeconds: random.happens(0.02) ? -2 : random.pick([0, 0.5, 1, 5, 20, 45]))
    if random.happens(0.002) { now = now.advanced(bySeconds: 5000) }
    guard state.isStarted else { return (random.pick([.start, .start, .step, fix()]), now) }
    switch random.next() % 100 {
    case 0: return (random.pick([.stop, .start, .start, .start]), now)
    case 1...2: return (.paceChange(isMoving: random.happens(0.5)), now)
    case 3...6: return (random.pick([.significantChange, .visit, .step, .step]), now)
    case 7...24: return timer(of: state)
    case 25...59: return (fix(), now)
    default: return (activity(), now)
    }
  }

  private mutating func fix() -> MotionInput {
    let speed: Double?
    switch mood {
    case .parked:
      speed = random.pick([nil, 0, 0, 0.2, 0.6, 0, 0, 3])
    case .driving:
      north += random.pick([0, 20, 100])
      speed = random.pick([nil, 17, 9, 0, 0.69])
    case .chaos:
      north += random.pick([-300, 0, 0, 60, 300])
      speed = random.pick([nil, 0, 0.7, 1, 2.5, 30])
    }
    let noise = random.pick([0.0, 0, 0, 10, 70, 220])
    let fix = LocationFix(
      timestamp: now.advanced(bySeconds: random.pick([0, 0, 0, 0, -1, -10, -31, 4, 6])),
      coordinate: random.happens(0.1) ? nil : place(north + noise),
      accuracy: random.pick([5, 5, 8, 65, 1500, nil, -1, .nan]),
      speed: speed
    )
    return random.happens(0.6) ? .rawFix(fix) : .acceptedFix(fix)
  }

  private mutating func activity() -> MotionInput {
    let activity: Activity
    switch mood {
    case .parked: activity = random.pick([.still, .still, .still, .unknown])
    case .driving: activity = random.pick([.inVehicle, .still, .unknown])
    case .chaos: activity = random.pick(Activity.allCases)
    }
    return .activity(
      ActivitySample(
        timestamp: now.advanced(bySeconds: random.pick([0, 0, 0, -1, -61, 6])),
        activity: activity,
        confidence: random.pick([100, 90, 75, 74, 30])
      )
    )
  }

  private mutating func timer(
    of state: MotionStateMachine.State
  ) -> (input: MotionInput, now: Timestamp) {
    let stale = MotionTimer.ID(
      purpose: random.pick(MotionTimer.Purpose.allCases),
      generation: random.next() % 500
    )
    let armed = random.happens(0.6) ? state.stopTimer : state.heartbeatTimer
    guard let armed, !random.happens(0.15) else { return (.timerFired(stale), now) }
    let firing = armed.deadline.advanced(bySeconds: random.pick([0, 0, 0, 1, 89, 90, 91, -1]))
    // Nothing fires before now; a timer whose firing would mean a long wait is as well left for later.
    if firing > now {
      guard random.happens(0.3) || firing.seconds(since: now) < 60 else {
        return (.timerFired(stale), now)
      }
      now = firing
    }
    return (.timerFired(armed.id), now)
  }
}
