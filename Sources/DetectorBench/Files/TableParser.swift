/// Takes the rows of a CSV file apart.
struct TableParser {
  /// A line longer than this many bytes is refused: it is another kind of file.
  static let maximumLineLength = 65_536

  private let file: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private var line = 1
  private var lineStart: Int

  /// Starts in front of the first row.
  init(file: String, bytes: UnsafeBufferPointer<UInt8>) {
    self.file = file
    self.bytes = bytes
    position = ByteOrderMark.length(bytes)
    lineStart = position
  }

  /// Takes the next row, or gives nil at the end of the file.
  mutating func nextRow() throws(FileProblem) -> Table.Row? {
    guard position < bytes.count else { return nil }
    let first = line
    var cells: [Table.Cell] = []
    repeat {
      cells.append(try nextCell())
    } while take(Ascii.comma)
    takeLineEnd()
    return Table.Row(line: first, cells: cells)
  }

  private mutating func nextCell() throws(FileProblem) -> Table.Cell {
    let start = position
    let place = (line: line, column: column(at: start))
    let content =
      position < bytes.count && bytes[position] == Ascii.quote
      ? try quotedContent(place) : try plainContent()
    func problem(_ found: String, _ expected: String) -> FileProblem {
      FileProblem(
        file: file,
        line: place.line,
        column: place.column,
        found: found,
        expected: expected
      )
    }
    guard !content.contains(0) else { throw problem("a NUL byte", "text") }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw problem("bytes that are not UTF-8", "UTF-8 text")
    }
    return Table.Cell(text: text, line: place.line, column: place.column)
  }

  private mutating func plainContent() throws(FileProblem) -> [UInt8] {
    let start = position
    while position < bytes.count, !isAtCellEnd {
      guard bytes[position] != Ascii.quote else {
        throw problem(found: "a quote inside a cell", expected: "the whole cell in quotes")
      }
      position += 1
      try checkLineLength()
    }
    return Array(bytes[start..<position])
  }

  private mutating func quotedContent(
    _ place: (line: Int, column: Int)
  ) throws(FileProblem) -> [UInt8] {
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Ascii.quote {
        // Two quotes are one that belongs to the text.
        guard take(Ascii.quote) else {
          guard position == bytes.count || isAtCellEnd else {
            throw problem(found: "text after a closing quote", expected: "a comma")
          }
          return content
        }
      } else if byte == Ascii.lineFeed {
        line += 1
        lineStart = position
      }
      content.append(byte)
      try checkLineLength()
    }
    throw FileProblem(
      file: file,
      line: place.line,
      column: place.column,
      found: "a quote that is not closed",
      expected: "its end before the end of the file"
    )
  }

  private var isAtCellEnd: Bool {
    let byte = bytes[position]
    return byte == Ascii.comma || byte == Ascii.lineFeed
      || byte == Ascii.carriageReturn
        && (position + 1 == bytes.count || bytes[position + 1] == Ascii.lineFeed)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func takeLineEnd() {
    _ = take(Ascii.carriageReturn)
    _ = take(Ascii.lineFeed)
    line += 1
    lineStart = position
  }

  private func checkLineLength() throws(FileProblem) {
    guard position - lineStart <= Self.maximumLineLength else {
      throw problem(
        found: "a line that goes on",
        expected: "at most \(Self.maximumLineLength) bytes a line"
      )
    }
  }

  private func column(at index: Int) -> Int {
    CellText.characters(bytes[lineStart..<index]) + 1
  }

  private func problem(found: String, expected: String) -> FileProblem {
    FileProblem(
      file: file,
      line: line,
      column: column(at: position),
      found: found,
      expected: expected
    )
  }
}
