import Foundation
import Testing

@testable import DetectorBench

@Suite("ScorePart")
struct ScorePartTests {
  private func parts(
    _ folder: TemporaryFolder,
    _ recordings: Set<String>? = nil
  ) async throws -> [ScorePart] {
    var options = BenchRun.Options()
    options.recordings = recordings
    var parts: [ScorePart] = []
    try await BenchRun(datasets: try Dataset.all(in: folder.path), options: options).run(width: 2) {
      parts += $0.flatMap(ScorePart.parts)
    }
    return parts
  }

  private func text(_ board: ScoreBoard) -> String {
    board.rows.map { ScoreFile.row($0.key, $0.score) }.joined()
  }

  @Test(
    "recordings scored one by one, sent as text and added up give what a run gives, byte for byte"
  )
  func pooled() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    var whole = ScoreBoard()
    let datasets = try Dataset.all(in: folder.path)
    try await BenchRun(datasets: datasets, options: .init()).run(width: 2) { results in
      results.forEach { whole.add($0) }
    }
    var pooled = ScoreBoard()
    for recording in datasets.flatMap(\.recordings) {
      let lines = try await parts(folder, [recording.name]).map { try $0.line() }.joined()
      for part in try ScorePart.read(Data(lines.utf8), file: "parts") {
        pooled.add(part.score, to: part.key)
      }
    }
    #expect(!whole.rows.isEmpty)
    #expect(text(pooled) == text(whole))
  }

  @Test("a part is the same after it was text")
  func roundTrip() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let parts = try await parts(folder)
    #expect(Set(parts.map(\.detector)) == [.crash, .distraction])
    #expect(Set(parts.map(\.speed)).count > 1)
    let lines = try parts.map { try $0.line() }
    #expect(try ScorePart.read(Data(lines.joined().utf8), file: "parts") == parts)
    #expect(try ScorePart.read(Data(), file: "parts").isEmpty)
  }

  @Test(
    "what is no part is refused with its line",
    arguments: [
      ("\"hours\":", "\"hour\":"), ("\"recordings\":1", "\"recordings\":2"),
      ("\"found\":0", "\"found\":-1"), ("\"rule\":\"", "\"rule\":\"not"),
      ("\"speed\":\"", "\"speed\":\"un"),
      ("\"detector\":\"crash\"", "\"detector\":\"distraction\""),
      ("}", ""),
    ]
  )
  func refused(from: String, to: String) async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let line = try #require(try await parts(folder, ["hit"]).first).line()
    let broken = line.replacingOccurrences(of: from, with: to)
    #expect(broken != line)
    let error = #expect(throws: FileProblem.self) {
      try ScorePart.read(Data((line + broken).utf8), file: "parts")
    }
    #expect(error?.line == 2)
  }

  @Test("the commands list, score and add up; unknown names are refused")
  func commands() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    for arguments in [
      ["--list"], ["--recording", "hit"], ["--dataset", "set", "--recording", "calm"],
    ] {
      #expect(await BenchCommand.run(["part", "--datasets", folder.path] + arguments) == 0)
    }
    for arguments in [["--recording", "none"], ["--dataset", "none"], ["stray"]] {
      #expect(await BenchCommand.run(["part", "--datasets", folder.path] + arguments) == 64)
    }
    #expect(await BenchCommand.run(["part"]) == 64)
    #expect(await BenchCommand.run(["pool"]) == 64)
    #expect(await BenchCommand.run(["pool", folder.path + "/none"]) == 74)
    let line = try #require(try await parts(folder, ["hit"]).first).line()
    #expect(await BenchCommand.run(["pool", try folder.write(line, "good")]) == 0)
    #expect(await BenchCommand.run(["pool", try folder.write("{}", "bad")]) == 65)
  }
}
