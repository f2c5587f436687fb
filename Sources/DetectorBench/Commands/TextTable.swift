/// Aligns a table for reading on a terminal.
enum TextTable {
  /// Lines of the table: the header, a rule, the rows; columns named in `right` stand flush right.
  static func lines(header: [String], rows: [[String]], right: Set<Int>) -> [String] {
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return right.contains(column) ? space + cell : cell + space
      }
      return trimmed(padded.joined(separator: "  "))
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return [line(header), rule] + rows.map(line)
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
