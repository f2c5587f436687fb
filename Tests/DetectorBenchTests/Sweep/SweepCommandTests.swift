import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

@Suite("SweepCommand")
struct SweepCommandTests {
  @Test(
    "what can't be understood ends with 64",
    arguments: [
      [], ["--out", "a"], ["--set", "crash.minSpeed=1"],
      ["--set", "crash.minSpeed=1", "--set", "crashDetection.minSpeed=2", "--out", "a"],
      ["--set", "crash.minSped=1", "--out", "a"],
      ["--set", "crash.minSpeed=1", "--set", "distraction.minSpeed=1", "--out", "a"],
      ["--set", "motion.stationaryRadius=100", "--out", "a"],
      ["--set", "crash.minSpeed=1", "--out", "a", "--seed", "3"],
      ["--set", "crash.minSpeed=1", "--out", "a", "--random", "0"],
      ["--set", "crash.minSpeed=1", "--out", "a", "--jobs", "0"],
      ["--set", "crash.minSpeed=1", "--out", "a", "--confirm", "2"],
      ["--set", "crash.minSpeed=1", "--out", "a", "--confirm", "bets"],
      ["--set", "crash.minSpeed=1", "--out", "a", "--detector", "motion"],
    ]
  )
  func usage(_ arguments: [String]) async {
    #expect(await BenchCommand.run(["sweep"] + arguments) == 64)
  }

  /// Runs a sweep of six configurations over a small set, one of them refused, and gives its arguments.
  private func arguments(_ folder: TemporaryFolder, _ out: String) -> [String] {
    [
      "sweep", "--datasets", folder.path + "/set", "--split", "all", "--out",
      folder.path + "/" + out,
      "--set", "crash.impactThreshold=0.5,2.5,9", "--set", "crash.durationThreshold=0.5,2",
      "--confirm", "best",
    ]
  }

  private func rows(_ text: String) throws -> [[String: String]] {
    let table = try Table(
      text: Array(text.utf8),
      file: "sweep.csv",
      schema: .init(required: ["configuration"], allowsOthers: true)
    )
    return table.rows.map { row in
      Dictionary(uniqueKeysWithValues: zip(table.columns, row.cells.map(\.text)))
    }
  }

  @Test("a sweep writes a row a configuration, which says why it was refused, and nothing else")
  func files() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    #expect(await BenchCommand.run(arguments(folder, "out")) == 0)
    let rows = try rows(folder.read("out/sweep.csv"))
    #expect(rows.map { $0["configuration"] } == ["1", "2", "3", "4", "5", "6"])
    #expect(rows[1]["error"]?.contains("impactThreshold") == true)
    #expect(rows[1]["found"] == "")
    #expect(rows[5]["crash.impactThreshold"] == "9")
    #expect(rows.dropFirst(2).allSatisfy { $0["recordings"] == "3" && $0["error"] == "" })
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted()
    #expect(names == ["confirm.csv", "sweep.csv"])
    let confirmed = try self.rows(folder.read("out/confirm.csv"))
    #expect(confirmed.map { $0["split"] } == ["train", "train", "test", "test"])
    #expect(confirmed.map { $0["configuration"] == "base" } == [true, false, true, false])
    #expect(confirmed[0]["crash.impactThreshold"] == "4")
  }

  @Test("a sweep that was killed goes on where it was and ends with the same file")
  func resumption() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    #expect(await BenchCommand.run(arguments(folder, "whole")) == 0)
    let plan = try SweepPlan(
      axes: [
        SweepAxis("crash.impactThreshold=0.5,2.5,9"), SweepAxis("crash.durationThreshold=0.5,2"),
      ],
      base: BenchConfiguration().engine
    )
    let sweep = try Sweep(
      plan.points.indices.map(plan.configuration),
      of: .crash,
      datasets: try Dataset.all(in: folder.path + "/set"),
      splits: Set(DatasetSplit.allCases)
    )
    try FileManager.default.createDirectory(
      atPath: folder.path + "/torn",
      withIntermediateDirectories: true
    )
    let opened = try SweepJournal.open(
      folder: folder.path + "/torn",
      fingerprint: sweep.fingerprint(plan),
      jobs: 3,
      configurations: 6
    )
    _ = try await sweep.scores(width: 1, journal: opened.journal)
    // As a kill leaves it: the second recording is there whole, the third one's line is torn.
    let path = folder.path + "/torn/" + SweepJournal.fileName
    let lines = try folder.read("torn/progress.jsonl").split(separator: "\n")
    #expect(lines.count == 4)
    try Data((lines[0...2].joined(separator: "\n") + "\n" + lines[3].prefix(20)).utf8)
      .write(to: URL(fileURLWithPath: path))
    let again = try SweepJournal.open(
      folder: folder.path + "/torn",
      fingerprint: sweep.fingerprint(plan),
      jobs: 3,
      configurations: 6
    )
    #expect(again.done.keys.sorted() == [0, 1])
    #expect(await BenchCommand.run(arguments(folder, "torn")) == 0)
    #expect(try folder.read("torn/sweep.csv") == folder.read("whole/sweep.csv"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("the progress of another sweep is refused")
  func otherSweep() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    try folder.write("{\"fingerprint\":\"1\"}\n", "out/progress.jsonl")
    #expect(await BenchCommand.run(arguments(folder, "out")) == 65)
    #expect(try folder.read("out/progress.jsonl") == "{\"fingerprint\":\"1\"}\n")
  }
}
