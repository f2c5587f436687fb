import MotionSamples

extension Recording {
  /// Reads a recording from a file.
  ///
  /// A file that breaks any rule of the format is refused whole, with a `FileProblem`; one that cannot be opened, with
  /// a `FileAccessProblem`.
  public init(path: String) throws {
    let file = try FileBytes(path: path)
    self = try file.withBytes { bytes throws(FileProblem) in
      try RecordingParser.parse(bytes, file: path)
    }
  }

  /// Reads a recording from the text of a file.
  public init(text: [UInt8], file: String) throws(FileProblem) {
    self = try text.withUnsafeBufferPointer { bytes throws(FileProblem) in
      try RecordingParser.parse(bytes, file: file)
    }
  }
}

/// Reads a recording in one pass over the bytes of its file, without a copy for each cell.
///
/// Nearly every row holds nothing but plain decimals, and is read by `takePlainRow`; whatever that does not take is read, or
/// refused, cell by cell here.
///
/// Unsafe are the buffer that it reads, every access to which is guarded by the buffer's count, and the memory that a row's
/// numbers are put into, which it alone holds: a list would be asked whose it is at every number.
struct RecordingParser {
  /// A line longer than this many bytes is no line of a recording: the longest honest row has some 400.
  static let maximumLineLength = 4096

  private let file: String
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  private var line = 1
  private(set) var lineStart = 0
  var lineEnd = 0

  /// The columns of the header, in the file's order.
  private(set) var columns: [RecordingColumn] = []

  /// Where the current row's cells begin, by column of the header.
  private var cellStarts: [Int] = []

  /// The current row's numbers, by `RecordingColumn.rawValue`.
  let numbers: UnsafeMutablePointer<Double>

  /// The columns that have a value in the current row.
  var present: UInt32 = 0

  var time = Timestamp(nanoseconds: 0)

  private var rows: RowCollector

