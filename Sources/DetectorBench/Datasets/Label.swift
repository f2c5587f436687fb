/// What a data set's `labels.csv` says that happened in one of its recordings.
public struct Label: Hashable, Sendable {
  /// The recording's name.
  public let recording: String

  /// Whose event it is, or that it is told for orientation.
  public let subject: LabelSubject

  /// What happened, in one word.
  public let kind: String

  /// When it began, in seconds of the recording's `t`.
  public let start: Double

  /// When it ended, in seconds of the recording's `t`; not before `start`.
  public let end: Double

  /// Anything else worth knowing.
  public let note: String

  /// Creates a label.
  public init(
    recording: String,
    subject: LabelSubject,
    kind: String,
    start: Double,
    end: Double,
    note: String = ""
  ) {
    self.recording = recording
    self.subject = subject
    self.kind = kind
    self.start = start
    self.end = end
    self.note = note
  }

  /// Reads a data set's `labels.csv`, whose recordings must be among `recordings`.
  public static func read(path: String, recordings: Set<String>) throws -> [Label] {
    try read(Table(path: path, schema: schema), recordings)
  }

  /// Reads the text of a `labels.csv`.
  package static func read(
    text: [UInt8],
    file: String,
    recordings: Set<String>
  ) throws(FileProblem) -> [Label] {
    try read(Table(text: text, file: file, schema: schema), recordings)
  }

  private static let schema = Table.Schema(
    required: ["recording", "detector", "kind", "start", "end"],
    optional: ["note"]
  )

  private static func read(
    _ table: Table,
    _ recordings: Set<String>
  ) throws(FileProblem) -> [Label] {
    var labels: [Label] = []
    for row in table.rows {
      labels.append(try Label(TableRowReader(table: table, row: row), recordings: recordings))
    }
    return labels
  }

  /// Reads one row, whose recording must be among `recordings`.
  init(_ cells: TableRowReader, recordings: Set<String>) throws(FileProblem) {
    recording = try cells.word("recording", expected: "one that recordings.csv names") {
      recordings.contains($0) ? $0 : nil
    }
    subject = try cells.word("detector", expected: "one of \(LabelSubject.list)") {
      LabelSubject($0)
    }
    kind = try cells.word("kind", expected: "what happened, in a word") { $0.isEmpty ? nil : $0 }
    start = try cells.requiredNumber("start", in: -1e11...1e11)
    end = try cells.requiredNumber("end", in: -1e11...1e11)
    guard start <= end else {
      throw cells.refusal("end", found: "end \(end)", expected: "not before the start \(start)")
    }
    note = cells.text("note")
  }
}
