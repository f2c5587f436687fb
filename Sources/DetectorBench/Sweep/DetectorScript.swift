import DetectorEngine

/// What the engine tells its detectors in the course of a recording, written down once for many configurations.
///
/// It depends on everything in front of the detectors (gate, front end, fix filter, motion state) and on nothing in them:
/// a detector never sees another one. What comes back from a detector is the timer of a crash candidate alone: when that
/// fires, the gate passes on what has waited long enough, and time passes for both detectors. `replay` does the same.
struct DetectorScript: Sendable {
  /// One thing that the detectors are told.
  enum Step: Sendable {
    /// Every frame up to this place.
    case frames(end: Int)
    /// Time has passed.
    case advance(Timestamp)
    /// The phone began or ceased to move.
    case arm(Bool, Timestamp)
    /// A fix that can be trusted, and when it came.
    case fix(LocationFix, Timestamp)
    /// The host's timers are looked after up to here, for the last time.
    case end(Timestamp)
  }

  /// How a frame came out of the gate.
  struct Release: Sendable {
    /// The instant of the input that let it out.
    let timestamp: Timestamp
    /// Whether that input was its own reading, so that it had not been waiting in the gate.
    let isOwn: Bool
  }

  /// The steps in order.
  private(set) var steps: [Step] = []

  /// Every frame of the recording.
  private(set) var frames: [MotionFrame] = []

  private var releases: [Release] = []
  private let reorderWindowSec: Double

  /// Creates the script of a recording that has not begun.
  init(reorderWindowSec: Double) {
    self.reorderWindowSec = reorderWindowSec
  }

  /// Writes a frame down.
  mutating func append(_ frame: MotionFrame, _ release: Release) {
    frames.append(frame)
    releases.append(release)
    if case .frames = steps.last { steps.removeLast() }
    steps.append(.frames(end: frames.count))
  }

  /// Writes any other step down.
  mutating func append(_ step: Step) {
    steps.append(step)
  }

  /// Tells a listener everything in order.
  func replay(_ listener: inout some DetectorListener) {
    var next = 0
    for step in steps {
      switch step {
      case .frames(let end):
        while next < end {
          next = listener.passOver(from: next, before: end, in: self)
          guard next < end else { break }
          if let deadline = listener.deadline, deadline <= releases[next].timestamp {
            next = fire(deadline, from: next, &listener)
            continue
          }
          listener.take(frames[next])
          next += 1
        }
      case .advance(let now):
        if let deadline = listener.deadline, deadline <= now {
          next = fire(deadline, from: next, &listener)
        }
        listener.advance(to: now)
      case .arm(let isMoving, let now):
        listener.arm(isMoving, at: now)
      case .fix(let fix, let now):
        listener.take(fix, receivedAt: now)
      case .end(let now):
        if let deadline = listener.deadline, deadline <= now {
          next = fire(deadline, from: next, &listener)
        }
      }
    }
  }

  /// Fires a timer: the frames that the gate lets out at that instant come first.
  private func fire(
    _ deadline: Timestamp,
    from first: Int,
    _ listener: inout some DetectorListener
  ) -> Int {
    listener.deadlineFires()
    let due = deadline.advanced(bySeconds: -reorderWindowSec)
    var next = first
    while next < frames.count, frames[next].timestamp <= due, !releases[next].isOwn {
      listener.take(frames[next])
      next += 1
    }
    listener.advance(to: deadline)
    return next
  }
}

/// Something that a script can be read to.
protocol DetectorListener {
  /// When the host's timer for a crash candidate is due, nil where none runs.
  var deadline: Timestamp? { get }

  /// Notes that this timer fires and so runs no longer.
  mutating func deadlineFires()

  /// Passes over frames from a place on that can change nothing, and gives the place of the first that can.
  mutating func passOver(from first: Int, before end: Int, in script: DetectorScript) -> Int

  /// Takes a frame.
  mutating func take(_ frame: MotionFrame)

  /// Takes a trusted fix.
  mutating func take(_ fix: LocationFix, receivedAt now: Timestamp)

  /// Takes the news that the phone began or ceased to move.
  mutating func arm(_ isMoving: Bool, at now: Timestamp)

  /// Lets time pass.
  mutating func advance(to now: Timestamp)
}
