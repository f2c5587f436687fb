/// A CSV file of text as RFC 4180 describes it: a header, then rows of as many cells.
///
/// Lines end in LF or CRLF, a byte-order mark is skipped, and a cell in quotes may hold commas, line ends and doubled
/// quotes. Every cell knows where it stands, so that what reads its meaning can refuse it there.
public struct Table: Hashable, Sendable {
  /// The file as it was named by the caller.
  public let file: String

  /// The names in the header, in the file's order.
  public let columns: [String]

  /// The rows in the file's order.
  public let rows: [Row]

  /// One row.
  public struct Row: Hashable, Sendable {
    /// The line on which the row begins, counted from 1.
    public let line: Int

    /// The cells, one for each column of the header.
    public let cells: [Cell]
  }

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The text without quotes.
    public let text: String

    /// The line on which the cell begins, counted from 1.
    public let line: Int

    /// The column in characters at which the cell begins, counted from 1.
    public let column: Int
  }

  /// Which columns a kind of table has.
  public struct Schema: Hashable, Sendable {
    /// The columns that must be there.
    public let required: [String]

    /// The columns that may be there.
    public let optional: [String]

    /// Whether columns that are named in neither list are let through unread.
    public let allowsOthers: Bool

    /// Creates a schema.
    public init(required: [String], optional: [String] = [], allowsOthers: Bool = false) {
      self.required = required
      self.optional = optional
      self.allowsOthers = allowsOthers
    }
  }

  /// Reads a table from a file, refusing one that breaks the format or the schema.
  public init(path: String, schema: Schema) throws {
    let file = try FileBytes(path: path)
    self = try file.withBytes { bytes throws(FileProblem) in
      try Table(bytes: bytes, file: path, schema: schema)
    }
  }

  /// Reads a table from the text of a file.
  public init(text: [UInt8], file: String, schema: Schema) throws(FileProblem) {
    self = try text.withUnsafeBufferPointer { bytes throws(FileProblem) in
      try Table(bytes: bytes, file: file, schema: schema)
    }
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>,
    file: String,
    schema: Schema
  ) throws(FileProblem) {
    var parser = TableParser(file: file, bytes: bytes)
    guard let header = try parser.nextRow() else {
      throw FileProblem(
        file: file,
        line: 0,
        column: 0,
        found: "an empty file",
        expected: "a header"
      )
    }
    self.file = file
    columns = header.cells.map(\.text)
    try Self.check(header, file: file, schema: schema)
    var rows: [Row] = []
    while let row = try parser.nextRow() {
      guard row.cells.count == header.cells.count else {
        throw Self.wrongCellCount(row, header, file: file)
      }
      rows.append(row)
    }
    self.rows = rows
  }

  private static func check(_ header: Row, file: String, schema: Schema) throws(FileProblem) {
    let known = schema.required + schema.optional
    var seen: Set<String> = []
    for cell in header.cells {
      guard schema.allowsOthers || known.contains(cell.text) else {
        throw cell.problem(
          file: file,
          found: CellText.quoted(cell.text.utf8, as: "column"),
          expected: "one of \(known.joined(separator: ","))"
        )
      }
      guard seen.insert(cell.text).inserted else {
        throw cell.problem(
          file: file,
          found: "column '\(cell.text)' again",
          expected: "each column once"
        )
      }
    }
    if let missing = schema.required.first(where: { !seen.contains($0) }) {
      throw FileProblem(
        file: file,
        line: 1,
        column: 1,
        found: "no column '\(missing)'",
        expected: "at least \(schema.required.joined(separator: ","))"
      )
    }
  }

  private static func wrongCellCount(_ row: Row, _ header: Row, file: String) -> FileProblem {
    let extra = row.cells.dropFirst(header.cells.count).first
    let isEmpty = row.cells.count == 1 && row.cells[0].text.isEmpty
    return FileProblem(
      file: file,
      line: extra?.line ?? row.line,
      column: extra?.column ?? 1,
      found: isEmpty ? "an empty line" : "\(row.cells.count) cells",
      expected: "\(header.cells.count) as in the header"
    )
  }

  /// Refuses a table without a row, for which nothing but a header is no content.
  func requireRows(expected: String) throws(FileProblem) {
    guard rows.isEmpty else { return }
    throw FileProblem(
      file: file,
      line: 2,
      column: 1,
      found: "nothing after the header",
      expected: expected
    )
  }

  /// Where a column stands, or nil where the table does not have it.
  public func index(of column: String) -> Int? { columns.firstIndex(of: column) }

  /// The cell of a row in a column, or nil where the table does not have the column.
  public func cell(_ row: Row, _ column: String) -> Cell? {
    index(of: column).map { row.cells[$0] }
  }
}
