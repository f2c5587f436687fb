/// The files that a run leaves behind: `events.csv`, `decisions.csv`, `scores.csv` and `recording-scores.csv`.
struct RunFiles {
  private var events: FileWriter
  private var decisions: FileWriter
  private var scores: FileWriter
  private var recordingScores: FileWriter

  private let writesHeadings: Bool

  /// Creates the files in a folder, which is created, too, where it is not there.
  ///
  /// Headings come many times a second, so they are written only where they are asked for.
  init(folder: String, writesHeadings: Bool) throws(FileAccessProblem) {
    self.writesHeadings = writesHeadings
    try FileWriter.createFolder(folder)
    var events = try FileWriter.file(folder + "/events.csv")
    var decisions = try FileWriter.file(folder + "/decisions.csv")
    let scores = try FileWriter.file(folder + "/scores.csv")
    var recordingScores = try FileWriter.file(folder + "/" + RecordingScoreFile.fileName)
    try events.write(EventFiles.eventsHeader)
    try decisions.write(EventFiles.decisionsHeader)
    try recordingScores.write(RecordingScoreFile.header)
    self.events = events
    self.decisions = decisions
    self.scores = scores
    self.recordingScores = recordingScores
  }

  /// Writes what one trial gave.
  mutating func write(_ trial: TrialResult) throws(FileAccessProblem) {
    for row in RecordingScoreFile.rows(trial) { try recordingScores.write(row) }
    let place = EventFiles.cells(trial)
    let start = place.map(CSVText.cell).joined(separator: ",")
    for entry in trial.log.entries {
      switch entry {
      case .event(let event):
        guard writesHeadings || event.kind != .heading else { continue }
        try events.write { EventFiles.append(event, of: start, to: &$0) }
      case .decision(let decision):
        let time = CSVText.seconds(nanoseconds: decision.check.timestamp.nanoseconds)
        try decisions.write(
          CSVText.row(
            place + [time, decision.detector?.rawValue ?? ""] + EventFiles.cells(decision)
          )
        )
      }
    }
  }

  /// Writes the scores, and whatever has not been written yet.
  mutating func finish(_ board: ScoreBoard) throws(FileAccessProblem) {
    try scores.write(ScoreFile.text(board))
    try events.flush()
    try decisions.flush()
    try scores.flush()
    try recordingScores.flush()
  }
}
