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
    #expect(texts.contains { $0.contains("/labels.csv:2:1: ") })
    #expect(texts.contains { $0.contains("/recordings.csv:3:1: ") })
    #expect(await BenchCommand.run(["validate", set]) == 65)
    try FileManager.default.removeItem(atPath: set + "/recordings/hit.csv")
    #expect(await BenchCommand.run(["validate", set]) == 74)
  }

  @Test("validation reads the truth and the uncalibrated field beside a recording")
  func companions() throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let set = folder.path + "/set"
    func problems() -> [String] {
      DatasetValidation.check(folder: .recordings(set)).problems.map { "\($0)" }
    }
    try folder.write("t,heading_deg\n1,2\n", "set/recordings/other.truth.csv")
    try folder.write("t,mx,my,mz\n0,1,2,3\n", "set/recordings/other.magraw.csv")
    #expect(problems().isEmpty)
    try folder.write("t,heading_deg\n", "set/recordings/other.truth.csv")
    try folder.write("t,mx,my,mz\n0,1,2,x\n", "set/recordings/other.magraw.csv")
    // Not labelled for heading: a table over time is enough.
    try folder.write("t,state\n0,1\n", "set/recordings/hit.truth.csv")
    let found = problems()
    #expect(found.count == 2)
    #expect(found.contains { $0.contains("other.truth.csv:2:1: nothing after the header") })
    #expect(found.contains { $0.contains("other.magraw.csv:2:") })
    try folder.write("", "set/recordings/hit.truth.csv")
    #expect(problems().contains { $0.contains("hit.truth.csv:0:0: an empty file") })
  }

  @Test("a pulse with nothing after its header ends with 65")
  func emptyPulse() async throws {
    let folder = try TemporaryFolder()
    try folder.write("pulse,pre_impact_speed_mps\na-1,15\n", "pulses.csv")
    try folder.write("t,ax,ay,az\n", "pulses/a-1.csv")
    let problem = #expect(throws: FileProblem.self) {
      try MeasuredPulse(path: folder.path + "/pulses/a-1.csv")
    }
    #expect((problem?.line, problem?.column) == (2, 1))
    #expect(await BenchCommand.run(["validate", folder.path]) == 65)
    #expect(await BenchCommand.run(["run", "--datasets", folder.path]) == 65)
  }

  @Test("heading.csv is opened before anything is scored")
  func unwritableHeadings() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    // Scoring would end with 65.
    try folder.write("t,speed\n0,fast\n", "set/recordings/hit.csv")
    try folder.write("", "out/heading.csv/occupied")
    let run = ["run", "--datasets", folder.path, "--out", folder.path + "/out"]
    #expect(await BenchCommand.run(run) == 74)
    #expect(await BenchCommand.run(run + ["--detector", "crash"]) == 65)
  }

  @Test("a run says that there was nothing to score, and only then")
  func nothingToScore() {
    let nothing = RunCommand.report(ScoreBoard(), headings: [], detectors: [.motion, .heading])
    #expect(
      nothing == [
        "Nothing to score: no recording is labelled for motion or for heading and has a truth."
      ]
    )
    #expect(
      RunCommand.report(ScoreBoard(), headings: ["heading"], detectors: [.heading]) == ["heading"]
    )
  }

  @Test(
    "problems are counted in plain words",
    arguments: [(0, "ok"), (1, "1 problem"), (2, "2 problems")]
  )
  func verdict(_ count: Int, _ text: String) {
    #expect(ValidateCommand.verdict(problems: count) == text)
  }

  @Test("a slash behind a folder changes no file's name", arguments: ["", "/", "//"])
  func trailingSlash(_ slash: String) throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let set = folder.path + "/set"
    #expect(try Dataset.folders(in: set + slash) == [.recordings(set)])
  }
}
