import DetectorBench
import Testing

@Suite("FileProblem")
struct FileProblemTests {
  @Test("a refusal reads file, line, column, what and what was expected")
  func description() {
    let problem = FileProblem(
      file: "a.csv",
      line: 3,
      column: 7,
      found: "'x'",
      expected: "a decimal number"
    )
    #expect(problem.description == "a.csv:3:7: 'x'; expected a decimal number")
  }
}
