/// What `compare` prints and writes.
enum ComparisonTable {
  /// The recordings that changed, then the totals of each detector and split.
  static func lines(_ comparison: RunComparison, seed: UInt32) throws -> [String] {
    let changed = comparison.pairs.filter { !$0.changes.isEmpty }
    var lines: [String] = []
    if !changed.isEmpty {
      lines += TextTable.lines(
        header: ["data set", "recording", "split", "detector", "speed", "what changed"],
        rows: changed.map { pair in
          let key = pair.before.key
          return [
            key.dataset, key.recording, key.split, key.detector, key.speed,
            pair.changes.joined(separator: "; "),
          ]
        },
        right: []
      )
    }
    let count = comparison.pairs.count
    lines.append(
      changed.isEmpty
        ? "Nothing changed in \(count) recordings."
        : "\(changed.count) of \(count) recordings changed."
    )
    lines.append("")
    lines += try totals(comparison, seed: seed)
    return lines
  }

  /// The recordings that changed as CSV.
  static func changesText(_ comparison: RunComparison) -> String {
    let header = [
      "dataset", "recording", "speed", "split", "detector", "rule", "labels", "found_a", "found_b",
      "false_alarms_a", "false_alarms_b", "delay_a_s", "delay_b_s", "overlap_a", "overlap_b",
    ]
    let rows = comparison.pairs.filter { !$0.changes.isEmpty }.map { pair in
      let (key, a, b) = (pair.before.key, pair.before, pair.after)
      return [
        key.dataset, key.recording, key.speed, key.split, key.detector, key.rule,
        String(a.labels), String(a.found), String(b.found), String(a.falseAlarms),
        String(b.falseAlarms),
      ] + [a.delay, b.delay, a.overlap, b.overlap].map { $0.map(CSVText.number) ?? "" }
    }
    return CSVText.row(header) + rows.map(CSVText.row).joined()
  }

  private static func totals(_ comparison: RunComparison, seed: UInt32) throws -> [String] {
    let rows = try comparison.groups.flatMap { detector, split, pairs in
      let intervals = try PairedBootstrap.intervals(
        pairs,
        figures: ComparedFigure.allCases,
        seed: seed
      )
      return ComparedFigure.allCases.compactMap { figure -> [String]? in
        let was = figure.value(pairs.map(\.before))
        let now = figure.value(pairs.map(\.after))
        guard was != nil || now != nil else { return nil }
        let difference = was.flatMap { was in now.map { $0 - was } }
        let interval = intervals[figure]
        return [
          detector, split, figure.rawValue, CSVText.fixed(was, 4), CSVText.fixed(now, 4),
          CSVText.fixed(difference, 4), CSVText.fixed(interval?.lowerBound, 4),
          CSVText.fixed(interval?.upperBound, 4),
        ]
      }
    }
    guard !rows.isEmpty else { return ["Nothing was scored."] }
    return TextTable.lines(
      header: ["detector", "split", "figure", "A", "B", "B - A", "from", "to"],
      rows: rows,
      right: Set(3...7)
    ) + [
      "from, to: 95 % of \(PairedBootstrap.drawCount) draws of the recordings, both runs drawn together;"
        + " an interval that holds 0 is no difference to rely on."
    ]
  }
}
