/// The columns of `recording-scores.csv`, which other programs rely on: the scores of `scores.csv`, a recording each.
enum RecordingScoreFile {
  /// The file's name in the folder of a run.
  static let fileName = "recording-scores.csv"

  /// What tells one row from the others, in order.
  static let placeColumns = [
    "dataset", "recording", "origin", "speed", "split", "detector", "rule",
  ]

  /// The header.
  static let header = CSVText.row(placeColumns + ScoreFile.scoreColumns)

  /// The rows of one trial: one for each detector that was scored.
  static func rows(_ trial: TrialResult) -> [String] {
    DetectorName.allCases.compactMap { detector in
      trial.scores[detector].map { score in
        CSVText.row(
          [
            trial.dataset, trial.recording.name, trial.recording.origin.rawValue,
            trial.variant.text, trial.recording.split.rawValue, detector.rawValue,
            trial.rule.rawValue,
          ] + ScoreFile.cells(score)
        )
      }
    }
  }
}
