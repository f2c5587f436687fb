/// The 64-bit cyclic redundancy check with the polynomial of ECMA-182, reflected, as the xz format uses it.
///
/// It finds every burst of damage up to 64 bits long for certain, and any other damage but for one case in 2⁶⁴.
enum CyclicRedundancyCheck {
  /// The checksum of a sequence of bytes.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var remainder = UInt64.max
    for byte in bytes {
      let index = Int(truncatingIfNeeded: (remainder ^ UInt64(byte)) & 0xFF)
      remainder = table[index] ^ (remainder >> 8)
    }
    return ~remainder
  }

  /// The remainder of each byte value, so that a byte costs one look-up.
  private static let table: [UInt64] = (0..<256).map { value in
    (0..<8).reduce(UInt64(value)) { remainder, _ in
      remainder & 1 == 1 ? (remainder >> 1) ^ reflectedPolynomial : remainder >> 1
    }
  }

  private static let reflectedPolynomial: UInt64 = 0xC96C_5795_D787_0F42
}
