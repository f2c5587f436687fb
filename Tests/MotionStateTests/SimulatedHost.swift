import MotionSamples
import MotionState

/// A host on a virtual clock: it keeps the machine's timers and fires them, on time or as badly as a test asks for.
struct SimulatedHost {
  private(set) var machine: MotionStateMachine

  /// What the machine has emitted, each line with the second of its emission.
  private(set) var transcript: [String] = []

  /// The timers that the machine has armed and that have neither fired nor been cancelled.
  private(set) var timers: [MotionTimer] = []

  /// Timers of these purposes are scheduled and never fire.
  var lostPurposes: Set<MotionTimer.Purpose> = []

  init(_ configuration: MotionConfiguration = MotionConfiguration()) throws {
    machine = try MotionStateMachine(configuration)
  }

  /// Lets time pass until `seconds`, firing what falls due on the way, then feeds the input.
  mutating func feed(_ input: MotionInput, at seconds: Double) {
    wait(until: seconds)
    process(input, at: instant(seconds))
  }

  /// Lets time pass, firing each timer at its deadline.
  mutating func wait(until seconds: Double) {
    let end = instant(seconds)
    while let next = nextTimer, next.deadline <= end {
      fire(next, at: next.deadline)
    }
  }

  /// Lets time pass without firing anything, as while the process is suspended, then fires all that fell due.
  mutating func suspend(until seconds: Double) {
    let end = instant(seconds)
    for timer in timers.sorted(by: { $0.deadline < $1.deadline })
    where timer.deadline <= end && !lostPurposes.contains(timer.id.purpose) {
      fire(timer, at: end)
    }
  }

  /// The lines of the transcript so far that tell of more than the routine of heartbeats.
  var story: [String] {
    transcript.filter { !$0.contains("heartbeat") }
  }

  private var nextTimer: MotionTimer? {
    timers.filter { !lostPurposes.contains($0.id.purpose) }.min { $0.deadline < $1.deadline }
  }

  private mutating func fire(_ timer: MotionTimer, at now: Timestamp) {
    timers.removeAll { $0.id == timer.id }
    process(.timerFired(timer.id), at: now)
  }

  private mutating func process(_ input: MotionInput, at now: Timestamp) {
    for output in machine.outputs(of: input, at: now) {
      transcript.append("\(now.seconds) \(output.text)")
      switch output {
      case .armTimer(let timer): timers.append(timer)
      case .cancelTimer(let id): timers.removeAll { $0.id == id }
      case .transition, .rearmGeofence, .requestProbe, .recordStop, .heartbeat: break
      }
    }
  }
}
