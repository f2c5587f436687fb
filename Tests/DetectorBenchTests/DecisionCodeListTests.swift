import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

@Suite("The list of decision codes in benches/README.md")
struct DecisionCodeListTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The detector that the list gives for each code, empty for everybody's, and the codes that have no unit.
  private static func list() throws -> (detectors: [String: String], withoutValues: Set<String>) {
    let text = try String(
      contentsOf: root.appendingPathComponent("benches/README.md"),
      encoding: .utf8
    )
    let section = try #require(text.components(separatedBy: "### The codes").last)
    var detectors: [String: String] = [:]
    var withoutValues: Set<String> = []
    for line in section.components(separatedBy: "\n## ")[0].split(separator: "\n")
    where line.hasPrefix("| `") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      for code in cells[1].split(separator: "`") where code.first?.isLetter == true {
        detectors[String(code)] = cells[2]
        if cells[3] == "—" { withoutValues.insert(String(code)) }
      }
    }
    return (detectors, withoutValues)
  }

  @Test("it names every code once, with the detector that makes the check")
  func complete() throws {
    let (listed, _) = try Self.list()
    for (code, detector) in ReplayedDecision.detectorOfCode {
      #expect(listed[code] == detector.rawValue, "\(code)")
    }
    for rejection in FixRejection.allCases { #expect(listed[rejection.rawValue] == "") }
    for (code, detector) in listed where !detector.isEmpty {
      #expect(ReplayedDecision.detectorOfCode[code]?.rawValue == detector, "\(code)")
    }
    #expect(listed.filter { $0.value.isEmpty }.count == FixRejection.allCases.count + 8)
  }

  @Test("replays give no code that it lacks, and no value where it says there is none")
  func truthful() throws {
    let (listed, withoutValues) = try Self.list()
    var seen: Set<String> = []
    for (set, names) in [
      ("generated-crash", ["train-frontal_mount-1", "train-frontal_mount-2"]),
      ("generated-distraction", ["train-pick_up_and_read-1", "train-pick_up_and_read-2"]),
    ] {
      let dataset = try Dataset(path: Self.root.path + "/datasets/" + set)
      for info in dataset.recordings where names.contains(info.name) {
        var log = ReplayLog(keepsDecisions: true)
        var rule = try EngineRule(BenchConfiguration())
        rule.replay(try dataset.read(info), log: &log)
        for entry in log.entries {
          guard case .decision(let decision) = entry else { continue }
          seen.insert(decision.check.code)
          if withoutValues.contains(decision.check.code) {
            #expect(decision.check.measured == nil)
          }
        }
      }
    }
    #expect(seen.count > 20)
    #expect(seen.subtracting(listed.keys).isEmpty)
  }
}
