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

  @Test("random decimals agree with strtod to the last bit", arguments: [UInt64(1), 2, 3])
  func randomDecimals(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let length = Int.random(in: 1...24, using: &random)
      var text = Bool.random(using: &random) ? "-" : ""
      let point = Int.random(in: 0...length, using: &random)
      for index in 0..<length {
        if index == point { text += "." }
        text += String(Int.random(in: 0...9, using: &random))
      }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -330...290, using: &random))" }
      let expected = strtod(text, nil)
      #expect(
        double(text)?.bitPattern == (expected.isFinite ? expected.bitPattern : nil),
        "\(text)"
      )
    }
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
