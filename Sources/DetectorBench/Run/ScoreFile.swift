/// The columns of `scores.csv`, which other programs rely on.
enum ScoreFile {
  /// The columns, in order.
  static let columns = placeColumns + scoreColumns

  /// The columns that say how a detector scored, in order.
  static let scoreColumns = countColumns + detectionColumns + intervalColumns

  private static let placeColumns = ["dataset", "origin", "speed", "split", "detector", "rule"]

  private static let countColumns = [
    "recordings", "hours", "labels", "found", "missed", "false_alarms", "recall", "recall_low",
    "recall_high", "precision", "precision_low", "precision_high", "f1", "false_alarms_per_hour",
    "false_alarms_per_hour_bound",
  ]

  private static let detectionColumns = [
    "unsettled", "delay_median_s", "delay_p95_s", "tolerance_before_s", "tolerance_after_s",
  ]

  private static let intervalColumns = [
    "split_labels", "merged_episodes", "onset_error_median_s", "onset_error_p95_s",
    "offset_error_median_s", "offset_error_p95_s", "duration_error_median_s",
    "duration_error_p95_s", "mean_overlap", "time_recall", "time_precision", "tolerance_s",
    "right_duration_share",
  ]

  /// The whole text of the file.
  static func text(_ board: ScoreBoard) -> String {
    header + board.rows.map { row($0.key, $0.score) }.joined()
  }

  /// The header.
  static let header = CSVText.row(columns)

  /// One row.
  static func row(_ key: ScoreBoard.Key, _ score: TrialScore) -> String {
    let place = [
      key.dataset, key.origin.rawValue, key.variant.text, key.split.rawValue,
      key.detector.rawValue, key.rule.rawValue,
    ]
    return CSVText.row(place + cells(score))
  }

  /// The cells of a score, in the order of `scoreColumns`.
  static func cells(_ score: TrialScore) -> [String] {
    switch score {
    case .detection(let detection):
      cells(score.counts) + cells(detection) + intervalColumns.map { _ in "" }
    case .intervals(let intervals):
      cells(score.counts) + detectionColumns.map { _ in "" } + cells(intervals)
    }
  }

  private static func cells(_ counts: EventCounts) -> [String] {
    [
      String(counts.recordings), CSVText.number(counts.hours), String(counts.labels),
      String(counts.found), String(counts.missed), String(counts.falseAlarms),
    ]
      + cells([
        counts.recall, counts.recallInterval?.lowerBound, counts.recallInterval?.upperBound,
        counts.precision, counts.precisionInterval?.lowerBound,
        counts.precisionInterval?.upperBound, counts.f1, counts.falseAlarmsPerHour,
        counts.falseAlarmsPerHourBound,
      ])
  }

  private static func cells(_ score: DetectionScore) -> [String] {
    [String(score.unsettled)]
      + cells([
        score.delay(0.5), score.delay(0.95), MatchingTolerance.crash.beforeStart,
        MatchingTolerance.crash.afterEnd,
      ])
  }

  private static func cells(_ score: IntervalScore) -> [String] {
    [String(score.split), String(score.merged)]
      + cells([
        score.absoluteError(\.onsetError, 0.5), score.absoluteError(\.onsetError, 0.95),
        score.absoluteError(\.offsetError, 0.5), score.absoluteError(\.offsetError, 0.95),
        score.absoluteError(\.durationError, 0.5), score.absoluteError(\.durationError, 0.95),
        score.meanOverlap, score.timeRecall, score.timePrecision,
        IntervalScore.defaultTolerance, score.rightDurationShare,
      ])
  }

  private static func cells(_ values: [Double?]) -> [String] {
    values.map { $0.map(CSVText.number) ?? "" }
  }
}
