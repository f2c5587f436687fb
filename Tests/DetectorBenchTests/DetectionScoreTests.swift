import Testing

@testable import DetectorBench

@Suite("DetectionScore")
struct DetectionScoreTests {
  private static let tolerance = MatchingTolerance(beforeStart: 1, afterEnd: 10)

  private func label(_ start: Double, _ end: Double) -> Label {
    Label(recording: "a", subject: .detector(.crash), kind: "frontal", start: start, end: end)
  }

  private func score(_ detections: [Double], _ labels: [Label]) -> DetectionScore {
    var score = DetectionScore()
    score.add(detections: detections, labels: labels, tolerance: Self.tolerance, hours: 0.5)
    return score
  }

  @Test(
    "a detection is the label's up to both ends of the tolerance",
    arguments: [(8.99, 0), (9.0, 1), (10.1, 1), (20.2, 1), (20.21, 0)]
  )
  func tolerance(instant: Double, found: Int) {
    let score = score([instant], [label(10, 10.2)])
    #expect(score.counts.found == found)
    #expect(score.counts.falseAlarms == 1 - found)
    #expect(score.counts.missed == 1 - found)
  }

  @Test("one detection is at most one label's, and one label at most one detection's")
  func oneToOne() {
    let twice = score([11, 12, 13], [label(10, 10.2)])
    #expect((twice.counts.found, twice.counts.falseAlarms, twice.counts.missed) == (1, 2, 0))
    #expect(twice.delays == [1])
    let once = score([15], [label(10, 10.2), label(14, 14.2)])
    #expect((once.counts.found, once.counts.falseAlarms, once.counts.missed) == (1, 0, 1))
    #expect(once.delays == [1])
  }

  @Test("where a near choice would lose a match, the farther one is taken")
  func optimal() {
    // The second detection fits only the second label, to which the first one is nearer.
    let score = score([14.0, 24.1], [label(5, 5.2), label(14, 14.2)])
    #expect(score.counts.found == 2)
    #expect(score.delays == [9, 24.1 - 14])
  }

  @Test("the shares follow from the counts, and are absent where there is nothing to share")
  func shares() throws {
    var score = score([11, 30], [label(10, 10.2), label(50, 50.2)])
    score.add(self.score([12], [label(10, 10.2)]))
    #expect(score.counts.recordings == 2)
    #expect(score.counts.hours == 1)
    #expect(score.counts.recall == 2.0 / 3)
    #expect(score.counts.precision == 2.0 / 3)
    #expect(score.counts.f1 == 2.0 / 3)
    #expect(score.counts.falseAlarmsPerHour == 1)
    let bound = try #require(score.counts.falseAlarmsPerHourBound)
    #expect(abs(bound - 4.743865) < 1e-6)
    #expect(score.delay(0.5) == 1.5)
    #expect(score.counts.recallInterval?.contains(2.0 / 3) == true)
    #expect(score.counts.precisionInterval?.contains(2.0 / 3) == true)

    let empty = DetectionScore()
    #expect(empty.counts.recall == nil)
    #expect(empty.counts.precision == nil)
    #expect(empty.counts.f1 == nil)
    #expect(empty.counts.falseAlarmsPerHour == nil)
    #expect(empty.counts.falseAlarmsPerHourBound == nil)
    #expect(empty.counts.recallInterval == nil)
    #expect(empty.delay(0.5) == nil)
  }

  @Test(
    "percentiles interpolate as numpy does",
    arguments: [(0.0, 1.0), (0.5, 2.5), (0.95, 3.85), (1.0, 4.0), (0.25, 1.75)]
  )
  func percentiles(fraction: Double, expected: Double) throws {
    let value = try #require(Percentile.value(fraction, of: [4, 1, 3, 2]))
    #expect(abs(value - expected) < 1e-12)
  }
}
