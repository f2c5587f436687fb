import Foundation
import Testing

@testable import DetectorBench

@Suite("CompareCommand")
struct CompareCommandTests {
  private static let header =
    "dataset,recording,origin,speed,split,detector,rule,hours,labels,found,false_alarms,delay_median_s,mean_overlap\n"

  /// A file of a run with a row for each recording: found of one label, false alarms, delay.
  private func scores(
    _ rows: [(found: Int, falseAlarms: Int, delay: String)],
    rule: String = "ours",
    labels: Int = 1
  ) -> String {
    Self.header
      + rows.enumerated().map { index, row in
        "set,r\(index),recorded,measured,test,crash,\(rule),0.5,\(labels),\(row.found),"
          + "\(row.falseAlarms),\(row.delay),\n"
      }.joined()
  }

  private func comparison(_ a: String, _ b: String) throws -> RunComparison {
    let folder = try TemporaryFolder()
    return try RunComparison(
      RecordingScore.read(folder.write(a, "a.csv")),
      RecordingScore.read(folder.write(b, "b.csv")),
      rule: .ours,
      files: ("a.csv", "b.csv")
    )
  }

  @Test(
    "what can't be understood ends with 64, what is not there with 74",
    arguments: [
      (["compare"], 64), (["compare", "a"], 64), (["compare", "a", "b", "c"], 64),
      (["compare", "a", "b", "--rule", "none"], 64), (["compare", "/nowhere", "/nowhere"], 74),
    ] as [([String], Int32)]
  )
  func usage(_ arguments: [String], _ status: Int32) async {
    #expect(await BenchCommand.run(arguments) == status)
  }

  @Test("what changed is told recording by recording")
  func changes() throws {
    let comparison = try comparison(
      scores([(1, 0, "2"), (1, 0, "2"), (0, 1, ""), (1, 0, "3")]),
      scores([(1, 0, "2"), (0, 2, ""), (1, 0, "4"), (1, 0, "2.5")])
    )
    #expect(
      comparison.pairs.map(\.changes) == [
        [], ["found → missed", "2 new false alarms"], ["missed → found", "a false alarm gone"],
        ["delay 3.00 → 2.50 s"],
      ]
    )
    let text = ComparisonTable.changesText(comparison)
    #expect(text.split(separator: "\n").count == 4)
    #expect(text.contains("set,r1,measured,test,crash,ours,1,1,0,0,2,2,,,\n"))
  }

  @Test("an interval holds the difference, and is a point where both runs agree")
  func bootstrap() throws {
    let same = scores((0..<20).map { ($0 % 3 == 0 ? 0 : 1, $0 % 5 == 0 ? 1 : 0, "2") })
    let equal = try PairedBootstrap.intervals(
      comparison(same, same).pairs,
      figures: ComparedFigure.allCases,
      seed: 1
    )
    #expect(equal[.recall] == 0...0)
    #expect(equal[.falseAlarmsPerHour] == 0...0)
    // B finds 10 of 20 labels more, a coin's throw for each: a normal interval of the mean is 0.5 ± 0.22.
    let none = scores(Array(repeating: (0, 0, ""), count: 20))
    let half = scores((0..<20).map { ($0 % 2, 0, "") })
    let intervals = try PairedBootstrap.intervals(
      comparison(none, half).pairs,
      figures: [.recall],
      seed: 1
    )
    let interval = try #require(intervals[.recall])
    #expect(abs(interval.lowerBound - 0.28) < 0.05)
    #expect(abs(interval.upperBound - 0.72) < 0.05)
  }

  @Test("runs over other data are refused by name")
  func otherData() throws {
    let three = scores([(1, 0, ""), (1, 0, ""), (1, 0, "")])
    let two = scores([(1, 0, ""), (1, 0, "")])
    for (a, b) in [(three, two), (two, three)] {
      let problem = #expect(throws: FileProblem.self) { try comparison(a, b) }
      #expect(problem?.found == "nothing about set/r2, crash")
    }
    let labels = #expect(throws: FileProblem.self) {
      try comparison(two, scores([(1, 0, ""), (1, 0, "")], labels: 2))
    }
    #expect(labels?.found.contains("with 2 labels") == true)
  }

  @Test("two runs of the bench are compared by their folders")
  func runs() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let set = folder.path + "/set"
    #expect(await BenchCommand.run(["run", "--datasets", set, "--out", folder.path + "/a"]) == 0)
    let configuration = try folder.write("{\"crashDetection\": {\"minSpeed\": 30}}", "c.json")
    #expect(
      await BenchCommand.run(
        ["run", "--datasets", set, "--config", configuration, "--out", folder.path + "/b"]
      ) == 0
    )
    #expect(await BenchCommand.run(["compare", folder.path + "/a", folder.path + "/b"]) == 0)
    #expect(
      await BenchCommand.run(
        ["compare", folder.path + "/a/scores.csv", folder.path + "/b/scores.csv"]
      ) == 0
    )
    let rows = try RecordingScore.read(folder.path + "/a")
    // Three recordings are labelled for crashes, each replayed with the speed kept and braked, by three rules.
    #expect(rows.count { $0.key.detector == "crash" } == 18)
    try FileManager.default.removeItem(atPath: folder.path + "/b/recording-scores.csv")
    #expect(
      await BenchCommand.run(
        ["compare", folder.path + "/a/scores.csv", folder.path + "/b/scores.csv"]
      ) == 74
    )
  }
}
