import DetectorEngine

/// What is known about the true heading during a recording, row by row.
package struct HeadingTruth: Hashable, Sendable {
  /// What the truth is about.
  enum Subject: String, Hashable, Sendable {
    /// The phone's attitude, against magnetic north: `qw,qx,qy,qz` and `moving`.
    case attitude
    /// The azimuth of the phone's top, against true north: `heading_deg` and `axis_elevation_deg`.
    case azimuth
    /// The vehicle's course over ground: `heading_deg` alone.
    case course
  }

  /// One instant.
  struct Row: Hashable, Sendable {
    let timestamp: Timestamp
    /// From the device's axes to east, north and up, absent where it is not the subject.
    let attitude: Attitude?
    /// In degrees clockwise from north, absent where it is not the subject.
    let azimuth: Double?
  }

  let subject: Subject

  /// The rows that count, in order of time.
  let rows: [Row]

  /// Degrees above or below the horizon beyond which the azimuth of an axis is undefined and the row does not count.
  static let maximumElevation = 60.0

  /// The length of a quaternion that stands for a rotation, give or take what rounding takes from it.
  private static let unitLength = 0.98...1.02

  /// Seconds by which a reading may be stamped later than the truth and still belong to it: the files' rounding.
  static let timeTolerance = 1e-6

  /// Reads a `.truth.csv`.
  ///
  /// A truth with attitudes and a column `moving` counts while that is 1 and is about the attitude; one with
  /// `axis_elevation_deg` is about the azimuth of the top; one with `heading_deg` alone is about the vehicle's course.
  init(path: String) throws {
    try self.init(Table(path: path, schema: Self.schema))
  }

  /// Reads the text of a `.truth.csv`.
  package init(text: [UInt8], file: String) throws(FileProblem) {
    try self.init(Table(text: text, file: file, schema: Self.schema))
  }

  private static let schema = Table.Schema(
    required: ["t"],
    optional: ["qw", "qx", "qy", "qz", "heading_deg", "moving", "axis_elevation_deg"],
    allowsOthers: true
  )

  private init(_ table: Table) throws(FileProblem) {
    let has = { (column: String) in table.index(of: column) != nil }
    if has("qw"), has("moving") {
      subject = .attitude
    } else if has("heading_deg") {
      subject = has("axis_elevation_deg") ? .azimuth : .course
    } else {
      throw FileProblem(
        file: table.file,
        line: 1,
        column: 1,
        found: "no truth that can be scored",
        expected: "qw,qx,qy,qz,moving or heading_deg"
      )
    }
    try table.requireRows(expected: "a row for each instant of the truth")
    var rows: [Row] = []
    for row in table.rows {
      let cells = TableRowReader(table: table, row: row)
      if let row = try Self.row(cells, subject) { rows.append(row) }
    }
    self.rows = rows.sorted { $0.timestamp < $1.timestamp }
  }

  /// Reads one row, or gives nil for one that does not count.
  private static func row(_ cells: TableRowReader, _ subject: Subject) throws(FileProblem) -> Row? {
    let seconds = try cells.requiredNumber("t", in: -1e9...1e9)
    guard let timestamp = Timestamp(seconds: seconds) else { return nil }
    switch subject {
    case .attitude:
      guard try cells.number("moving", in: 0...1) == 1,
        let w = try cells.number("qw", in: -1.01...1.01),
        let x = try cells.number("qx", in: -1.01...1.01),
        let y = try cells.number("qy", in: -1.01...1.01),
        let z = try cells.number("qz", in: -1.01...1.01)
      else { return nil }
      let length = (w * w + x * x + y * y + z * z).squareRoot()
      guard unitLength.contains(length) else {
        throw cells.refusal(
          "qw",
          found: "a quaternion of length \(CSVText.fixed(length, 3))",
          expected: "length 1"
        )
      }
      return Row(timestamp: timestamp, attitude: Attitude(w: w, x: x, y: y, z: z), azimuth: nil)
    case .azimuth, .course:
      guard let azimuth = try cells.number("heading_deg", in: -360...360) else { return nil }
      if subject == .azimuth {
        guard let elevation = try cells.number("axis_elevation_deg", in: -90...90),
          abs(elevation) <= maximumElevation
        else { return nil }
      }
      return Row(timestamp: timestamp, attitude: nil, azimuth: azimuth)
    }
  }
}
