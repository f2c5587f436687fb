import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

@Suite("ReplayedDecision")
struct ReplayedDecisionTests {
  /// The shipped data sets, which stand two folders above these tests.
  private static let datasets = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("datasets").path

  /// The checks that are made once for all detectors: those of the sample gate and of the fix filter.
  private static let shared: Set<String> = Set(FixRejection.allCases.map(\.rawValue)).union([
    "sampleNotFinite", "sampleBeyondPhysicalRange", "sampleDuplicate", "sampleTooLate",
    "sampleLoneLeap", "sampleGap", "sampleClockReset", "sampleRateTooLow",
  ])

  private func decision(_ code: String) -> ReplayedDecision {
    ReplayedDecision(
      DecisionCheck(
        timestamp: Timestamp(nanoseconds: 0),
        code: code,
        measured: 1,
        threshold: 2,
        verdict: .failed
      )
    )
  }

  @Test(
    "every check of the shipped data sets is its detector's, but for the gate's and the fix filter's",
    arguments: ["generated-crash", "generated-distraction"]
  )
  func sources(_ name: String) throws {
    let dataset = try Dataset(path: Self.datasets + "/" + name)
    var orphans: Set<String> = []
    var seen: Set<String> = []
    // One recording of each scenario.
    for info in dataset.recordings where info.split == .test && info.name.hasSuffix("-1") {
      var log = ReplayLog(keepsDecisions: true)
      try BenchRule.ours.replay(
        dataset.read(info),
        configuration: BenchConfiguration(),
        log: &log
      )
      for case .decision(let decision) in log.entries {
        seen.insert(decision.check.code)
        if decision.detector == nil { orphans.insert(decision.check.code) }
      }
    }
    #expect(seen.count > 10)
    #expect(orphans.subtracting(Self.shared).isEmpty)
  }

  @Test(
    "checks of the detectors' own are theirs",
    arguments: [
      ("fallExplainsImpact", DetectorName.crash), ("turnNotFelt", .distraction),
      ("restlessAwayFromRest", .distraction),
    ]
  )
  func owned(_ code: String, _ detector: DetectorName) {
    #expect(decision(code).detector == detector)
  }

  @Test("shared checks are nobody's")
  func nobodys() {
    for code in Self.shared { #expect(decision(code).detector == nil) }
  }

  @Test("a stream that is too slow is told to who asks for crashes; other shared checks are not")
  func tooSlowWithCrashes() {
    func kept(_ code: String, _ detectors: Set<DetectorName>) -> Bool {
      var log = ReplayLog(detectors: detectors, keepsDecisions: true)
      log.record(decision(code))
      return !log.entries.isEmpty
    }
    #expect(kept("sampleRateTooLow", [.crash]))
    #expect(!kept("sampleRateTooLow", [.distraction]))
    #expect(!kept("sampleGap", [.crash]))
    #expect(kept("sampleGap", Set(DetectorName.allCases)))
  }
}
