/// Reads runs of decimal digits eight at a time.
///
/// It works on bare memory because bounds are checked once a row, not once a byte: whoever uses it makes sure that at
/// least ``lookahead`` bytes can be read from where a run begins.
enum DigitScanner {
  /// More digits than this are not taken in one number.
  static let maximumDigits = 19

  /// How many bytes a run may touch: as many as are taken at most, up to a whole word beyond them.
  static let lookahead = 32

  /// Appends the digits that begin at `position` to a number and moves on past them.
  ///
  /// Returns how many there were. Where there are more than 24 in all, `number` is not what they say; more than
  /// `maximumDigits` are for the caller to refuse.
  @inline(__always)
  static func take(
    _ bytes: UnsafePointer<UInt8>,
    _ position: inout Int,
    _ number: inout UInt64
  ) -> Int {
    var count = 0
    while true {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self)
      )
      let values = word ^ 0x3030_3030_3030_3030
      // The high bit of every byte that is above nine.
      let others =
        (((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | values)
        & 0x8080_8080_8080_8080
      let found = others.trailingZeroBitCount >> 3
      if found == 8 {
        number = number &* 100_000_000 &+ value(ofEight: values)
        position += 8
        count += 8
        // Nothing that is worth reading on for has so many.
        if count > 16 { return count }
        continue
      }
      if found > 0 {
        // Moved up, so that zeros come in front.
        number =
          number &* powersOfTen(found) &+ value(ofEight: values &<< UInt64(64 - 8 * found))
        position += found
      }
      return count + found
    }
  }

  /// The number that eight digits make, the first in the lowest byte: pairs, then fours, then all, side by side.
  @inline(__always)
  private static func value(ofEight digits: UInt64) -> UInt64 {
    let pairs = (digits &* (1 + 10 << 8)) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* (1 + 100 << 16)) >> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* (1 + 10_000 << 32)) >> 32
  }

  /// 10⁰ to 10⁷, without a look into a table.
  @inline(__always)
  private static func powersOfTen(_ exponent: Int) -> UInt64 {
    let low: UInt64 = exponent & 1 == 0 ? 1 : 10
    let middle: UInt64 = exponent & 2 == 0 ? 1 : 100
    let high: UInt64 = exponent & 4 == 0 ? 1 : 10_000
    return low &* middle &* high
  }
}
