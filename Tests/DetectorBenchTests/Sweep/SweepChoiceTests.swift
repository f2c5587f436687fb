import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("SweepChoice")
struct SweepChoiceTests {
  /// A score with so many labels found and false alarms, of 10 labels.
  private func score(_ found: Int, _ falseAlarms: Int) -> SweepScore {
    var detections = DetectionScore()
    let labels = (0..<10).map { index in
      Label(
        recording: "r",
        subject: .detector(.crash),
        kind: "k",
        start: Double(index) * 100,
        end: Double(index) * 100
      )
    }
    detections.add(
      detections: (0..<found).map { Double($0) * 100 + 1 }
        + (0..<falseAlarms).map { 5000 + Double($0) },
      labels: labels,
      tolerance: .crash,
      hours: 1
    )
    var score = SweepScore()
    score.add(.events(.detection(detections)))
    return score
  }

  private func plan() throws -> SweepPlan {
    try SweepPlan(axes: [SweepAxis("crash.minSpeed=1:7:1")], base: BenchConfiguration().engine)
  }

  @Test("the highest F1 is the best, and of a plateau its middle")
  func plateau() throws {
    let good = score(9, 0)
    let scores = [score(8, 0), good, good, good, good, good, score(9, 1)]
    #expect(SweepChoice.best(scores, plan: try plan()) == 3)
    #expect(SweepChoice.order(scores, plan: try plan()).prefix(5).sorted() == [1, 2, 3, 4, 5])
  }

  @Test("with the same F1, fewer false alarms are better")
  func falseAlarms() throws {
    let equal = [score(0, 3), score(0, 1)] + Array(repeating: SweepScore(), count: 5)
    #expect(SweepChoice.order(equal, plan: try plan()) == [1, 0])
  }

  @Test("where nothing was scored, nothing is the best")
  func nothing() throws {
    let scores = Array(repeating: SweepScore(), count: 7)
    #expect(SweepChoice.best(scores, plan: try plan()) == nil)
  }
}
