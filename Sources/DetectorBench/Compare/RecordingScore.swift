import Foundation

/// What a run said of one recording: a row of `recording-scores.csv`, as far as runs are compared by it.
struct RecordingScore: Hashable, Sendable {
  /// What must be the same in two runs: the recording, and what was scored in it.
  struct Key: Hashable, Sendable {
    let dataset: String
    let recording: String
    /// The kind of speed: `measured`, `assumed`, `assumed-braked`.
    let speed: String
    let split: String
    let detector: String
    let rule: String

    /// The recording as messages call it.
    var text: String {
      "\(dataset)/\(recording), \(detector)\(speed == "measured" ? "" : ", speed \(speed)")"
    }
  }

  let key: Key
  let hours: Double
  let labels: Int
  let found: Int
  let falseAlarms: Int

  /// The median delay of the recording's matches in seconds, absent without any and for episodes.
  let delay: Double?

  /// The mean overlap of the recording's matched episodes, absent without any and for crashes.
  let overlap: Double?

  /// Reads the file of a run: the file itself, a folder that holds it, or a `scores.csv` that lies beside it.
  static func read(_ path: String) throws -> [RecordingScore] {
    let file = Self.file(path)
    guard FileManager.default.fileExists(atPath: file) else {
      throw FileAccessProblem(
        file: file,
        reason: "cannot be read (there is no such file; run --out DIR writes it)"
      )
    }
    let table = try Table(path: file, schema: schema)
    return try table.rows.map { try RecordingScore($0, table) }
  }

  private static func file(_ path: String) -> String {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return path + "/" + RecordingScoreFile.fileName
    }
    let url = URL(fileURLWithPath: path)
    guard url.lastPathComponent == "scores.csv" || url.lastPathComponent == "events.csv" else {
      return path
    }
    return url.deletingLastPathComponent().appendingPathComponent(RecordingScoreFile.fileName).path
  }

  private static let schema = Table.Schema(
    required: RecordingScoreFile.placeColumns + [
      "hours", "labels", "found", "false_alarms", "delay_median_s", "mean_overlap",
    ],
    allowsOthers: true
  )

  private init(_ row: Table.Row, _ table: Table) throws(FileProblem) {
    let cells = TableRowReader(table: table, row: row)
    key = Key(
      dataset: cells.text("dataset"),
      recording: cells.text("recording"),
      speed: cells.text("speed"),
      split: cells.text("split"),
      detector: cells.text("detector"),
      rule: cells.text("rule")
    )
    hours = try cells.requiredNumber("hours", in: 0...1e9)
    labels = Int(try cells.requiredNumber("labels", in: 0...1e9))
    found = Int(try cells.requiredNumber("found", in: 0...1e9))
    falseAlarms = Int(try cells.requiredNumber("false_alarms", in: 0...1e9))
    delay = try cells.number("delay_median_s", in: -1e9...1e9)
    overlap = try cells.number("mean_overlap", in: 0...1)
  }
}
