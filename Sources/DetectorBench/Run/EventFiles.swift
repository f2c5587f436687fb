/// The columns of the files of events and decisions, which other programs rely on.
enum EventFiles {
  /// The columns of an event, as `replay` writes them.
  static let eventColumns = ["t", "detector", "event"] + EventField.allCases.map(\.rawValue)

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

  /// The cells of an event, in the order of `eventColumns`.
  static func cells(_ event: ReplayedEvent) -> [String] {
    [
      CSVText.seconds(nanoseconds: event.timestamp.nanoseconds), event.detector.rawValue,
      event.kind.rawValue,
    ] + EventField.allCases.map { event.fields[$0]?.text ?? "" }
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

  /// One entry as `replay` writes it.
  static func replayRow(_ entry: ReplayLog.Entry, explains: Bool) -> String {
    switch entry {
    case .event(let event):
      return CSVText.row(cells(event) + (explains ? checkColumns.map { _ in "" } : []))
    case .decision(let decision):
      let time = CSVText.seconds(nanoseconds: decision.check.timestamp.nanoseconds)
      return CSVText.row(
        [time, decision.detector?.rawValue ?? "", "decision"] + EventField.allCases.map { _ in "" }
          + cells(decision)
      )
    }
  }
}
