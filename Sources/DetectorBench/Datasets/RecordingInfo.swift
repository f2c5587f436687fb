/// What a data set's `recordings.csv` says about one of its recordings.
public struct RecordingInfo: Hashable, Sendable {
  /// The name, which is that of the file in `recordings/` without its ending.
  public let name: String

  /// The length that is stated, in seconds.
  public let duration: Double

  /// What recorded it.
  public let device: String

  /// How the device sat or was carried.
  public let placement: String

  /// For tuning or for reporting.
  public let split: DatasetSplit

  /// The subjects that are labelled exhaustively: there, no label means that nothing happened.
  public let labelledFor: Set<LabelSubject>

  /// The speed to assume where the recording has none, in m/s.
  public let assumedSpeedMps: Double?

  /// The magnetic declination known at the place and date, in degrees, positive to the east.
  public let declinationDeg: Double?

  /// The wall-clock time of the recording's origin, in Unix seconds.
  public let startUnixSeconds: Double?

  /// Anything else worth knowing.
  public let note: String

  /// Creates the description of a recording.
  public init(
    name: String,
    duration: Double,
    device: String,
    placement: String,
    split: DatasetSplit,
    labelledFor: Set<LabelSubject>,
    assumedSpeedMps: Double? = nil,
    declinationDeg: Double? = nil,
    startUnixSeconds: Double? = nil,
    note: String = ""
  ) {
    self.name = name
    self.duration = duration
    self.device = device
    self.placement = placement
    self.split = split
    self.labelledFor = labelledFor
    self.assumedSpeedMps = assumedSpeedMps
    self.declinationDeg = declinationDeg
    self.startUnixSeconds = startUnixSeconds
    self.note = note
  }

  /// Whether the recording is labelled exhaustively for a detector.
  public func isLabelled(for detector: DetectorName) -> Bool {
    labelledFor.contains(.detector(detector))
  }

  /// Reads a data set's `recordings.csv`.
  public static func read(path: String) throws -> [RecordingInfo] {
    try read(Table(path: path, schema: schema))
  }

  /// Reads the text of a `recordings.csv`.
  package static func read(text: [UInt8], file: String) throws(FileProblem) -> [RecordingInfo] {
    try read(Table(text: text, file: file, schema: schema))
  }

  private static let schema = Table.Schema(
    required: ["recording", "duration_s", "device", "placement", "split", "labelled_for"],
    optional: ["assumed_speed_mps", "declination_deg", "start_unix_s", "note"]
  )

  private static func read(_ table: Table) throws(FileProblem) -> [RecordingInfo] {
    var names: Set<String> = []
    var infos: [RecordingInfo] = []
    for row in table.rows {
      let info = try RecordingInfo(row, table)
      guard names.insert(info.name).inserted, let cell = table.cell(row, "recording") else {
        throw FileProblem(
          file: table.file,
          line: row.line,
          column: 1,
          found: "recording '\(info.name)' again",
          expected: "each recording once"
        )
      }
      try checkName(cell, file: table.file)
      infos.append(info)
    }
    return infos
  }

  /// A name is a plain file name: it can't lead out of its folder.
  private static func checkName(_ cell: Table.Cell, file: String) throws(FileProblem) {
    guard !cell.text.isEmpty, !cell.text.contains(where: { $0 == "/" || $0 == "\\" }),
      !cell.text.hasPrefix(".")
    else {
      throw cell.problem(
        file: file,
        found: "recording \(CellText.quoted(cell.text.utf8))",
        expected: "a file name without a folder and without its ending"
      )
    }
  }

  private init(_ row: Table.Row, _ table: Table) throws(FileProblem) {
    let cells = TableRowReader(table: table, row: row)
    name = cells.text("recording")
    duration = try cells.requiredNumber("duration_s", in: 0...1e9)
    device = cells.text("device")
    placement = cells.text("placement")
    split = try cells.word("split", expected: "train or test") { DatasetSplit(rawValue: $0) }
    labelledFor = try Set(
      cells.words("labelled_for", expected: LabelSubject.list) { LabelSubject($0) }
    )
    assumedSpeedMps = try cells.number("assumed_speed_mps", in: 0...200)
    declinationDeg = try cells.number("declination_deg", in: -180...180)
    startUnixSeconds = try cells.number("start_unix_s", in: -1e11...1e11)
    note = cells.text("note")
  }
}
