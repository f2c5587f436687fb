import Testing

@testable import DetectorBench

@Suite("IntervalScore")
struct IntervalScoreTests {
  private func score(
    _ episodes: [ClosedRange<Double>],
    _ labels: [ClosedRange<Double>]
  ) -> IntervalScore {
    func intervals(_ ranges: [ClosedRange<Double>]) -> [IntervalScore.Interval] {
      ranges.map { .init(start: $0.lowerBound, end: $0.upperBound) }
    }
    var score = IntervalScore()
    score.add(episodes: intervals(episodes), labels: intervals(labels), tolerance: 2, hours: 0.1)
    return score
  }

  @Test("an episode's errors are its own less the label's")
  func errors() {
    let score = score([12...25], [10...20])
    #expect(
      score.matches == [
        .init(
          onsetError: 2,
          offsetError: 5,
          durationError: 3,
          overlap: 8.0 / 15,
          labelDuration: 10
        )
      ]
    )
    #expect(score.absoluteError(\.offsetError, 0.5) == 5)
    #expect(score.meanOverlap == 8.0 / 15)
    #expect(score.timeRecall == 0.8)
    #expect(score.timePrecision == 8.0 / 13)
  }

  @Test(
    "a duration is right within 2 s or a tenth of the label's",
    arguments: [
      (10...22.0, 10...20.0, 1.0), (10...22.01, 10...20, 0), (0...55, 0...50, 1),
      (0...55.01, 0...50, 0),
    ]
  )
  func rightDuration(episode: ClosedRange<Double>, label: ClosedRange<Double>, share: Double) {
    #expect(score([episode], [label]).rightDurationShare == share)
    #expect(score([], [label]).rightDurationShare == nil)
  }

  @Test(
    "an episode beside a label is its own up to the tolerance",
    arguments: [(22.0, 1), (22.01, 0)]
  )
  func tolerance(start: Double, found: Int) {
    let score = score([start...30], [10...20])
    #expect(score.counts.found == found)
    #expect(score.counts.falseAlarms == 1 - found)
    #expect(score.counts.missed == 1 - found)
  }

  @Test("a label in pieces is split and found once; the larger piece is its own")
  func split() {
    let score = score([10...12, 13...20], [10...20])
    #expect(
      (score.counts.found, score.counts.falseAlarms, score.split, score.merged) == (1, 1, 1, 0)
    )
    #expect(score.matches.first?.onsetError == 3)
    #expect(score.sharedSeconds == 9)
  }

  @Test("two labels in one episode are merged, and one of them is missed")
  func merged() {
    let score = score([10...40], [10...20, 30...40])
    #expect((score.counts.found, score.counts.missed, score.split, score.merged) == (1, 1, 0, 1))
    #expect(score.timeRecall == 1)
    #expect(score.timePrecision == 20.0 / 30)
  }

  @Test("time is counted once where labels or episodes overlap each other")
  func overlapping() {
    let score = score([0...10, 5...15], [0...20, 10...30])
    #expect(score.labelledSeconds == 30)
    #expect(score.detectedSeconds == 15)
    #expect(score.sharedSeconds == 15)
  }

  @Test("two scores add up")
  func sum() {
    var sum = score([12...25], [10...20])
    sum.add(score([], [1...2]))
    #expect(
      (sum.counts.recordings, sum.counts.labels, sum.counts.found, sum.counts.missed) == (
        2, 2, 1, 1
      )
    )
    #expect(sum.labelledSeconds == 11)
    #expect(IntervalScore().timeRecall == nil)
    #expect(IntervalScore().timePrecision == nil)
    #expect(IntervalScore().meanOverlap == nil)
    #expect(IntervalScore().absoluteError(\.onsetError, 0.5) == nil)
  }
}
