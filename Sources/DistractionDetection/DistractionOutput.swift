public import MotionSamples

/// What the distraction detector tells.
public enum DistractionOutput: Hashable, Codable, Sendable {
  /// Handling has lasted long enough, at speed: an episode is open.
  ///
  /// `start` is the first instant of handling, and names the episode in every later output.
  case opened(start: Timestamp, at: Timestamp, cause: DistractionCause)

  /// The screen has become active during an episode that began without it.
  case causeChanged(start: Timestamp, at: Timestamp, cause: DistractionCause)

  /// The episode is over; `end` is the last instant of handling, or the instant of disarming.
  case closed(start: Timestamp, end: Timestamp, at: Timestamp)

  /// The moment at which this was decided.
  public var decidedAt: Timestamp {
    switch self {
    case .opened(_, let at, _), .causeChanged(_, let at, _), .closed(_, _, let at): at
    }
  }
}
