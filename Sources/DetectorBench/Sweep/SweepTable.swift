/// What a sweep prints.
enum SweepTable {
  /// How many of the best configurations are shown.
  private static let shown = 10

  /// The best configurations, the best first, and where the others are.
  static func lines(_ rows: [SweepRow], _ plan: SweepPlan, folder: String) -> [String] {
    let best = SweepChoice.order(rows.map(\.score), plan: plan).prefix(shown).map { rows[$0] }
    let refused = rows.count { $0.error != nil }
    let count = "\(rows.count) configuration\(rows.count == 1 ? "" : "s")"
    return table(best, plan) + [
      "\(count)\(refused > 0 ? ", \(refused) refused" : "") in \(folder)/sweep.csv; the best first."
    ]
  }

  /// The rows of a confirmation.
  static func lines(confirming rows: [SweepRow], _ plan: SweepPlan) -> [String] {
    table(rows, plan) + [
      "Thresholds are chosen on train; what counts is how they do on test. base: the configuration that the sweep began from."
    ]
  }

  private static func table(_ rows: [SweepRow], _ plan: SweepPlan) -> [String] {
    let isHeading = rows.contains { !$0.score.headings.isEmpty }
    let figures =
      isHeading
      ? ["cases", "RMS °, mean", "median", "within"]
      : [
        "hours", "labelled", "found", "missed", "false", "false/h", "≤ (95 %)", "F1", "delay s",
      ]
    let names = ["configuration"] + plan.axes.map(\.field.name) + ["split"]
    return TextTable.lines(
      header: names + figures,
      rows: rows.map { row in
        [row.name] + row.values.map(SweepAxis.text) + [row.split]
          + (isHeading ? headingCells(row.score) : eventCells(row.score))
      },
      right: Set(0...(names.count + figures.count)).subtracting([names.count - 1])
    )
  }

  private static func eventCells(_ score: SweepScore) -> [String] {
    guard let events = score.events else { return (0..<9).map { _ in "" } }
    let counts = events.counts
    var delay: Double?
    if case .detection(let detection) = events { delay = detection.delay(0.5) }
    return [
      CSVText.fixed(counts.hours, 3), String(counts.labels), String(counts.found),
      String(counts.missed), String(counts.falseAlarms),
      CSVText.fixed(counts.falseAlarmsPerHour, 2),
      CSVText.fixed(counts.falseAlarmsPerHourBound, 2), CSVText.fixed(counts.f1, 3),
      CSVText.fixed(delay, 2),
    ]
  }

  private static func headingCells(_ score: SweepScore) -> [String] {
    [
      String(score.headings.count), CSVText.fixed(score.mean(\.rmsDeg), 3),
      CSVText.fixed(score.medianRmsDeg, 3), CSVText.fixed(score.mean(\.within), 2),
    ]
  }
}
