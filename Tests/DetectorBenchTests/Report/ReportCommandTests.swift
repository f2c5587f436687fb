import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

@Suite("ReportCommand")
struct ReportCommandTests {
  /// The data that a page holds.
  private func data(_ page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: "type=\"application/json\">"))
    let rest = page[start.upperBound...]
    let end = try #require(rest.range(of: "</script>"))
    let json = try JSONSerialization.jsonObject(with: Data(rest[..<end.lowerBound].utf8))
    return try #require(json as? [String: Any])
  }

  @Test("the page shows scores.csv and every event of events.csv, with what settled our own")
  func page() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let out = folder.path + "/out"
    let report = ["report", "--datasets", folder.path + "/set", "--out", out]
    #expect(await BenchCommand.run(report) == 0)
    let run = ["run", "--datasets", folder.path + "/set", "--out", folder.path + "/run"]
    #expect(await BenchCommand.run(run) == 0)
    let scores = try folder.read("run/scores.csv")
    #expect(try folder.read("out/scores.csv") == scores)
    let page = try data(folder.read("out/report.html"))
    #expect(page["scores"] as? String == scores)

    let table = try Table(
      path: out + "/events.csv",
      schema: .init(required: [], allowsOthers: true)
    )
    func keys(_ rows: [[String]]) -> [String] { rows.map { $0.joined(separator: "|") }.sorted() }
    let written = table.rows.map { row in
      ["recording", "speed", "rule", "t", "detector", "event"].compactMap {
        table.cell(row, $0)?.text
      }
    }
    let timelines = try #require(page["timelines"] as? [[String: Any]])
    let shown = timelines.flatMap { timeline in
      (timeline["events"] as? [[String: Any]] ?? []).map { event in
        ([timeline["recording"], timeline["speed"]]
          + ["rule", "t", "detector", "event"].map { event[$0] }).map { $0 as? String ?? "" }
      }
    }
    #expect(!written.isEmpty)
    #expect(keys(written) == keys(shown))
    let ours = timelines.flatMap { $0["events"] as? [[String: Any]] ?? [] }
      .filter { $0["rule"] as? String == "ours" && $0["detector"] as? String == "crash" }
    #expect(!ours.isEmpty)
    #expect(ours.allSatisfy { !(($0["checks"] as? [Any])?.isEmpty ?? true) })
  }

  @Test("a curve's point at the shipped threshold is the row of scores.csv")
  func curves() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    var options = BenchRun.Options()
    options.keepsDecisions = true
    options.detectors = [.crash]
    let run = ReportRun(datasets: try Dataset.all(in: folder.path + "/set"), options: options)
    let files = try RunFiles(folder: folder.path + "/out", writesHeadings: false)
    let (page, board) = try await run.page(files)
    // The drive's constant speed is taken for an assumed one, so there are two replays of it.
    #expect(
      page.curves.map(\.rule)
        == ["ours", "ours", "contract", "contract", "naive-2g", "naive-2g"]
    )
    for curve in page.curves {
      let shipped = curve.points.filter(\.isShipped)
      #expect(shipped.count == 1)
      let row = board.rows.first {
        $0.key.rule.rawValue == curve.rule && $0.key.detector.rawValue == curve.detector
          && $0.key.split.rawValue == curve.split && $0.key.variant.text == curve.speed
      }
      #expect(row?.score.counts.found == shipped.first?.found)
      #expect(row?.score.counts.falseAlarms == shipped.first?.falseAlarms)
      #expect(row?.score.counts.recall == shipped.first?.recall)
      #expect(row?.score.counts.falseAlarmsPerHour == shipped.first?.falseAlarmsPerHour)
      #expect(curve.points.map(\.value) == curve.points.map(\.value).sorted())
    }
    // A higher bar for the same rule never finds more false alarms here: the spikes stay what they are.
    let naive = try #require(page.curves.first { $0.rule == "naive-2g" })
    #expect(naive.points.map(\.falseAlarms) == naive.points.map(\.falseAlarms).sorted(by: >))
  }

  @Test(
    "names and notes can't break out of the data",
    arguments: ["</script>", "<!--", "]]>", "\u{2028}\"'&"]
  )
  func hostile(_ text: String) throws {
    let hostile = "\(text)<img src=x onerror=alert(1)>"
    let page = ReportPage(
      configuration: EngineConfiguration(),
      scores: hostile,
      headings: "",
      curves: [],
      timelines: []
    )
    let html = String(decoding: try page.html(), as: UTF8.self)
    #expect(try data(html)["scores"] as? String == hostile)
    #expect(!html.contains("<img"))
    #expect(html.components(separatedBy: "</script>").count == 3)
    #expect(html.components(separatedBy: "<!--").count == 1)
  }

  @Test("every check that a detector makes has a unit, or is known to have none")
  func units() {
    let without: Set<String> = [
      "noSpeedCollapse", "noEvidenceAfterImpact", "superseded", "cancelledByHost", "impactTooWeak",
      "host", "sessionRunning", "paceChange", "timerKnown", "stopTimerFed", "classifierTrusted",
    ]
    let codes =
      MotionCheckCode.allCases.map(\.rawValue) + CrashRejectionReason.allCases.map(\.rawValue)
      + CrashEvidence.allCases.map(\.rawValue)
    for code in codes {
      #expect((ReportCheck.units[code] == nil) == without.contains(code), "\(code)")
    }
  }

  @Test("what can't be done ends with its status")
  func refusals() async throws {
    #expect(await BenchCommand.run(["report"]) == 64)
    #expect(await BenchCommand.run(["report", "--out", "/tmp/x", "--split", "dev"]) == 64)
    #expect(await BenchCommand.run(["report", "--datasets", "/nowhere", "--out", "/tmp/x"]) == 74)
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    let file = try folder.write("", "occupied")
    #expect(
      await BenchCommand.run(["report", "--datasets", folder.path, "--out", file + "/out"]) == 74
    )
  }
}
