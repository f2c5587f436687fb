import Foundation
import Testing

@testable import DetectorBench

@Suite("LabelRules")
struct LabelRulesTests {
  private func label(_ start: Double, _ end: Double, _ subject: LabelSubject) -> Label {
    Label(recording: "a", subject: subject, kind: "k", start: start, end: end)
  }

  @Test("collisions are those of all pairs", arguments: 0..<20)
  func collisions(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let subjects: [LabelSubject] = [.detector(.crash), .detector(.distraction), .context]
    let labels = (0..<30).map { _ in
      let start = Double(random.next() % 100)
      return label(start, start + Double(random.next() % 8), subjects[Int(random.next() % 3)])
    }
    // The oracle looks at every pair: how many labels collide with one that begins before them.
    let order = labels.indices.sorted { (labels[$0].start, $0) < (labels[$1].start, $1) }
    let colliding = order.indices.filter { place in
      order[..<place].contains { LabelRules.collide(labels[$0], labels[order[place]]) }
    }
    let found = LabelRules.collisions(in: labels)
    #expect(found.count == colliding.count)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { LabelRules.collide(labels[$0.later], labels[$0.earlier]) })
    #expect(found.allSatisfy { $0.earlier < $0.later })
  }

  @Test("the kinds of all shipped labels are known, and validation warns of others")
  func kinds() throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    try folder.write(
      "recording,detector,kind,start,end\nhit,crash,frontl,5,5.1\nhit,crash,side,5.05,6\n",
      "set/labels.csv"
    )
    let report = DatasetValidation.check(folder: .recordings(folder.path + "/set"))
    #expect(report.problems.map { "\($0)" }.count == 1)
    #expect(
      report.problems.contains {
        "\($0)".contains(
          "labels.csv:3:1: crash:side:5.05:6 of hit overlaps crash:frontl:5:5.1 in line 2"
        )
      }
    )
    #expect(report.warnings.map(\.line) == [2])
    #expect(report.warnings.first?.expected.hasPrefix("'frontal', or one of") == true)
    #expect(ValidateCommand.verdict(problems: 1, warnings: 2) == "1 problem, 2 warnings")

    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    for dataset in try Dataset.all(in: root.path + "/datasets") {
      let unknown = dataset.labels.values.joined()
        .filter { !LabelKinds.isKnown($0.kind, for: $0.subject) }
      #expect(Set(unknown.map(\.kind)) == [], "\(dataset.name)")
    }
  }
}
