/// How values are written into CSV files.
enum CSVText {
  /// The shortest decimal that reads back to the same bits, without an exponent where that is short; nothing for a
  /// value that is not finite.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    // A whole number needs no ".0", and -0 is 0 to a reader of tables.
    if let whole = Int64(exactly: value), abs(value) < 1e15 { return String(whole) }
    return value.description
  }

  /// A number rounded to some decimals; nothing for nil.
  static func fixed(_ value: Double?, _ decimals: Int) -> String {
    guard let value, value.isFinite else { return "" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard let digits = Int64(exactly: scaled) else { return value.description }
    let sign = value < 0 && digits != 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(digits) }
    let text = String(digits)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// An instant in seconds, exact to the nanosecond, with at least six decimals.
  static func seconds(nanoseconds: Int64) -> String {
    let sign = nanoseconds < 0 ? "-" : ""
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(rest)
    let padded = String(repeating: "0", count: 9 - digits.count) + digits
    return sign + String(whole) + "." + (padded.hasSuffix("000") ? padded.dropLast(3) : padded[...])
  }

  /// A cell, in quotes where its text needs them.
  static func cell(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      byte == Ascii.comma || byte == Ascii.quote || byte == Ascii.lineFeed
        || byte == Ascii.carriageReturn
    }
    guard needsQuotes else { return text }
    let doubled = text.split(separator: "\"", omittingEmptySubsequences: false).joined(
      separator: "\"\""
    )
    return "\"\(doubled)\""
  }

  /// A row with its line end.
  static func row(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\n"
  }
}
