import DetectorEngine

/// Makes episodes of the instants at which a simple rule sees handling.
///
/// The same for each rule and with our detector's own limits, so that a table compares what they see and nothing else:
/// instants up to 5 s apart belong together, an episode lasts 5 s at least, and the latest known speed, however old, is
/// 5 m/s or more at one of its instants.
struct RuleEpisodes {
  private static let mergeGapSec = 5.0
  private static let minEpisodeSec = 5.0
  private static let minSpeed = 5.0

  private var speed: Double?
  private var start: Timestamp?
  private var last: Timestamp?
  private var isFastEnough = false

  /// Notes the speed of a fix, where it has one.
  mutating func note(_ fix: LocationFix) {
    speed = fix.speed ?? speed
  }

  /// Notes whether the rule sees handling at an instant.
  mutating func note(
    isHandled: Bool,
    at instant: Timestamp,
    receivedAt: Timestamp,
    log: inout ReplayLog
  ) {
    if let last, instant.seconds(since: last) > Self.mergeGapSec {
      close(at: receivedAt, log: &log)
    }
    guard isHandled else { return }
    if start == nil { start = instant }
    last = instant
    if let speed, speed >= Self.minSpeed { isFastEnough = true }
  }

  /// Ends what is going on, because the recording does.
  mutating func close(at now: Timestamp, log: inout ReplayLog) {
    if let start, let last, isFastEnough, last.seconds(since: start) >= Self.minEpisodeSec {
      log.record(
        ReplayedEvent(
          timestamp: now,
          detector: .distraction,
          kind: .closed,
          fields: [
            .start: .number(start.seconds),
            .durationSec: .number(last.seconds(since: start)),
            .cause: .text(DistractionCause.handling.rawValue),
          ]
        )
      )
    }
    start = nil
    last = nil
    isFastEnough = false
  }
}
