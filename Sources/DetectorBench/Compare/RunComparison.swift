/// Two runs over the same data, recording by recording.
struct RunComparison: Sendable {
  /// One recording in both runs.
  struct Pair: Hashable, Sendable {
    let before: RecordingScore
    let after: RecordingScore

    /// What changed, in words; empty where nothing did.
    var changes: [String] {
      var changes: [String] = []
      func count(_ number: Int, _ one: String, _ many: String) -> String {
        number == 1 ? one : "\(number) \(many)"
      }
      let found = after.found - before.found
      if found < 0 { changes.append(count(-found, "found → missed", "found → missed")) }
      if found > 0 { changes.append(count(found, "missed → found", "missed → found")) }
      let alarms = after.falseAlarms - before.falseAlarms
      if alarms > 0 { changes.append(count(alarms, "a new false alarm", "new false alarms")) }
      if alarms < 0 { changes.append(count(-alarms, "a false alarm gone", "false alarms gone")) }
      if let was = before.delay, let now = after.delay, was != now {
        changes.append("delay \(CSVText.fixed(was, 2)) → \(CSVText.fixed(now, 2)) s")
      }
      if let was = before.overlap, let now = after.overlap, was != now {
        changes.append("overlap \(CSVText.fixed(was, 3)) → \(CSVText.fixed(now, 3))")
      }
      return changes
    }
  }

  /// The recordings in the order of the first run.
  let pairs: [Pair]

  /// Pairs the rows of two files that one rule gave; files about different data are refused.
  ///
  /// Both must hold the same recordings, scored for the same detectors with the same labels over the same time.
  init(
    _ before: [RecordingScore],
    _ after: [RecordingScore],
    rule: BenchRule,
    files: (before: String, after: String)
  ) throws(FileProblem) {
    let before = before.filter { $0.key.rule == rule.rawValue }
    let after = after.filter { $0.key.rule == rule.rawValue }
    func refusal(_ file: String, _ found: String, _ other: String) -> FileProblem {
      FileProblem(
        file: file,
        line: 0,
        column: 0,
        found: found,
        expected: "the same data as in \(other): the same recordings with the same labels"
      )
    }
    let byKey = Dictionary(after.map { ($0.key, $0) }) { first, _ in first }
    var pairs: [Pair] = []
    for row in before {
      guard let other = byKey[row.key] else {
        throw refusal(files.after, "nothing about \(row.key.text)", files.before)
      }
      guard other.labels == row.labels, other.hours == row.hours else {
        throw refusal(
          files.after,
          "\(row.key.text) with \(other.labels) labels in \(CSVText.number(other.hours)) h"
            + " instead of \(row.labels) in \(CSVText.number(row.hours)) h",
          files.before
        )
      }
      pairs.append(Pair(before: row, after: other))
    }
    let known = Set(before.map(\.key))
    if let extra = after.first(where: { !known.contains($0.key) }) {
      throw refusal(files.before, "nothing about \(extra.key.text)", files.after)
    }
    self.pairs = pairs
  }

  /// The recordings of each detector and split, those that count once: with an assumed speed, the one that is kept.
  var groups: [(detector: String, split: String, pairs: [Pair])] {
    let counted = pairs.filter { $0.before.key.speed != SpeedVariant.assumed(.braked).text }
    let places = counted.map { [$0.before.key.detector, $0.before.key.split] }.uniqued()
    return places.map { place in
      (
        place[0], place[1],
        counted.filter { [$0.before.key.detector, $0.before.key.split] == place }
      )
    }
  }
}
