import Foundation
import Testing

@testable import DetectorBench

@Suite("LabelCommand")
struct LabelCommandTests {
  private static let recordings = """
    recording,duration_s,device,placement,split,labelled_for
    drive,30,phone,mount,train,crash distraction
    "odd, one",30,phone,mount,train,crash

    """

  private func set(_ labels: String?) throws -> (folder: TemporaryFolder, recording: String) {
    let folder = try TemporaryFolder()
    try folder.write(Self.recordings, "set/recordings.csv")
    if let labels { try folder.write(labels, "set/labels.csv") }
    let rows = (0...300).map { "\(Double($0) / 10),0,0,9.8\n" }.joined()
    let path = try folder.write("t,ax,ay,az\n" + rows, "set/recordings/drive.csv")
    try folder.write("t,ax,ay,az\n" + rows, "set/recordings/odd, one.csv")
    return (folder, path)
  }

  @Test("a label is added behind the last one of its recording; all other bytes stay")
  func add() async throws {
    let before =
      "detector,recording,kind,start,end,note\r\ncrash,drive,side,  1.50,2,\"a \"\"b\"\"\r\nc\"\r\n"
      + "crash,\"odd, one\",rear,3,4,\r\n"
    let unpadded = before.replacingOccurrences(of: "  1.50", with: "1.50")
    let (folder, recording) = try set(unpadded)
    #expect(
      await BenchCommand.run([
        "label", recording, "--add", "crash:frontal:12.3:12.5", "--note", "by hand, \"sure\"",
      ]) == 0
    )
    let last = "crash,\"odd, one\",rear,3,4,\r\n"
    #expect(
      try folder.read("set/labels.csv")
        == unpadded.replacingOccurrences(of: last, with: "")
        + "crash,drive,frontal,12.3,12.5,\"by hand, \"\"sure\"\"\"\r\n" + last
    )
    #expect(DatasetValidation.check(folder: .recordings(folder.path + "/set")).problems.isEmpty)
  }

  @Test("a file that is not there is made, and one without a last line end is mended")
  func create() async throws {
    let (folder, recording) = try set(nil)
    let add = ["label", recording, "--add", "crash:pulse:1:2"]
    #expect(await BenchCommand.run(add) == 0)
    let header = "recording,detector,kind,start,end,note\n"
    #expect(try folder.read("set/labels.csv") == header + "drive,crash,pulse,1,2,\n")
    try folder.write("recording,detector,kind,start,end\ndrive,crash,rear,5,6", "set/labels.csv")
    #expect(await BenchCommand.run(add) == 0)
    #expect(
      try folder.read("set/labels.csv")
        == "recording,detector,kind,start,end\ndrive,crash,rear,5,6\ndrive,crash,pulse,1,2\n"
    )
  }

  private static let existing =
    "recording,detector,kind,start,end,note\ndrive,crash,side,10,11,\ndrive,context,pothole,3,8,\n"

  @Test(
    "what is no label is refused, and nothing is written",
    arguments: [
      ("crash:frontal:10.5:12", 65), ("crash:frontal:9:10.001", 65), ("crash:side:10:11", 65),
      ("crash:frontal:29:30.3", 65), ("crash:frontal:-1:2", 65), ("crash:frontl:1:2", 65),
      ("crsh:frontal:1:2", 65), ("crash:frontal:2:1", 65), ("crash:frontal:1", 65),
      ("crash:frontal:1:2:3", 65), ("crash:frontal:one:2", 65), ("crash:frontal:nan:2", 65),
      ("heading:north:1:2", 65), ("context::1:2", 65), ("context:a b:1:2", 65),
    ]
  )
  func refused(_ label: String, _ status: Int32) async throws {
    let (folder, recording) = try set(Self.existing)
    #expect(
      await BenchCommand.run(["label", recording, "--add", "crash:rear:1:2", "--add", label])
        == status
    )
    #expect(try folder.read("set/labels.csv") == Self.existing)
  }

  @Test(
    "labels may touch, and what only orients may overlap",
    arguments: [
      "crash:frontal:11:12", "crash:frontal:9:10", "distraction:type:10.5:12",
      "context:kerb:3:8", "manoeuvre:anything|else:3:8", "crash:frontal:29:30.2",
    ]
  )
  func allowed(_ label: String) async throws {
    let (folder, recording) = try set(Self.existing)
    #expect(await BenchCommand.run(["label", recording, "--add", label]) == 0)
    #expect(await BenchCommand.run(["validate", folder.path + "/set"]) == 0)
  }

  @Test("a label is removed with its line and nothing else")
  func remove() async throws {
    let (folder, recording) = try set(Self.existing)
    #expect(await BenchCommand.run(["label", recording, "--remove", "crash:side:10:12"]) == 65)
    #expect(try folder.read("set/labels.csv") == Self.existing)
    // What is taken away makes room in the same command.
    #expect(
      await BenchCommand.run([
        "label", recording, "--remove", "crash:side:10:11", "--add", "crash:rear:10.5:11",
      ]) == 0
    )
    #expect(
      try folder.read("set/labels.csv")
        == "recording,detector,kind,start,end,note\ndrive,context,pothole,3,8,\n"
        + "drive,crash,rear,10.5,11,\n"
    )
  }

  @Test("a file of labels is taken whole, for the whole set or for one recording")
  func from() async throws {
    let (folder, recording) = try set(Self.existing)
    let list = try folder.write(
      """
      dataset,recording,detector,kind,start,end,note
      set,drive,distraction,type,15,20,
      set,"odd, one",crash,rear,3,4,"<script>, quoted"
      other,elsewhere,crash,rear,3,4,

      """,
      "new.csv"
    )
    #expect(await BenchCommand.run(["label", folder.path + "/set", "--from", list]) == 0)
    let all =
      Self.existing + "drive,distraction,type,15,20,\n"
      + "\"odd, one\",crash,rear,3,4,\"<script>, quoted\"\n"
    #expect(try folder.read("set/labels.csv") == all)
    // A second time everything is there already.
    #expect(await BenchCommand.run(["label", folder.path + "/set", "--from", list]) == 65)
    #expect(try folder.read("set/labels.csv") == all)

    try folder.write(Self.existing, "set/labels.csv")
    #expect(await BenchCommand.run(["label", recording, "--from", list]) == 0)
    #expect(
      try folder.read("set/labels.csv") == Self.existing + "drive,distraction,type,15,20,\n"
    )
  }

  @Test("every problem says where it is, what was found and what was expected")
  func messages() throws {
    let (folder, _) = try set(Self.existing)
    let dataset = try Dataset(path: folder.path + "/set")
    func message(_ text: String) -> String {
      do {
        var editor = try LabelEditor(dataset)
        try editor.add(LabelRequest(text, option: "--add", recording: "drive"))
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message("crash:rear:10:12")
        == "--add crash:rear:10:12: crash:rear:10:12 overlaps crash:side:10:11; expected a time of"
        + " its own"
    )
    #expect(
      message("crash:rear:40:41").hasSuffix("outside the recording; expected 0.000 to 30.000 s")
    )
    #expect(message("crash:reer:1:2").contains("kind 'reer' of crash; expected 'rear', or one of"))
    #expect(message("crsh:rear:1:2").contains("detector 'crsh'; expected 'crash', or one of"))
    #expect(message("crash:rear").hasSuffix("2 parts; expected detector:kind:start:end"))
  }

  @Test(
    "what can't be understood ends with 64",
    arguments: [
      ["label"], ["label", "a", "b", "--list"], ["label", "a"],
      ["label", "a", "--note", "x", "--list"],
      ["label", "a", "--note", "x", "--add", "b", "--add", "c"],
    ]
  )
  func usage(_ arguments: [String]) async {
    #expect(await BenchCommand.run(arguments) == 64)
  }

  @Test("a recording that the list does not name, and a file of no set, are refused")
  func places() async throws {
    let (folder, recording) = try set(Self.existing)
    let stray = try folder.write("t\n0\n", "set/recordings/stray.csv")
    #expect(await BenchCommand.run(["label", stray, "--list"]) == 65)
    let lost = try folder.write("t\n0\n", "lost.csv")
    #expect(await BenchCommand.run(["label", lost, "--list"]) == 74)
    #expect(await BenchCommand.run(["label", recording, "--list"]) == 0)
    #expect(
      await BenchCommand.run(["label", folder.path + "/set", "--add", "crash:rear:1:2"]) == 64
    )
  }
}
