extension Table.Cell {
  /// A refusal of this cell.
  public func problem(file: String, found: String, expected: String) -> FileProblem {
    FileProblem(file: file, line: line, column: column, found: found, expected: expected)
  }

  /// The cell as a number, or nil where it is empty; anything else is refused.
  public func number(file: String) throws(FileProblem) -> Double? {
    if text.isEmpty { return nil }
    let value = Array(text.utf8).withUnsafeBufferPointer { bytes -> Double? in
      var index = 0
      guard let decimal = DecimalText(bytes, at: &index), index == bytes.count else { return nil }
      return decimal.double(bytes[...])
    }
    guard let value else {
      throw problem(file: file, found: CellText.quoted(text.utf8), expected: "a decimal number")
    }
    return value
  }

  /// The cell as a number that must be there.
  public func requiredNumber(file: String) throws(FileProblem) -> Double {
    guard let value = try number(file: file) else {
      throw problem(file: file, found: "an empty cell", expected: "a decimal number")
    }
    return value
  }
}
