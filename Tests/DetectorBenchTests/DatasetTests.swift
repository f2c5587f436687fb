import Foundation
import Testing

@testable import DetectorBench

@Suite("Dataset")
struct DatasetTests {
  private static let header =
    "recording,duration_s,device,placement,split,labelled_for,assumed_speed_mps,declination_deg,start_unix_s,note\n"

  private func infos(_ rows: String) throws -> [RecordingInfo] {
    try RecordingInfo.read(text: Array((Self.header + rows).utf8), file: "recordings.csv")
  }

  @Test("recordings.csv is read with its optional columns")
  func recordings() throws {
    let infos = try infos(
      "a,12.5,phone,\"mount, dash\",train,crash heading,15,-1.5,1700000000,slow\nb,1,p,q,test,,,,,\n"
    )
    #expect(
      infos == [
        RecordingInfo(
          name: "a",
          duration: 12.5,
          device: "phone",
          placement: "mount, dash",
          split: .train,
          labelledFor: [.detector(.crash), .detector(.heading)],
          assumedSpeedMps: 15,
          declinationDeg: -1.5,
          startUnixSeconds: 1_700_000_000,
          note: "slow"
        ),
        RecordingInfo(
          name: "b",
          duration: 1,
          device: "p",
          placement: "q",
          split: .test,
          labelledFor: []
        ),
      ]
    )
    #expect(infos[0].isLabelled(for: .crash))
    #expect(!infos[0].isLabelled(for: .distraction))
  }

  static let malformedRecordings: [Malformed] = [
    Malformed("unknown split", "a,1,d,p,dev,crash,,,,\n", 2, 9, "split 'dev'"),
    Malformed("unknown detector", "a,1,d,p,test,crash crsh,,,,\n", 2, 14, "labelled_for 'crsh'"),
    Malformed("no duration", "a,,d,p,test,crash,,,,\n", 2, 3, "an empty duration_s"),
    Malformed("duration in words", "a,long,d,p,test,crash,,,,\n", 2, 3, "'long'"),
    Malformed("negative duration", "a,-1,d,p,test,crash,,,,\n", 2, 3, "duration_s -1"),
    Malformed("speed out of range", "a,1,d,p,test,crash,300,,,\n", 2, 20, "assumed_speed_mps 300"),
    Malformed("twice", "a,1,d,p,test,,,,,\na,1,d,p,test,,,,,\n", 3, 1, "recording 'a' again"),
    Malformed("path as a name", "../a,1,d,p,test,,,,,\n", 2, 1, "recording '../a'"),
    Malformed("no name", ",1,d,p,test,,,,,\n", 2, 1, "recording ''"),
  ]

  @Test("a bad recordings.csv is refused at its place", arguments: malformedRecordings)
  func recordingsRefusal(_ file: Malformed) {
    let problem = #expect(throws: FileProblem.self) {
      try RecordingInfo.read(text: Array(Self.header.utf8) + file.text, file: "recordings.csv")
    }
    #expect(problem?.line == file.line)
    #expect(problem?.column == file.column)
    #expect(problem?.found == file.found)
  }

  static let malformedLabels: [Malformed] = [
    Malformed("unknown recording", "b,crash,frontal,1,2,\n", 2, 1, "recording 'b'"),
    Malformed("unknown detector", "a,crsh,frontal,1,2,\n", 2, 3, "detector 'crsh'"),
    Malformed("no kind", "a,crash,,1,2,\n", 2, 9, "kind ''"),
    Malformed("no end", "a,crash,frontal,1,,\n", 2, 19, "an empty end"),
    Malformed("end before the start", "a,crash,frontal,3,2,\n", 2, 19, "end 2.0"),
  ]

  @Test("a bad labels.csv is refused at its place", arguments: malformedLabels)
  func labelsRefusal(_ file: Malformed) {
    let header = "recording,detector,kind,start,end,note\n"
    let problem = #expect(throws: FileProblem.self) {
      try Label.read(
        text: Array(header.utf8) + file.text,
        file: "labels.csv",
        recordings: ["a"]
      )
    }
    #expect(problem?.line == file.line)
    #expect(problem?.column == file.column)
    #expect(problem?.found == file.found)
  }

  @Test("a folder is a data set or holds some, and labels come sorted and by detector")
  func folder() throws {
    let root = NSTemporaryDirectory() + "datasets-\(UUID().uuidString)"
    let set = root + "/one"
    try FileManager.default.createDirectory(
      atPath: set + "/recordings",
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(atPath: root) }
    func write(_ text: String, _ path: String) throws {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    try write(Self.header + "a,1,d,p,test,crash,,,,\n", set + "/recordings.csv")
    try write(
      "recording,detector,kind,start,end\na,crash,rear,5,6\na,context,road,0,9\na,crash,front,1,2\n",
      set + "/labels.csv"
    )
    try write("t,speed\n0,1\n", set + "/recordings/a.csv")
    try write("t\n0\n", set + "/recordings/a.truth.csv")
    try write("nothing", root + "/README.md")

    let sets = try Dataset.all(in: root)
    #expect(sets.map(\.name) == ["one"])
    let dataset = try #require(sets.first)
    let info = try #require(dataset.recordings.first)
    #expect(dataset.labels(of: info, for: .crash).map(\.kind) == ["front", "rear"])
    #expect(dataset.labels(of: info, for: .distraction).isEmpty)
    #expect(try Recording(path: dataset.path(of: info)).rowCount == 1)
    #expect(dataset.path(of: info, companion: "truth") == set + "/recordings/a.truth.csv")
    #expect(dataset.path(of: info, companion: "can") == nil)
    #expect(try Dataset.all(in: set).map(\.name) == ["one"])
    #expect(throws: FileAccessProblem.self) { try Dataset.all(in: root + "/missing") }
  }
}
