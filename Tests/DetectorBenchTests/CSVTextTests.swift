import Testing

@testable import DetectorBench

@Suite("CSVText")
struct CSVTextTests {
  @Test(
    "numbers read back to the same bits",
    arguments: [
      0.1, 1.0 / 3, -9.80665, 1e300, Double.leastNonzeroMagnitude, 123_456_789.123, 1e15, -2.5,
    ]
  )
  func numbers(_ value: Double) {
    #expect(Double(CSVText.number(value)) == value)
  }

  @Test("whole numbers are short and what is not finite is empty")
  func wholeNumbers() {
    #expect(CSVText.number(15) == "15")
    #expect(CSVText.number(-0.0) == "0")
    #expect(CSVText.number(.nan) == "")
    #expect(CSVText.number(.infinity) == "")
  }

  @Test(
    "decimals are rounded and padded",
    arguments: [
      (1.005, 1, "1.0"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (0.05, 2, "0.05"),
      (12, 0, "12"), (99.95, 1, "100.0"), (1e300, 1, "1e+300"),
    ]
  )
  func decimals(_ value: Double, _ count: Int, _ expected: String) {
    #expect(CSVText.fixed(value, count) == expected)
  }

  @Test(
    "seconds are exact to the nanosecond",
    arguments: [
      (Int64(0), "0.000000"), (1_500_000_000, "1.500000"), (-1, "-0.000000001"),
      (1_234_567_890, "1.234567890"), (1_000, "0.000001"), (.max, "9223372036.854775807"),
      (.min, "-9223372036.854775808"),
    ]
  )
  func seconds(_ nanoseconds: Int64, _ expected: String) {
    #expect(CSVText.seconds(nanoseconds: nanoseconds) == expected)
  }

  @Test("a cell is quoted where it must be, and a table reads it back")
  func cells() throws {
    let cells = ["plain", "a,b", "say \"x\"", "two\nlines", "", "ä"]
    let text = CSVText.row(["a", "b", "c", "d", "e", "f"]) + CSVText.row(cells)
    let table = try Table(
      text: Array(text.utf8),
      file: "t.csv",
      schema: Table.Schema(required: ["a"], allowsOthers: true)
    )
    #expect(table.rows.map { $0.cells.map(\.text) } == [cells])
  }
}
