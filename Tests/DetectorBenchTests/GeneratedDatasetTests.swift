import Testing

@testable import DetectorBench

@Suite("Data sets in memory")
struct GeneratedDatasetTests {
  @Test("a catalogue made in memory reads like one that was written")
  func sameAsFiles() throws {
    let scenario = try #require(ScenarioCatalogue.crash.scenarios.first)
    let catalogue = ScenarioCatalogue(
      name: "few",
      labelledFor: "crash",
      origin: "generated",
      scenarios: [Scenario(name: scenario.name, count: 1, make: scenario.make)]
    )
    let folder = try TemporaryFolder()
    try DatasetWriter.write(catalogue, seed: 7, to: .init(fileURLWithPath: folder.path + "/few"))
    let written = try Dataset(path: folder.path + "/few")
    let made = try Dataset(catalogue, seed: 7, path: folder.path + "/few")

    #expect(made.name == written.name)
    #expect(made.recordings.map(\.name) == written.recordings.map(\.name))
    #expect(made.recordings.map(\.origin) == [.generated, .generated])
    #expect(made.recordings.map(\.split) == [.train, .test])
    for info in made.recordings {
      #expect(try made.read(info) == written.read(info))
      #expect(made.labels(of: info, for: .crash).count == 1)
      #expect(
        made.labels(of: info, for: .crash).map(\.kind)
          == written.labels(of: info, for: .crash).map(\.kind)
      )
    }
  }
}

@Suite("DatasetFolder")
struct DatasetFolderTests {
  @Test("folders are told by what they hold, and a folder of pulses becomes recordings")
  func folders() throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    try folder.write("pulse,pre_impact_speed_mps\nwall,15\n", "tests/pulses.csv")
    let pulse = (0..<120).map { "\(Double($0) / 1000),\($0 < 80 ? -200 : 0),0,0" }
    try folder.write(
      "t,ax,ay,az\n" + pulse.joined(separator: "\n") + "\n",
      "tests/pulses/wall.csv"
    )
    try folder.write("nothing", "notes/README.md")
    #expect(
      try Dataset.folders(in: folder.path) == [
        .recordings(folder.path + "/set"), .crashPulses(folder.path + "/tests"),
      ]
    )
    #expect(DatasetFolder(path: folder.path + "/notes") == nil)
    #expect(DatasetFolder.handAndRoadMotion(in: folder.path) == nil)
    try folder.write("", "driver-behavior/recordings.csv")
    #expect(DatasetFolder.handAndRoadMotion(in: folder.path) == nil)
    try folder.write("", "broad/recordings.csv")
    #expect(
      DatasetFolder.handAndRoadMotion(in: folder.path) == .handAndRoadMotion(folder.path)
    )
    try folder.write("pulse,pre_impact_speed_mps\nwall,fast\n", "bad/pulses.csv")
    #expect(throws: FileProblem.self) { try Dataset.all(in: folder.path + "/bad") }
  }
}
