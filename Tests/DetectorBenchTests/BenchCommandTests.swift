import Foundation
import Testing

@testable import DetectorBench

@Suite("BenchCommand")
struct BenchCommandTests {
  @Test(
    "help is a success, everywhere",
    arguments: [
      ["--help"], ["help"], ["run", "--help"], ["replay", "--help"], ["validate", "-h"],
    ]
  )
  func help(_ arguments: [String]) async {
    #expect(await BenchCommand.run(arguments) == 0)
  }

  @Test(
    "what can't be understood ends with 64",
    arguments: [
      [], ["rnu"], ["run", "--nonsense"], ["run", "stray"], ["run", "--split", "dev"],
      ["run", "--detector", "crsh"], ["replay"], ["replay", "a", "b"],
      ["replay", "a", "--rule", "none"], ["replay", "a", "--assume-speed", "fast"],
      ["replay", "a", "--braked"], ["validate"], ["validate", "a", "b"],
      ["generate"], ["generate", "--out", "a", "--seed", "-1"],
      ["generate", "--out", "a", "--multiple", "0"],
      ["generate", "--out", "a", "--catalogue", "b"],
    ]
  )
  func usage(_ arguments: [String]) async {
    #expect(await BenchCommand.run(arguments) == 64)
  }

  @Test(
    "what is not there ends with 74",
    arguments: [
      ["run", "--datasets", "/nowhere"], ["replay", "/nowhere/a.csv"], ["validate", "/nowhere"],
      ["run", "--config", "/nowhere/c.json"],
    ]
  )
  func missing(_ arguments: [String]) async {
    #expect(await BenchCommand.run(arguments) == 74)
  }

  @Test("bad data ends with 65")
  func badData() async throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write("t,speed\n0,fast\n", "a.csv")
    #expect(await BenchCommand.run(["replay", recording]) == 65)
    let configuration = try folder.write("{\"nonsense\": 1}", "c.json")
    #expect(await BenchCommand.run(["run", "--config", configuration]) == 65)
    try folder.write("recording\n", "set/recordings.csv")
    #expect(await BenchCommand.run(["validate", folder.path]) == 65)
    #expect(await BenchCommand.run(["run", "--datasets", folder.path]) == 65)
  }

  @Test("a folder that can't be written ends with 74")
  func unwritable() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let file = try folder.write("", "occupied")
    #expect(
      await BenchCommand.run(["run", "--datasets", folder.path, "--out", file + "/out"]) == 74
    )
  }

  @Test("a run leaves its three files, the same ones every time")
  func files() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    for out in ["one", "two"] {
      #expect(
        await BenchCommand.run(
          ["run", "--datasets", folder.path + "/set", "--out", "\(folder.path)/\(out)"]
        ) == 0
      )
    }
    for (name, header) in [
      ("events.csv", EventFiles.eventsHeader), ("decisions.csv", EventFiles.decisionsHeader),
      ("scores.csv", ScoreFile.header),
    ] {
      let text = try folder.read("one/" + name)
      #expect(text.hasPrefix(header))
      #expect(text == (try folder.read("two/" + name)))
      let table = try Table(
        text: Array(text.utf8),
        file: name,
        schema: Table.Schema(required: ["dataset"], allowsOthers: true)
      )
      #expect(!table.rows.isEmpty)
    }
  }

  private static let long = "t,ax,ay,az\n0,0,0,9.8\n12.3,0,0,9.8\n"

  @Test("validation finds what does not fit together")
  func validation() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let set = folder.path + "/set"
    #expect(DatasetValidation.check(folder: .recordings(set)).problems.isEmpty)
    #expect(await BenchCommand.run(["validate", set]) == 0)

    try folder.write("t,ax,ay,az\n-8,0,0,9.8\n-6,0,0,9.8\n", "set/recordings/hit.csv")
    try folder.write(Self.long, "set/recordings/knock.csv")
    let report = DatasetValidation.check(folder: .recordings(set))
    let texts = report.problems.map { "\($0)" }
    #expect(texts.count == 2)
    #expect(texts.contains { $0.contains("knock is said to last 12 s") })
    #expect(texts.contains { $0.contains("labels.csv") })
    #expect(await BenchCommand.run(["validate", set]) == 65)
    try FileManager.default.removeItem(atPath: set + "/recordings/hit.csv")
    #expect(await BenchCommand.run(["validate", set]) == 74)
  }
}
