import MotionSamples

/// The short way through rows that hold nothing out of the ordinary.
extension RecordingParser {
  /// No cell that is taken is longer: a sign, two runs of at most nineteen digits, a point, a comma, and a whole word that
  /// may be looked at beyond.
  private static let longestCell = 64

  /// Reads the row at `position` if every cell is empty or a plain decimal: digits, perhaps a point between them and a minus
  /// in front, nineteen digits at most.
  ///
  /// Moves to the end of the line, where the row has been taken: then it is as good as read cell by cell. Otherwise
  /// nothing is said about what stands there, and whatever was put into `numbers` means nothing.
  mutating func takePlainRow() -> Bool {
    guard let base = bytes.baseAddress,
      bytes.count - position >= columns.count * Self.longestCell + 2
    else { return false }
    var index = position
    var present: UInt32 = 0
    var hasTime = false
    let last = columns.count - 1
    for (place, column) in columns.enumerated() {
      if base[index] != Ascii.comma, base[index] >= Ascii.minus {
        let isNegative = base[index] == Ascii.minus
        if isNegative { index += 1 }
        var digits: UInt64 = 0
        let whole = DigitScanner.take(base, &index, &digits)
        var decimals = 0
        if base[index] == Ascii.point {
          index += 1
          decimals = DigitScanner.take(base, &index, &digits)
          guard decimals > 0 else { return false }
        }
        guard whole > 0, whole + decimals <= DigitScanner.maximumDigits else { return false }
        if column == .t {
          guard let time = Self.time(digits, decimals: decimals, isNegative: isNegative) else {
            return false
          }
          self.time = time
          hasTime = true
        } else {
          guard let size = DecimalText.double(digits, exponent: -decimals),
            Self.isWithinRange(size, of: column)
          else { return false }
          numbers[column.rawValue] = isNegative ? -size : size
          present |= column.bit
        }
      }
      if place < last {
        guard base[index] == Ascii.comma else { return false }
        index += 1
      }
    }
    guard hasTime else { return false }
    lineEnd = index
    if base[index] == Ascii.carriageReturn { index += 1 }
    guard base[index] == Ascii.lineFeed else { return false }
    position = lineEnd
    self.present = present
    return true
  }

  /// The instant of so many seconds, or nil where that takes more care.
  @inline(__always)
  private static func time(_ digits: UInt64, decimals: Int, isNegative: Bool) -> Timestamp? {
    guard decimals <= 9 else { return nil }
    let (nanoseconds, isTooLarge) = digits.multipliedReportingOverflow(
      by: nanosecondsOfDecimals[decimals]
    )
    guard !isTooLarge, nanoseconds < UInt64(maximumTimeSec) * 1_000_000_000 else { return nil }
    return Timestamp(nanoseconds: isNegative ? -Int64(nanoseconds) : Int64(nanoseconds))
  }

  /// Nanoseconds in one unit of the last of so many decimals.
  private static let nanosecondsOfDecimals: [UInt64] = [
    1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1,
  ]

  /// Whether a number of this size needs no refusal in its column; activities are never numbers.
  @inline(__always)
  private static func isWithinRange(_ size: Double, of column: RecordingColumn) -> Bool {
    switch column {
    case .lat: size <= 90
    case .lon: size <= 180
    // Whole numbers from 0 to 100, which stand beside an activity and so in rows that are read cell by cell.
    case .activity, .confidence: false
    case .t, .ax, .ay, .az, .gx, .gy, .gz, .mx, .my, .mz, .speed, .accuracy: true
    }
  }
}
