import DetectorEngine
import Testing

@Suite("WireTime")
struct WireTimeTests {
  @Test(
    "instants are written in UTC with milliseconds",
    arguments: [
      (0.0, "1970-01-01T00:00:00.000Z"),
      (1_796_105_104.321, "2026-12-01T06:05:04.321Z"),
      (1_709_164_800.0, "2024-02-29T00:00:00.000Z"),
      (-0.001, "1969-12-31T23:59:59.999Z"),
      (0.0004, "1970-01-01T00:00:00.000Z"),
      (0.0006, "1970-01-01T00:00:00.001Z"),
      (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
      (-11_676_096_000, "1600-01-01T00:00:00.000Z"),
    ]
  )
  func written(unixSeconds: Double, text: String) {
    #expect(WireTime.iso8601(unixSeconds: unixSeconds) == text)
  }

  @Test("every millisecond of a second keeps its digits")
  func everyMillisecond() {
    for millisecond in 0..<1000 {
      let text = WireTime.iso8601(unixSeconds: 1_796_105_104 + Double(millisecond) / 1000)
      let digits = String(millisecond + 1000).dropFirst()
      #expect(text == "2026-12-01T06:05:04.\(digits)Z")
    }
  }

  @Test(
    "a time that the format cannot write is refused",
    arguments: [Double.nan, .infinity, -.infinity, 253_402_300_800, -11_676_096_001]
  )
  func refused(unixSeconds: Double) {
    #expect(WireTime.iso8601(unixSeconds: unixSeconds) == nil)
  }
}
