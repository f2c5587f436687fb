/// Which event of a rule was matched with which label, by the very pairing that the scores count.
struct ReportMatching {
  /// The places of the events that count as detections, in order.
  private(set) var detections: [Int] = []

  /// The place of the label that an event was matched with, by the event's place.
  private(set) var matched: [Int: Int] = [:]

  /// For each label the place of the event that it was matched with, or nil where it was missed.
  private(set) var eventOfLabel: [Int?]

  /// Pairs the events of a replay that ended at `end` with labels of one detector, both in seconds of `t`.
  init(_ detector: DetectorName, events: [ReplayedEvent], labels: [Label], end: Double) {
    eventOfLabel = labels.map { _ in nil }
    let pairs: [OptimalMatching.Pair]
    switch detector {
    case .crash:
      detections = events.indices.filter {
        events[$0].detector == .crash && events[$0].kind == .confirmed
      }
      pairs = DetectionScore.pairs(
        detections: detections.map { events[$0].timestamp.seconds },
        labels: labels,
        tolerance: .crash
      )
    case .distraction:
      let episodes = TrialScoring.episodes(events, end: end)
      detections = events.indices.filter { index in
        events[index].detector == .distraction && events[index].kind == .closed
          && events[index].number(.start) != nil
      }
      // One that the recording's end cut off is told by its opening alone.
      if episodes.count > detections.count,
        let opening = events.lastIndex(where: { $0.kind == .opened })
      {
        detections.append(opening)
      }
      pairs = IntervalScore.pairs(
        episodes: episodes,
        labels: labels.map { .init(start: $0.start, end: $0.end) }
      )
    case .motion, .heading:
      pairs = []
    }
    for pair in pairs where pair.row < detections.count {
      matched[detections[pair.row]] = pair.column
      eventOfLabel[pair.column] = detections[pair.row]
    }
  }
}