  /// Reads all of it or throws what is wrong first.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>,
    file: String
  ) throws(FileProblem) -> Recording {
    var parser = RecordingParser(file: file, bytes: bytes)
    defer {
      parser.numbers.deallocate()
      parser.rows.deallocate()
    }
    return try parser.parse()
  }

  private init(file: String, bytes: UnsafeBufferPointer<UInt8>) {
    self.file = file
    self.bytes = bytes
    numbers = .allocate(capacity: RecordingColumn.allCases.count)
    numbers.initialize(repeating: 0, count: RecordingColumn.allCases.count)
    rows = RowCollector()
  }

  private mutating func parse() throws(FileProblem) -> Recording {
    position = ByteOrderMark.length(bytes)
    lineStart = position
    guard position < bytes.count else {
      throw FileProblem(
        file: file,
        line: 0,
        column: 0,
        found: "an empty file",
        expected: "a header and at least one row"
      )
    }
    try findLineEnd()
    try parseHeader()
    reserve()
    while nextLine() {
      // Half a vector is refused where its cells stand, which only the careful way knows.
      if takePlainRow(), rows.isShaped(present) || RecordingColumn.isWhole(present) {
        try finishRow()
      } else {
        position = lineStart
        try findLineEnd()
        try parseRow()
      }
    }
    let recording = rows.finished()
    guard recording.rowCount > 0 else {
      throw FileProblem(
        file: file,
        line: line,
        column: 0,
        found: "nothing after the header",
        expected: "at least one row"
      )
    }
    return recording
  }

  /// Makes room for as many rows as the length of the first one promises.
  private mutating func reserve() {
    var end = position
    while end < bytes.count, bytes[end] == Ascii.lineFeed || bytes[end] == Ascii.carriageReturn {
      end += 1
    }
    let start = end
    while end < bytes.count, bytes[end] != Ascii.lineFeed, end - start < Self.maximumLineLength {
      end += 1
    }
    let rows = (bytes.count - start) / max(8, end - start) + 1
    self.rows.reserveRows(rows, valuesPerRow: min(columns.count - 1, 6))
  }

  // MARK: Lines

  /// Finds where the content of the line that begins at `lineStart` ends.
  private mutating func findLineEnd() throws(FileProblem) {
    var end = lineStart
    let limit = min(bytes.count, lineStart + Self.maximumLineLength + 1)
    while end < limit, bytes[end] != Ascii.lineFeed { end += 1 }
    if end > lineStart, end == bytes.count || bytes[end] == Ascii.lineFeed,
      bytes[end - 1] == Ascii.carriageReturn
    {
      lineEnd = end - 1
    } else {
      lineEnd = end
    }
    guard lineEnd - lineStart <= Self.maximumLineLength else {
      throw problem(
        at: lineStart + Self.maximumLineLength,
        found: "a line that goes on",
        expected: "at most \(Self.maximumLineLength) bytes a line"
      )
    }
  }

  /// Moves to the next line, if there is one.
  private mutating func nextLine() -> Bool {
    position = lineEnd
    if position < bytes.count, bytes[position] == Ascii.carriageReturn { position += 1 }
    if position < bytes.count, bytes[position] == Ascii.lineFeed { position += 1 }
    lineStart = position
    guard position < bytes.count else { return false }
    line += 1
    return true
  }

  // MARK: Header

  private mutating func parseHeader() throws(FileProblem) {
    var seen: UInt32 = 0
    repeat {
      let start = position
      let content = try cellContent()
      guard
        let column = RecordingColumn.allCases.first(where: { content.elementsEqual($0.name.utf8) })
      else {
        throw problem(
          at: start,
          found: CellText.quoted(content, as: "column"),
          expected: "one of \(RecordingColumn.list)"
        )
      }
      guard seen & column.bit == 0 else {
        throw problem(
          at: start,
          found: "column '\(column.name)' again",
          expected: "each column once"
        )
      }
      seen |= column.bit
      columns.append(column)
      cellStarts.append(start)
    } while takeComma()
    guard seen & RecordingColumn.t.bit != 0 else {
      throw problem(at: lineStart, found: "no column 't'", expected: "the column of times")
    }
    for group in RecordingColumn.groups {
      try requireWhole(group, in: seen, what: "a column for half of \(group.what)")
    }
  }

  /// Refuses a set of columns that holds a group in part, at the first column of the part that is there.
  private func requireWhole(
    _ group: (columns: [RecordingColumn], what: String),
    in set: UInt32,
    what: String
  ) throws(FileProblem) {
    guard let present = group.columns.first(where: { set & $0.bit != 0 }),
      let missing = group.columns.first(where: { set & $0.bit == 0 })
    else { return }
    throw problem(at: start(of: present), found: what, expected: "'\(missing.name)' beside it")
  }

  // MARK: Rows

  private mutating func parseRow() throws(FileProblem) {
    present = 0
    for index in columns.indices {
      if index > 0, !takeComma() { throw wrongCellCount(index) }
      cellStarts[index] = position
      try parseCell(columns[index])
    }
    if position < lineEnd {
      throw problem(
        at: position + 1,
        found: "more than \(columns.count) cells",
        expected: "as many as the header has"
      )
    }
    try finishRow()
  }

  /// Takes the row that has been read, if every group in it is whole.
  @inline(__always)
  private mutating func finishRow() throws(FileProblem) {
    if !rows.isShaped(present) {
      try checkGroups()
      rows.shape(present)
    }
    rows.append(numbers, at: time)
  }

  private func wrongCellCount(_ count: Int) -> FileProblem {
    problem(
      at: lineEnd,
      found: lineEnd == lineStart ? "an empty line" : "\(count) of \(columns.count) cells",
      expected: "as many as the header has"
    )
  }

  private mutating func parseCell(_ column: RecordingColumn) throws(FileProblem) {
    let isEmpty = position == lineEnd || bytes[position] == Ascii.comma
    switch column {
    case .t:
      if isEmpty {
        if lineStart == lineEnd { throw wrongCellCount(1) }
        throw problem(at: position, found: "no time", expected: "seconds")
      }
      try parseTime()
    case .activity:
      if !isEmpty { try parseActivity() }
    default:
      if !isEmpty { try parseNumber(column) }
    }
  }

  /// Leaves room on the time line for the deadlines that follow a recording's last instant.
  static let maximumTimeSec: Int64 = 9_000_000_000

  private mutating func parseTime() throws(FileProblem) {
    let start = position
    let (decimal, _) = try decimal("seconds as a decimal number")
    guard let nanoseconds = decimal.billionths,
      abs(nanoseconds / 1_000_000_000) < Self.maximumTimeSec
    else {
      throw problem(
        at: start,
        found: "a time out of range",
        expected: "less than \(Self.maximumTimeSec) s from the origin"
      )
    }
    time = Timestamp(nanoseconds: nanoseconds)
  }

  private mutating func parseNumber(_ column: RecordingColumn) throws(FileProblem) {
    let start = position
    let (decimal, text) = try decimal("a decimal number")
    guard let value = decimal.double(text) else {
      throw problem(at: start, found: quoted(text), expected: "a number below 1.8e308")
    }
    switch column {
    case .lat where abs(value) > 90:
      throw problem(at: start, found: "latitude \(value)", expected: "-90 to 90 degrees")
    case .lon where abs(value) > 180:
      throw problem(at: start, found: "longitude \(value)", expected: "-180 to 180 degrees")
    case .confidence where !(0...100).contains(value) || value != value.rounded():
      throw problem(
        at: start,
        found: CellText.quoted(text, as: "confidence"),
        expected: "a whole number from 0 to 100"
      )
    default:
      break
    }
    numbers[column.rawValue] = value
    present |= column.bit
  }

  private mutating func parseActivity() throws(FileProblem) {
    let start = position
    let content = try cellContent()
    guard let index = Self.activityNames.firstIndex(where: { content.elementsEqual($0) }) else {
      throw problem(
        at: start,
        found: CellText.quoted(content, as: "activity"),
        expected: "one of \(Activity.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
    numbers[RecordingColumn.activity.rawValue] = Double(index)
    present |= RecordingColumn.activity.bit
  }

  private static let activityNames = Activity.allCases.map { Array($0.rawValue.utf8) }

  /// Reads the number that fills a cell, in quotes or not.
  private mutating func decimal(
    _ expected: String
  ) throws(FileProblem) -> (DecimalText, UnsafeBufferPointer<UInt8>.SubSequence) {
    let start = position
    if bytes[position] != Ascii.quote {
      if let decimal = DecimalText(bytes, at: &position), isAtCellEnd {
        return (decimal, bytes[start..<position])
      }
      position = start
    }
    let content = try cellContent()
    var index = 0
    let inner = UnsafeBufferPointer(rebasing: content)
    guard start != content.startIndex, let decimal = DecimalText(inner, at: &index),
      index == inner.count
    else {
      throw problem(at: start, found: quoted(content), expected: expected)
    }
    return (decimal, content)
  }

  @inline(never)
  private func checkGroups() throws(FileProblem) {
    // Almost every row is whole, so only one that is not pays for finding out where.
    guard !RecordingColumn.isWhole(present) else { return }
    for group in RecordingColumn.groups {
      try requireWhole(group, in: present, what: "half of \(group.what)")
    }
  }

  // MARK: Cells

  private var isAtCellEnd: Bool { position == lineEnd || bytes[position] == Ascii.comma }

  private mutating func takeComma() -> Bool {
    guard position < lineEnd, bytes[position] == Ascii.comma else { return false }
    position += 1
    return true
  }

  /// Takes the cell at `position` and gives its text, without the quotes where it has any.
  private mutating func cellContent() throws(FileProblem) -> UnsafeBufferPointer<UInt8>.SubSequence
  {
    let start = position
    guard position < lineEnd, bytes[position] == Ascii.quote else {
      while !isAtCellEnd { position += 1 }
      return bytes[start..<position]
    }
    position += 1
    while position < lineEnd, bytes[position] != Ascii.quote { position += 1 }
    guard position < lineEnd else {
      throw problem(
        at: start,
        found: "a quote that is not closed",
        expected: "its end on this line"
      )
    }
    let content = bytes[(start + 1)..<position]
    position += 1
    guard isAtCellEnd else {
      throw problem(at: position, found: "text after a closing quote", expected: "a comma")
    }
    return content
  }

  private func start(of column: RecordingColumn) -> Int {
    columns.firstIndex(of: column).map { cellStarts[$0] } ?? lineStart
  }

  // MARK: Problems

  private func problem(at index: Int, found: String, expected: String) -> FileProblem {
    FileProblem(
      file: file,
      line: line,
      column: CellText.characters(bytes[lineStart..<index]) + 1,
      found: found,
      expected: expected
    )
  }

  private func quoted(_ content: UnsafeBufferPointer<UInt8>.SubSequence) -> String {
    CellText.quoted(content)
  }
}
