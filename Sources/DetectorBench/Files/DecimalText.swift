/// A decimal number as it was written: sign, digits and power of ten, before any rounding.
///
/// The grammar is that of `strtod` without its hexadecimal, infinite and not-a-number forms: an optional sign, digits
/// with at most one point among or beside them, and optionally `e` with a signed whole number.
struct DecimalText {
  /// Whether a minus sign stood in front.
  private var isNegative = false

  /// The first nineteen significant digits, which always fit.
  private var digits: UInt64 = 0

  /// The power of ten that `digits` is multiplied by.
  private var exponent = 0

  /// Whether significant digits had to be left out of `digits`.
  private var isTruncated = false

  /// Reads the longest number that starts at `position` and moves `position` past it.
  ///
  /// Returns nil, with `position` unmoved, where no number starts there.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) {
    var index = position
    let end = bytes.count
    if index < end, bytes[index] == Ascii.minus || bytes[index] == Ascii.plus {
      isNegative = bytes[index] == Ascii.minus
      index += 1
    }
    var significant = 0
    var hasDigit = false
    while index < end, let digit = Ascii.digit(bytes[index]) {
      hasDigit = true
      take(digit, &significant)
      index += 1
    }
    if index < end, bytes[index] == Ascii.point {
      index += 1
      while index < end, let digit = Ascii.digit(bytes[index]) {
        hasDigit = true
        exponent -= 1
        take(digit, &significant)
        index += 1
      }
    }
    guard hasDigit else { return nil }
    index = readExponent(bytes, from: index)
    position = index
  }

  private mutating func take(_ digit: UInt8, _ significant: inout Int) {
    guard significant < 19 else {
      exponent += 1
      isTruncated = isTruncated || digit != 0
      return
    }
    digits = digits &* 10 &+ UInt64(digit)
    if digits != 0 { significant += 1 }
  }

  /// Takes an exponent where a whole one stands, and gives where reading goes on.
  private mutating func readExponent(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    guard index < bytes.count, bytes[index] | 0x20 == Ascii.lowercaseE else { return start }
    index += 1
    var isNegative = false
    if index < bytes.count, bytes[index] == Ascii.minus || bytes[index] == Ascii.plus {
      isNegative = bytes[index] == Ascii.minus
      index += 1
    }
    guard index < bytes.count, Ascii.digit(bytes[index]) != nil else { return start }
    var value = 0
    while index < bytes.count, let digit = Ascii.digit(bytes[index]) {
      // Held far beyond any exponent that matters, so that it cannot overflow.
      value = min(value * 10 + Int(digit), 1_000_000)
      index += 1
    }
    exponent += isNegative ? -value : value
    return index
  }

  /// The nearest `Double`, bit for bit what `strtod` gives, or nil where the number exceeds its range.
  ///
  /// Numbers of more than nineteen digits, or far from one, are read again by the standard library, from `text`, which
  /// must be the bytes that this number was read from.
  func double(_ text: UnsafeBufferPointer<UInt8>.SubSequence) -> Double? {
    if !isTruncated, let magnitude = Self.double(digits, exponent: exponent) {
      return isNegative ? -magnitude : magnitude
    }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// The `Double` that is nearest to `digits` times a power of ten, or nil for a power beyond 10²⁷ or 10⁻²⁷.
  ///
  /// A number of up to 2⁵³ times or divided by an exact power of ten is one correctly rounded operation (W. D. Clinger,
  /// *How to read floating point numbers accurately*, 1990).
  @inline(__always)
  static func double(_ digits: UInt64, exponent: Int) -> Double? {
    if digits <= 1 << 53, exponent.magnitude < exactPowersOfTen.count {
      return exponent < 0
        ? Double(digits) / exactPowersOfTen[-exponent] : Double(digits) * exactPowersOfTen[exponent]
    }
    return exponent.magnitude < powersOfFive.count ? rounded(digits, exponent: exponent) : nil
  }

  /// The same for more digits, by exact arithmetic with whole numbers.
  ///
  /// 10ⁿ is 5ⁿ and a shift, and 5²⁷ is the last that 64 bits hold. Dividing by it, or multiplying, gives the leading 64 bits
  /// exactly, and whether anything is left; rounding to 53 of them, halves to even, is then what the standard asks for. No
  /// number that comes here is outside the range of normal ones.
  private static func rounded(_ digits: UInt64, exponent: Int) -> Double {
    guard digits > 0 else { return 0 }
    let power = powersOfFive[Int(exponent.magnitude)]
    // Both with their highest bit set, so that the leading bits of the result fill a word.
    var number = digits &<< UInt64(digits.leadingZeroBitCount)
    let factor = power &<< UInt64(power.leadingZeroBitCount)
    // What is looked for is leading · 2^scale, and something less than one unit of it where `isInexact`.
    var scale = exponent - digits.leadingZeroBitCount
    let leading: UInt64
    let isInexact: Bool
    if exponent < 0 {
      var below: UInt64 = 0
      scale += power.leadingZeroBitCount - 64
      if number >= factor {
        below = number << 63
        number >>= 1
        scale += 1
      }
      let (quotient, remainder) = factor.dividingFullWidth((number, below))
      (leading, isInexact) = (quotient, remainder != 0)
    } else {
      scale += 64 - power.leadingZeroBitCount
      var (high, low) = number.multipliedFullWidth(by: factor)
      if high >> 63 == 0 {
        high = high << 1 | low >> 63
        low <<= 1
        scale -= 1
      }
      (leading, isInexact) = (high, low != 0)
    }
    var kept = leading >> 11
    let rest = leading & 0x7FF
    let isUp = rest > 0x400 || rest == 0x400 && (isInexact || kept & 1 == 1)
    kept += isUp ? 1 : 0
    return Double(sign: .plus, exponent: scale + 11, significand: Double(kept))
  }

  /// The number times 10⁹, exact where that is whole, else rounded to the nearest with halves away from zero.
  ///
  /// Nil where it does not fit.
  var billionths: Int64? {
    let shift = exponent + 9
    var magnitude = digits
    if magnitude == 0 { return 0 }
    if shift >= 0 {
      guard shift < Self.wholePowersOfTen.count else { return nil }
      let (product, overflow) = magnitude.multipliedReportingOverflow(
        by: Self.wholePowersOfTen[shift]
      )
      guard !overflow else { return nil }
      magnitude = product
    } else if -shift < Self.wholePowersOfTen.count {
      let power = Self.wholePowersOfTen[-shift]
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: power)
      magnitude = remainder >= power - remainder ? quotient + 1 : quotient
    } else {
      magnitude = 0
    }
    guard let value = Int64(exactly: magnitude) else { return nil }
    return isNegative ? -value : value
  }

  /// 10⁰ to 10²², the powers of ten that a `Double` holds exactly.
  private static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// 5⁰ to 5²⁷, the powers of five that 64 bits hold.
  private static let powersOfFive: [UInt64] = (0..<28).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power &* 5 }
  }

  /// 10⁰ to 10¹⁹, the powers of ten that 64 bits hold.
  private static let wholePowersOfTen: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power &* 10 }
  }
}

/// The few characters that the file formats are made of.
enum Ascii {
  static let comma = UInt8(ascii: ",")
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let lowercaseE = UInt8(ascii: "e")

  /// The value of a decimal digit, or nil for any other byte.
  @inline(__always)
  static func digit(_ byte: UInt8) -> UInt8? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }
}
