/// The columns of the files of events and decisions, which other programs rely on.
enum EventFiles {
  /// The columns of an event, as `replay` writes them.
  static let eventColumns = ["t", "detector", "event"] + EventField.allCases.map(\.name)

  /// The columns of a check, beside `t` and `detector`.
  static let checkColumns = ["code", "measured", "threshold", "verdict"]

  /// What every row of a run begins with.
  static let trialColumns = ["dataset", "recording", "origin", "speed", "split", "rule"]

  /// The header of `events.csv`.
  static let eventsHeader = CSVText.row(trialColumns + eventColumns)

  /// The header of `decisions.csv`.
  static let decisionsHeader = CSVText.row(trialColumns + ["t", "detector"] + checkColumns)

  /// The header of what `replay` writes.
  static func replayHeader(explains: Bool) -> String {
    CSVText.row(eventColumns + (explains ? checkColumns : []))
  }

  /// Appends the cells of an event, in the order of `eventColumns`.
  private static func append(_ event: ReplayedEvent, to bytes: inout [UInt8]) {
    CSVText.append(seconds: event.timestamp.nanoseconds, to: &bytes)
    bytes.append(Ascii.comma)
    bytes.append(contentsOf: event.detector.rawValue.utf8)
    bytes.append(Ascii.comma)
    bytes.append(contentsOf: event.kind.rawValue.utf8)
    var column = -1
    for entry in event.fields.entries {
      for _ in column..<entry.field.rawValue { bytes.append(Ascii.comma) }
      column = entry.field.rawValue
      entry.value.append(to: &bytes)
    }
    for _ in column..<EventField.allCases.count - 1 { bytes.append(Ascii.comma) }
  }

  /// Appends a row of `events.csv`, which begins with what every row of its trial does.
  static func append(_ event: ReplayedEvent, of trial: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: trial.utf8)
    bytes.append(Ascii.comma)
    append(event, to: &bytes)
    bytes.append(Ascii.lineFeed)
  }

  /// The cells of a check, in the order of `checkColumns`.
  static func cells(_ decision: ReplayedDecision) -> [String] {
    [
      decision.check.code, decision.check.measured.map(CSVText.number) ?? "",
      decision.check.threshold.map(CSVText.number) ?? "", decision.check.verdict.rawValue,
    ]
  }

  /// What every row of a trial begins with.
  static func cells(_ trial: TrialResult) -> [String] {
    [
      trial.dataset, trial.recording.name, trial.recording.origin.rawValue, trial.variant.text,
      trial.recording.split.rawValue, trial.rule.rawValue,
    ]
  }

  /// Appends one entry as `replay` writes it.
  static func appendReplayRow(_ entry: ReplayLog.Entry, explains: Bool, to bytes: inout [UInt8]) {
    switch entry {
    case .event(let event):
      append(event, to: &bytes)
      if explains { for _ in checkColumns { bytes.append(Ascii.comma) } }
      bytes.append(Ascii.lineFeed)
    case .decision(let decision):
      let time = CSVText.seconds(nanoseconds: decision.check.timestamp.nanoseconds)
      let row = CSVText.row(
        [time, decision.detector?.rawValue ?? "", "decision"] + EventField.allCases.map { _ in "" }
          + cells(decision)
      )
      bytes.append(contentsOf: row.utf8)
    }
  }
}
