/// Reads the cells of one row by the names of their columns, refusing at the cell what has no meaning there.
struct TableRowReader {
  let table: Table
  let row: Table.Row

  /// The text of a cell; empty where the table does not have the column.
  func text(_ column: String) -> String { table.cell(row, column)?.text ?? "" }

  /// The number in a cell, or nil where it is empty or the table does not have the column.
  func number(_ column: String, in range: ClosedRange<Double>) throws(FileProblem) -> Double? {
    guard let cell = table.cell(row, column), let value = try cell.number(file: table.file) else {
      return nil
    }
    guard range.contains(value) else {
      throw cell.problem(
        file: table.file,
        found: "\(column) \(cell.text)",
        expected: "\(range.lowerBound) to \(range.upperBound)"
      )
    }
    return value
  }

  /// The number in a cell that must hold one.
  func requiredNumber(
    _ column: String,
    in range: ClosedRange<Double>
  ) throws(FileProblem) -> Double {
    guard let value = try number(column, in: range) else {
      throw refusal(column, found: "an empty \(column)", expected: "a decimal number")
    }
    return value
  }

  /// The meaning of a cell's one word.
  func word<Meaning>(
    _ column: String,
    expected: String,
    _ meaning: (String) -> Meaning?
  ) throws(FileProblem) -> Meaning {
    guard let value = meaning(text(column)) else {
      throw refusal(
        column,
        found: "\(column) \(CellText.quoted(text(column).utf8))",
        expected: expected
      )
    }
    return value
  }

  /// The meanings of a cell's words, which stand with a space between them.
  func words<Meaning>(
    _ column: String,
    expected: String,
    _ meaning: (Substring) -> Meaning?
  ) throws(FileProblem) -> [Meaning] {
    var values: [Meaning] = []
    for word in text(column).split(separator: " ") {
      guard let value = meaning(word) else {
        throw refusal(
          column,
          found: "\(column) \(CellText.quoted(word.utf8))",
          expected: "words out of \(expected)"
        )
      }
      values.append(value)
    }
    return values
  }

  /// A refusal of a cell.
  func refusal(_ column: String, found: String, expected: String) -> FileProblem {
    FileProblem(
      file: table.file,
      line: table.cell(row, column)?.line ?? row.line,
      column: table.cell(row, column)?.column ?? 1,
      found: found,
      expected: expected
    )
  }
}
