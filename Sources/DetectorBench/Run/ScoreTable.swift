/// The table that a run prints.
enum ScoreTable {
  /// The lines of the table, a row for each data set, split, kind of speed and rule, and what one must know to read it.
  static func lines(_ board: ScoreBoard) -> [String] {
    let all = board.rows
    var lines: [String] = []
    for detector in DetectorName.allCases {
      let rows =
        all.filter { $0.key.detector == detector }
        .map { (place($0.key), $0.score) } + totals(board, detector)
      guard let first = rows.first else { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(detector.rawValue)
      switch first.1 {
      case .detection: lines += detectionLines(rows)
      case .intervals: lines += intervalLines(rows)
      }
    }
    lines += tooSlowLines(board.tooSlow)
    return lines
  }

  /// Where a row belongs, in the columns of `placeHeader`, and its score.
  private typealias Row = (place: [String], score: TrialScore)

  private static let placeHeader = ["data set", "speed", "split", "rule"]
  private static let countHeader = [
    "hours", "labelled", "found", "missed", "false", "false/h", "≤ (95 %)",
  ]

  private static func place(_ key: ScoreBoard.Key) -> [String] {
    let origin = key.origin == .recorded ? "" : " (\(key.origin.rawValue))"
    return [key.dataset + origin, key.variant.text, key.split.rawValue, key.rule.rawValue]
  }

  /// The rows that sum up what phones recorded, where more than one data set was.
  private static func totals(_ board: ScoreBoard, _ detector: DetectorName) -> [Row] {
    let recorded = board.rows.filter { $0.key.detector == detector && $0.key.origin == .recorded }
    guard Set(recorded.map(\.key.dataset)).count > 1 else { return [] }
    let isAssumed = recorded.contains { $0.key.variant == .assumed(.kept) }
    let speed = isAssumed ? "some assumed" : "measured"
    return board.recordedTotals(of: detector)
      .map { (["all that was recorded", speed, "all", $0.rule.rawValue], $0.score) }
  }

  private static func cells(_ counts: EventCounts) -> [String] {
    [
      CSVText.fixed(counts.hours, 3), String(counts.labels), String(counts.found),
      String(counts.missed),
      String(counts.falseAlarms), CSVText.fixed(counts.falseAlarmsPerHour, 2),
      CSVText.fixed(counts.falseAlarmsPerHourBound, 2),
    ]
  }

  /// A line for each data set that holds recordings too slow to see an impact.
  private static func tooSlowLines(_ recordings: [ScoreBoard.TooSlow]) -> [String] {
    recordings.map(\.dataset).uniqued().map { dataset in
      let recordings = recordings.filter { $0.dataset == dataset }
      let rates = recordings.map(\.measuredHz)
      let range = Set([rates.min(), rates.max()].map { CSVText.fixed($0, 1) }).sorted { $0 < $1 }
      let names =
        recordings.count == 1 ? recordings[0].recording : "\(recordings.count) recordings"
      return
        "Too slow to see an impact: \(dataset), \(names), \(range.joined(separator: " to ")) Hz"
        + " where \(CSVText.fixed(recordings[0].neededHz, 0)) are needed."
    }
  }

  private static func detectionLines(_ rows: [Row]) -> [String] {
    let cells = rows.compactMap { place, score -> [String]? in
      guard case .detection(let detection) = score else { return nil }
      return place + self.cells(score.counts) + [
        CSVText.fixed(detection.delay(0.5), 2), CSVText.fixed(detection.delay(0.95), 2),
        String(detection.unsettled),
      ]
    }
    return TextTable.lines(
      header: placeHeader + countHeader + ["delay s", "p95 s", "open"],
      rows: cells,
      right: Set(4...13)
    ) + [
      "A detection is a label's when its confirmation lies \(MatchingTolerance.crash.text);"
        + " the delay runs from the label's start.",
      "false/h ≤: exact one-sided 95 % Poisson bound. open: candidates that a recording's end left"
        + " undecided.",
      "Speed 'assumed': the recording measured none, and one was assumed, kept or braked to a stop"
        + " at 0.9 g after its spike.",
    ]
  }

  private static func intervalLines(_ rows: [Row]) -> [String] {
    let cells = rows.compactMap { place, score -> [String]? in
      guard case .intervals(let intervals) = score else { return nil }
      return place + self.cells(score.counts) + [
        CSVText.fixed(intervals.absoluteError(\.onsetError, 0.5), 2),
        CSVText.fixed(intervals.absoluteError(\.offsetError, 0.5), 2),
        CSVText.fixed(intervals.meanOverlap, 2), CSVText.fixed(intervals.rightDurationShare, 2),
        String(intervals.split), String(intervals.merged), CSVText.fixed(score.counts.f1, 3),
      ]
    }
    return TextTable.lines(
      header: placeHeader + countHeader + [
        "onset s", "offset s", "overlap", "length", "split", "merged", "F1",
      ],
      rows: cells,
      right: Set(4...17)
    ) + [
      "An episode is a label's when they overlap or lie within"
        + " \(CSVText.number(IntervalScore.defaultTolerance)) s of each other; onset and offset are"
        + " median absolute errors, length the share of matches as long as their label within 2 s"
        + " or a tenth."
    ]
  }
}
