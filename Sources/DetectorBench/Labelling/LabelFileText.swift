/// The text of a `labels.csv` that is changed row by row: whatever is not added or removed keeps its very bytes.
struct LabelFileText {
  /// One row with its line end.
  private struct Row {
    let label: Label
    var bytes: [UInt8]
  }

  /// The header of a file that is not there yet.
  static let header = Array("recording,detector,kind,start,end,note\n".utf8)

  /// The file as messages name it.
  let file: String

  private var headerBytes: [UInt8]
  private let columns: [String]
  private let lineEnd: [UInt8]
  private var rows: [Row]

  /// Takes a file's text apart.
  init(_ text: [UInt8], file: String, recordings: Set<String>) throws(FileProblem) {
    let labels = try Label.read(text: text, file: file, recordings: recordings)
    let table = try Table(
      text: text,
      file: file,
      schema: Table.Schema(required: [], allowsOthers: true)
    )
    var lineStarts = [0]
    for (index, byte) in text.enumerated() where byte == Ascii.lineFeed {
      lineStarts.append(index + 1)
    }
    // A row begins where its line does, and ends where the next row begins.
    let starts = table.rows.map { lineStarts[$0.line - 1] }
    let ends = starts.dropFirst() + [text.count]
    self.file = file
    columns = table.columns
    headerBytes = Array(text[..<(starts.first ?? text.count)])
    rows = zip(labels, zip(starts, ends)).map { label, range in
      Row(label: label, bytes: Array(text[range.0..<range.1]))
    }
    lineEnd =
      headerBytes.suffix(2) == [Ascii.carriageReturn, Ascii.lineFeed]
      ? [Ascii.carriageReturn, Ascii.lineFeed] : [Ascii.lineFeed]
  }

  /// The text as it is to be written.
  var text: [UInt8] { headerBytes + rows.flatMap(\.bytes) }

  /// The labels in the file's order.
  var labels: [Label] { rows.map(\.label) }

  /// Adds a label behind the last one of its recording, or at the end; refuses one that collides with another.
  mutating func add(_ request: LabelRequest) throws(LabelProblem) {
    let label = request.label
    if let other = rows.first(where: { LabelRules.collide($0.label, label) }) {
      throw .overlap(
        place: request.place,
        label: LabelRules.text(label),
        other: LabelRules.text(other.label)
      )
    }
    guard label.note.isEmpty || columns.contains("note") else {
      throw .noNoteColumn(place: request.place, file: file)
    }
    let last = rows.lastIndex { $0.label.recording == label.recording }
    let index = last.map { $0 + 1 } ?? rows.count
    endLine(before: index)
    rows.insert(Row(label: label, bytes: bytes(of: label)), at: index)
  }

  /// Removes a label, whatever its note says; refuses where there is none.
  mutating func remove(_ request: LabelRequest) throws(LabelProblem) {
    let label = request.label
    let found = rows.firstIndex { row in
      row.label.recording == label.recording && row.label.subject == label.subject
        && row.label.kind == label.kind && row.label.start == label.start
        && row.label.end == label.end
    }
    guard let found else {
      throw .notThere(
        place: request.place,
        label: LabelRules.text(label),
        recording: label.recording
      )
    }
    rows.remove(at: found)
  }

  /// Ends the last line where the file did not, so that another can follow.
  private mutating func endLine(before index: Int) {
    if index == 0 {
      if headerBytes.last != Ascii.lineFeed { headerBytes += lineEnd }
    } else if rows[index - 1].bytes.last != Ascii.lineFeed {
      rows[index - 1].bytes += lineEnd
    }
  }

  private func bytes(of label: Label) -> [UInt8] {
    let cells = columns.map { column in
      switch column {
      case "recording": label.recording
      case "detector": label.subject.word
      case "kind": label.kind
      case "start": CSVText.number(label.start)
      case "end": CSVText.number(label.end)
      case "note": label.note
      default: ""
      }
    }
    return Array(cells.map(CSVText.cell).joined(separator: ",").utf8) + lineEnd
  }
}
