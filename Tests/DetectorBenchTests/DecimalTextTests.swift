import Foundation
import Testing

@testable import DetectorBench

@Suite("DecimalText")
struct DecimalTextTests {
  private func double(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var index = 0
      guard let decimal = DecimalText(bytes, at: &index), index == bytes.count else { return nil }
      return decimal.double(bytes[...])
    }
  }

  private func billionths(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var index = 0
      return DecimalText(bytes, at: &index)?.billionths
    }
  }

  @Test(
    "known hard cases agree with strtod to the last bit",
    arguments: [
      "0", "-0", "1", "0.1", "0.3", "-9.80665", "1e22", "1e23", "9007199254740992",
      "9007199254740993", "9007199254740993.0000000000001", "2.2250738585072011e-308",
      "2.2250738585072014e-308", "4.9406564584124654e-324", "2e-324", "1.7976931348623157e308",
      "1.00000000000000011102230246251565404236316680908203125",
      "1.00000000000000011102230246251565404236316680908203124", "123456789012345678901234567890",
      "0.000000000000000000000000000000123456789012345678901234567890", "1e-400", "6.02214076E+23",
      "00000000000000000000000000001.5", "8.5e-22", ".5", "5.",
    ]
  )
  func hardCases(_ text: String) {
    #expect(double(text)?.bitPattern == strtod(text, nil).bitPattern)
  }

  @Test(
    "what strtod makes infinite is refused",
    arguments: ["179769313486231580793e289", "-1e309"]
  )
  func overflow(_ text: String) {
    #expect(strtod(text, nil).isInfinite)
    #expect(double(text) == nil)
  }

  /// A million decimals over all seeds, or where every one of them is checked slowly, without optimisation, a twentieth.
  #if DEBUG
  private static let decimalsPerSeed = 10_000
  #else
  private static let decimalsPerSeed = 200_000
  #endif

  @Test(
    "random decimals of every kind agree with strtod to the last bit",
    arguments: [UInt64(1), 2, 3, 4, 5]
  )
  func randomDecimals(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var disagreeing: [String] = []
    for _ in 0..<Self.decimalsPerSeed {
      let text = randomDecimal(&random)
      let expected = text.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { strtod($0, nil) } ?? .nan }
      }
      let found = text.dropLast().withUnsafeBufferPointer { bytes in
        var index = 0
        return DecimalText(bytes, at: &index).flatMap { decimal in
          index == bytes.count ? decimal.double(bytes[...]) : nil
        }
      }
      if found?.bitPattern != (expected.isFinite ? expected.bitPattern : nil) {
        disagreeing.append(String(decoding: text.dropLast(), as: UTF8.self))
      }
    }
    #expect(disagreeing.isEmpty, "\(disagreeing.prefix(10))")
  }

  /// A decimal of a random kind, as bytes that end in a NUL.
  private func randomDecimal(_ random: inout SplitMix64) -> [UInt8] {
    var digits: [UInt8]
    var exponent = 0
    switch UInt8.random(in: 0..<6, using: &random) {
    case 0:
      // What sensors write: a few digits.
      digits = ascii(UInt64.random(in: 0..<10_000_000, using: &random))
      exponent = -Int.random(in: 0...6, using: &random)
    case 1:
      // As many digits as there may be without a second look, and any power of ten that needs none.
      digits = ascii(random.next() >> UInt64.random(in: 0..<12, using: &random))
      exponent = Int.random(in: -29...29, using: &random)
    case 2:
      // Exactly half way between two neighbours, or one unit of the last place beside it.
      let odd = UInt64.random(in: 1 << 53...(1 << 54) - 1, using: &random) | 1
      let fives = Int.random(in: 0...4, using: &random)
      let shift = fives == 0 ? UInt64.random(in: 0...9, using: &random) : 0
      let power = [1, 5, 25, 125, 625][fives] as UInt64
      digits = ascii((odd << shift) * power + UInt64.random(in: 0...2, using: &random) - 1)
      exponent = -fives
      if Bool.random(using: &random) {
        let zeros = Int.random(in: 0...30, using: &random)
        digits += Array(repeating: UInt8(ascii: "0"), count: zeros) + [UInt8(ascii: "1")]
        exponent -= zeros + 1
      }
    case 3:
      // The ends of the range, normal and not.
      digits = ascii(random.next() >> UInt64.random(in: 0..<63, using: &random))
      exponent =
        Bool.random(using: &random)
        ? Int.random(in: -345 ... -300, using: &random) : Int.random(in: 285...312, using: &random)
    case 4:
      // More digits than any number can hold.
      digits = (0..<Int.random(in: 20...800, using: &random)).map { _ in
        UInt8.random(in: 0x30...0x39, using: &random)
      }
      exponent = Int.random(in: -820...20, using: &random)
    default:
      // The shortest text of a number of any size.
      let value = Double(bitPattern: random.next())
      return Array((value.isFinite ? value : 1).description.utf8) + [0]
    }
    return written(digits, exponent: exponent, &random)
  }

  private func ascii(_ number: UInt64) -> [UInt8] { Array(String(number).utf8) }

  /// Writes digits times a power of ten with the point in a random place, a sign and zeros in front now and then.
  private func written(
    _ digits: [UInt8],
    exponent: Int,
    _ random: inout SplitMix64
  ) -> [UInt8] {
    var text = Array((Bool.random(using: &random) ? "-" : "").utf8)
    text += Array(repeating: UInt8(ascii: "0"), count: random.next() % 8 == 0 ? 3 : 0)
    let point = Int.random(in: 0...digits.count, using: &random)
    text += digits[..<point]
    if point < digits.count { text += [UInt8(ascii: ".")] + digits[point...] }
    let power = exponent + digits.count - point
    if power != 0 || Bool.random(using: &random) { text += Array("e\(power)".utf8) }
    return text + [0]
  }

  @Test(
    "times are whole billionths, halves away from zero",
    arguments: [
      ("0", Int64(0)), ("1", 1_000_000_000), ("0.000000001", 1), ("-0.000000001", -1),
      ("0.0000000005", 1), ("0.00000000049999", 0), ("-0.0000000005", -1),
      ("1700000000.123456789", 1_700_000_000_123_456_789), ("0.1", 100_000_000),
      ("1.000000000000000000e-01", 100_000_000), ("12.3456789e2", 1_234_567_890_000),
      ("9223372036.854775807", .max), ("1e-30", 0), ("0e99", 0),
      ("123456789.0000000000000000000", 123_456_789_000_000_000),
    ]
  )
  func billionths(_ text: String, _ expected: Int64) {
    #expect(billionths(text) == expected)
  }

  @Test(
    "times that 64 bits can't hold are refused",
    arguments: ["9223372036.854775808", "1e10", "1e300", "99999999999999999999999"]
  )
  func outOfRange(_ text: String) {
    #expect(billionths(text) == nil)
  }

  @Test(
    "what is no number is not read",
    arguments: [
      "", "-", "+", ".", "-.", "e5", "1e", "1e+", "nan", "inf", "0x10", "1_000", "--1", "1,5",
    ]
  )
  func refusals(_ text: String) {
    #expect(double(text) == nil)
  }
}
