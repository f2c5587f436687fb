/// The columns of `sweep.csv` and `confirm.csv`, which other programs rely on.
enum SweepFile {
  private static let headingColumns = [
    "cases", "rms_mean_deg", "rms_median_deg", "accuracy_mean_deg", "within_accuracy_mean",
    "within_twice_accuracy_mean", "invalid_share_mean",
  ]

  /// The text of a file: the header and the rows of one detector.
  static func text(_ plan: SweepPlan, _ detector: DetectorName, _ rows: [SweepRow]) -> String {
    header(plan) + rows.map { row($0, detector) }.joined()
  }

  /// The header of a sweep over some fields.
  static func header(_ plan: SweepPlan) -> String {
    CSVText.row(
      ["configuration"] + plan.axes.map(\.field.name) + ["split", "detector", "rule"]
        + ScoreFile.scoreColumns + headingColumns + ["error"]
    )
  }

  private static func row(_ row: SweepRow, _ detector: DetectorName) -> String {
    CSVText.row(
      [row.name] + row.values.map(SweepAxis.text)
        + [row.split, detector.rawValue, BenchRule.ours.rawValue]
        + (row.score.events.map(ScoreFile.cells) ?? ScoreFile.scoreColumns.map { _ in "" })
        + headingCells(row.score) + [row.error ?? ""]
    )
  }

  private static func headingCells(_ score: SweepScore) -> [String] {
    guard !score.headings.isEmpty else { return headingColumns.map { _ in "" } }
    return [String(score.headings.count)]
      + [
        score.mean(\.rmsDeg), score.medianRmsDeg, score.mean(\.accuracyDeg), score.mean(\.within),
        score.mean(\.withinTwice), score.mean(\.invalidShare),
      ].map { $0.map(CSVText.number) ?? "" }
  }
}
