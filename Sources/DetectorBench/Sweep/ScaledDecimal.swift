/// A decimal number as it was typed: a whole number of tenths, hundredths and so on.
///
/// Steps are added up in whole numbers, so that the third step of 0.1 is 0.3 and not 0.30000000000000004.
struct ScaledDecimal: Hashable {
  private let digits: Int64
  private let decimals: Int

  /// Reads up to 15 digits with a sign and a point; anything else is nil.
  init?(_ text: String) {
    var body = Substring(text)
    let isNegative = body.hasPrefix("-")
    if isNegative || body.hasPrefix("+") { body.removeFirst() }
    let parts = body.split(separator: ".", omittingEmptySubsequences: false)
    let joined = parts.joined()
    guard (1...2).contains(parts.count), (1...15).contains(joined.utf8.count),
      joined.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let digits = Int64(joined)
    else { return nil }
    self.digits = isNegative ? -digits : digits
    decimals = parts.count == 2 ? parts[1].utf8.count : 0
  }

  /// The nearest binary number: a quotient of two whole numbers that are exact.
  var value: Double { Double(digits) / Self.power(decimals) }

  /// The values from a first one up to a last one, or nil where that makes no list or one that is too long.
  static func range(
    from first: ScaledDecimal,
    through last: ScaledDecimal,
    by step: ScaledDecimal,
    maximumCount: Int
  ) -> [Double]? {
    let decimals = max(first.decimals, last.decimals, step.decimals)
    guard let start = first.digits(at: decimals), let end = last.digits(at: decimals),
      let stride = step.digits(at: decimals), stride > 0, end >= start,
      (end - start) / stride < Int64(maximumCount)
    else { return nil }
    return Swift.stride(from: start, through: end, by: Int64.Stride(stride))
      .map { Double($0) / power(decimals) }
  }

  /// The whole number that it is with more decimals, or nil where that is too large to be exact.
  private func digits(at decimals: Int) -> Int64? {
    var result = digits
    for _ in self.decimals..<decimals {
      guard abs(result) < 1_000_000_000_000_000 else { return nil }
      result *= 10
    }
    return result
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1.0) { product, _ in product * 10 }
  }
}
