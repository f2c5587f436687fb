/// Scores one replay's events against the labels of its recording.
enum TrialScoring {
  /// The score of a detector, or nil for one that is not scored by labels.
  static func score(
    _ detector: DetectorName,
    events: [ReplayedEvent],
    labels: [Label],
    span: (start: Double, end: Double)
  ) -> TrialScore? {
    let hours = max(0, span.end - span.start) / 3600
    switch detector {
    case .crash:
      return .detection(crashScore(events, labels, hours: hours))
    case .distraction:
      return .intervals(
        distractionScore(
          episodes: episodes(events, end: span.end),
          labels: labels,
          hours: hours
        )
      )
    case .motion, .heading:
      return nil
    }
  }

  private static func crashScore(
    _ events: [ReplayedEvent],
    _ labels: [Label],
    hours: Double
  ) -> DetectionScore {
    let events = events.filter { $0.detector == .crash }
    let settled = Set(
      events.filter { $0.kind == .confirmed || $0.kind == .rejected }
        .compactMap { $0.number(.id) }
    )
    let open = events.count { event in
      event.kind == .candidate && event.number(.id).map { !settled.contains($0) } ?? false
    }
    return crashScore(
      confirmed: events.filter { $0.kind == .confirmed }.map(\.timestamp.seconds),
      unsettled: open,
      labels: labels,
      hours: hours
    )
  }

  /// The score of crashes that were confirmed at these instants, in seconds.
  static func crashScore(
    confirmed: [Double],
    unsettled: Int,
    labels: [Label],
    hours: Double
  ) -> DetectionScore {
    var score = DetectionScore()
    score.add(
      detections: confirmed,
      labels: labels,
      tolerance: .crash,
      hours: hours,
      unsettled: unsettled
    )
    return score
  }

  /// The score of episodes.
  static func distractionScore(
    episodes: [IntervalScore.Interval],
    labels: [Label],
    hours: Double
  ) -> IntervalScore {
    var score = IntervalScore()
    score.add(
      episodes: episodes,
      labels: labels.map { .init(start: $0.start, end: $0.end) },
      hours: hours
    )
    return score
  }

  /// The episodes that were opened, those that the recording's end cut off included.
  static func episodes(_ events: [ReplayedEvent], end: Double) -> [IntervalScore.Interval] {
    var episodes: [IntervalScore.Interval] = []
    var open: Double?
    for event in events where event.detector == .distraction {
      switch event.kind {
      case .opened:
        open = event.number(.start)
      case .closed:
        guard let start = event.number(.start) else { continue }
        let duration = event.number(.durationSec) ?? event.timestamp.seconds - start
        episodes.append(.init(start: start, end: start + duration))
        open = nil
      case .moving, .stationary, .candidate, .confirmed, .rejected, .heading:
        continue
      }
    }
    if let open { episodes.append(.init(start: open, end: end)) }
    return episodes
  }
}
