import Testing

@testable import DetectorBench

@Suite("ScaledDecimal")
struct ScaledDecimalTests {
  @Test(
    "a decimal is the nearest binary number",
    arguments: [
      ("0", 0.0), ("-0.5", -0.5), ("11.11", 11.11), ("+3", 3), ("0.30", 0.3), (".5", 0.5),
      ("123456789012345", 123_456_789_012_345),
    ]
  )
  func value(_ text: String, _ value: Double) {
    #expect(ScaledDecimal(text)?.value == value)
  }

  @Test(
    "what is no plain decimal is none",
    arguments: ["", "-", ".", "1e3", "0x1", "1.2.3", " 1", "1234567890123456", "nan", "--1"]
  )
  func refused(_ text: String) {
    #expect(ScaledDecimal(text) == nil)
  }

  private func range(
    _ first: String,
    _ last: String,
    _ step: String,
    _ limit: Int = 100
  ) throws
    -> [Double]?
  {
    ScaledDecimal.range(
      from: try #require(ScaledDecimal(first)),
      through: try #require(ScaledDecimal(last)),
      by: try #require(ScaledDecimal(step)),
      maximumCount: limit
    )
  }

  @Test("steps are exact and the last value is included where a step hits it")
  func steps() throws {
    #expect(try range("0", "0.3", "0.1") == [0, 0.1, 0.2, 0.3])
    #expect(try range("2", "3", "0.4") == [2, 2.4, 2.8])
    #expect(try range("-1", "-1", "5") == [-1])
    #expect(try range("-0.5", "0.5", "0.50") == [-0.5, 0, 0.5])
    #expect(try range("2", "8", "0.25")?.count == 25)
  }

  @Test("a range that is none, or too long, is none")
  func noRange() throws {
    #expect(try range("2", "1", "1") == nil)
    #expect(try range("1", "2", "0") == nil)
    #expect(try range("1", "2", "-1") == nil)
    #expect(try range("0", "99", "1")?.count == 100)
    #expect(try range("0", "100", "1") == nil)
    #expect(try range("0", "999999999999999", "0.00000000000001") == nil)
  }
}
