import Testing

@testable import DetectorBench

@Suite("ProgressLine")
struct ProgressLineTests {
  @Test("the line shows a bar, what is done and the time left")
  func text() {
    func text(_ done: Int, _ total: Int, _ seconds: Double?) -> String {
      ProgressLine.text(done: done, total: total, unit: "recordings", secondsLeft: seconds)
    }
    #expect(text(0, 8, nil) == "[........................] 0 of 8 recordings (0 %)")
    #expect(text(2, 8, 4.2) == "[######..................] 2 of 8 recordings (25 %), 5 s left")
    #expect(text(8, 8, 0) == "[########################] 8 of 8 recordings (100 %), 0 s left")
    #expect(text(1, 8, 119.5).hasSuffix(", 2 min left"))
    #expect(text(1, 8, 3600).hasSuffix(", 60 min left"))
  }
}
