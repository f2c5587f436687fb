import MotionSamples

/// Where a session stands; each phase owns the data that only it needs.
enum MotionPhase: Hashable, Codable, Sendable {
  /// Taken for stationary, but no verdict has said so yet.
  case unconfirmed(Rest)
  /// STATIONARY.
  case stationary(Rest)
  /// MOVING.
  case moving
  /// MOVING still, while a stop is being proven.
  case stopping(StopCountdown)

  /// What is reported as the state, absent before the first verdict.
  var isMoving: Bool? {
    switch self {
    case .unconfirmed: nil
    case .stationary: false
    case .moving, .stopping: true
    }
  }

  var rest: Rest? {
    switch self {
    case .unconfirmed(let rest), .stationary(let rest): rest
    case .moving, .stopping: nil
    }
  }

  var countdown: StopCountdown? {
    switch self {
    case .stopping(let countdown): countdown
    case .unconfirmed, .stationary, .moving: nil
    }
  }

  /// Replaces the rest within whichever phase owns one.
  mutating func update(_ rest: Rest) {
    switch self {
    case .unconfirmed: self = .unconfirmed(rest)
    case .stationary: self = .stationary(rest)
    case .moving, .stopping: return
    }
  }
}
