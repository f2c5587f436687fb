import CrashDetection
import DetectorEngine

/// A crash detector that a script is read to, with the host's timer for its candidates.
struct CrashListener: DetectorListener {
  /// What matters of a replay for the score, and for other detectors.
  struct Result: Hashable, Sendable {
    /// The instants of the confirmations.
    var confirmed: [Timestamp] = []
    /// Candidates that have not been settled.
    var unsettled = 0
    /// When timers fired before their candidate was settled.
    var firedDeadlines: [Timestamp] = []
  }

  private(set) var result = Result()

  /// Everything that the detector said, where it is kept.
  private(set) var outputs: [CrashOutput] = []

  private(set) var deadline: Timestamp?

  private var detector: CrashDetector
  private let track: QuietTrack
  private let keepsOutputs: Bool
  private var nextPeak = 0

  /// What the detector attends to; asked again only when it can have changed, since the state is large.
  private var attention: CrashDetector.Attention

  /// Creates a listener around a fresh detector; the track must be of the same script and of the detector's own criteria.
  init(_ detector: CrashDetector, track: QuietTrack, keepsOutputs: Bool = false) {
    self.detector = detector
    self.track = track
    self.keepsOutputs = keepsOutputs
    attention = detector.attention
  }

  mutating func deadlineFires() {
    guard let fired = deadline else { return }
    result.firedDeadlines.append(fired)
    deadline = nil
  }

  mutating func passOver(from first: Int, before end: Int, in script: DetectorScript) -> Int {
    let next: Int
    var background: MotionBackground?
    switch attention {
    case .everyFrame:
      return first
    case .nothing(let until):
      next = script.firstFrame(notBefore: until, from: first, before: end)
    case .impacts:
      let peaks = track.peaks
      while nextPeak < peaks.count,
        peaks[nextPeak].index < first || peaks[nextPeak].squaredStrength < detector.squaredLevel
      {
        nextPeak += 1
      }
      if nextPeak < peaks.count, peaks[nextPeak].index < end {
        next = peaks[nextPeak].index
        background = peaks[nextPeak].background
      } else {
        next = end
      }
    }
    detector.passOver(
      framesUntil: next > first ? script.frames[next - 1].timestamp : nil,
      background: background
    )
    return next
  }

  mutating func take(_ frame: MotionFrame) {
    call { detector, trail, emit in detector.process(frame, trail: &trail, emit: emit) }
  }

  mutating func take(_ fix: LocationFix, receivedAt now: Timestamp) {
    call { detector, trail, emit in
      detector.process(fix, receivedAt: now, trail: &trail, emit: emit)
    }
  }

  mutating func arm(_ isMoving: Bool, at now: Timestamp) {
    call { detector, trail, emit in
      let isArmed = isMoving && detector.configuration.enabled
      detector.setArmed(isArmed, at: now, trail: &trail, emit: emit)
    }
  }

  mutating func advance(to now: Timestamp) {
    call { detector, trail, emit in detector.advance(to: now, trail: &trail, emit: emit) }
  }

  @inline(__always)
  private mutating func call(
    _ body: (inout CrashDetector, inout NoTrail, (CrashOutput) -> Void) -> Void
  ) {
    var trail = NoTrail()
    var result = result
    var deadline = deadline
    var outputs = outputs
    let keepsOutputs = keepsOutputs
    var hasSpoken = false
    body(&detector, &trail) { output in
      hasSpoken = true
      if keepsOutputs { outputs.append(output) }
      switch output {
      case .candidate(let candidate):
        result.unsettled += 1
        deadline = candidate.deadline
      case .confirmed(let crash):
        result.unsettled -= 1
        result.confirmed.append(crash.timestamp)
        deadline = nil
      case .rejected(let rejection):
        guard rejection.id != nil else { return }
        result.unsettled -= 1
        deadline = nil
      }
    }
    // A detector that attends to every frame ends that with an output.
    if hasSpoken || attention != .everyFrame { attention = detector.attention }
    guard hasSpoken else { return }
    self.result = result
    self.deadline = deadline
    self.outputs = outputs
  }
}

extension DetectorScript {
  /// The place of the first frame at or after an instant, or `end` where none of those before it is.
  fileprivate func firstFrame(notBefore instant: Timestamp, from first: Int, before end: Int) -> Int
  {
    var (low, high) = (first, end)
    while low < high {
      let middle = low + (high - low) / 2
      if frames[middle].timestamp < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
