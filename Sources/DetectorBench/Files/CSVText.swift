/// How values are written into CSV files.
enum CSVText {
  /// The shortest decimal that reads back to the same bits, without an exponent where that is short; nothing for a
  /// value that is not finite.
  static func number(_ value: Double) -> String {
    var bytes: [UInt8] = []
    append(number: value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what ``number(_:)`` gives.
  static func append(number value: Double, to bytes: inout [UInt8]) {
    guard value.isFinite else { return }
    // A whole number needs no ".0", and -0 is 0 to a reader of tables.
    if abs(value) < 1e15, let whole = Int64(exactly: value) {
      if whole < 0 { bytes.append(Ascii.minus) }
      append(digitsOf: whole.magnitude, to: &bytes)
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  /// Appends a whole number, with zeros in front where it has fewer than `count` digits.
  private static func append(
    digitsOf number: UInt64,
    atLeast count: Int = 1,
    to bytes: inout [UInt8]
  ) {
    var power: UInt64 = 1
    var digits = 1
    while digits < count || number / power >= 10 {
      power *= 10
      digits += 1
    }
    var rest = number
    while power > 0 {
      let (digit, below) = rest.quotientAndRemainder(dividingBy: power)
      bytes.append(Ascii.zero + UInt8(truncatingIfNeeded: digit))
      rest = below
      power /= 10
    }
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
    var bytes: [UInt8] = []
    append(seconds: nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what ``seconds(nanoseconds:)`` gives.
  static func append(seconds nanoseconds: Int64, to bytes: inout [UInt8]) {
    if nanoseconds < 0 { bytes.append(Ascii.minus) }
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    append(digitsOf: whole, to: &bytes)
    bytes.append(Ascii.point)
    if rest.isMultiple(of: 1000) {
      append(digitsOf: rest / 1000, atLeast: 6, to: &bytes)
    } else {
      append(digitsOf: rest, atLeast: 9, to: &bytes)
    }
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
