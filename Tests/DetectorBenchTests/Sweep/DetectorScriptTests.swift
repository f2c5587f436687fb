import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

@Suite("DetectorScript")
struct DetectorScriptTests {
  /// The shipped data sets.
  private static let datasets = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("datasets").path

  /// A configuration in which every number of some sections is, one time in four, half to twice its default.
  ///
  /// What the engine refuses is drawn again.
  private static func configuration(
    _ sections: Set<String>,
    _ random: inout SplitMix64
  ) throws -> EngineConfiguration {
    let base = try JSONDecoder().decode(
      ConfigurationValue.self,
      from: JSONEncoder().encode(BenchConfiguration().engine)
    )
    while true {
      var drawn = base
      for field in SweepField.all where sections.contains(field.path[0]) {
        guard case .number(let value) = field.fallback, Int.random(in: 0..<4, using: &random) == 0
        else { continue }
        let scaled = value * Double.random(in: 0.5...2, using: &random)
        let isCount = value == value.rounded() && abs(value) < 10 && Bool.random(using: &random)
        drawn.set(.number(isCount ? scaled.rounded() : scaled), at: field.path[...])
      }
      let decoded = try? JSONDecoder().decode(
        EngineConfiguration.self,
        from: JSONEncoder().encode(drawn)
      )
      if let decoded, (try? DetectorEngine(decoded)) != nil { return decoded }
    }
  }

  /// The recording as a bad phone would have made it: rows missing, late, empty, and long pauses.
  private static func spoiled(_ recording: Recording, _ random: inout SplitMix64) -> Recording {
    var rows = recording.rows
    for _ in 0..<Int.random(in: 0...3, using: &random) where rows.count > 200 {
      let start = Int.random(in: 0..<(rows.count - 100), using: &random)
      rows.removeSubrange(start..<(start + Int.random(in: 1...100, using: &random)))
    }
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let place = Int.random(in: 1..<rows.count, using: &random)
      rows.swapAt(place, max(0, place - Int.random(in: 1...4, using: &random)))
    }
    var result = Recording()
    for row in rows {
      let values = Recording.Channels.inOrder.filter(row.channels.contains)
        .flatMap { recording.values($0, of: row) }
      result.append(row.timestamp, row.channels, values)
    }
    return result
  }

  /// What the whole engine says of crashes and distraction, and what detectors say that a script is read to.
  private static func events(
    _ recording: Recording,
    _ configuration: EngineConfiguration,
    duration: Double
  ) throws -> (whole: [ReplayedEvent], script: [ReplayedEvent], deadlines: Int)? {
    let batch = try SweepBatch([.valid(configuration)])
    guard
      let script = try DetectorScriptWriter.script(
        of: recording,
        configuration: batch.groups[0].shared,
        duration: duration
      )
    else { return nil }
    // A level below the configuration's own, as where others of a sweep have a lower one.
    let track = QuietTrack(
      script,
      falls: FallCriteria(configuration.crashDetection),
      lowestSquaredLevel: batch.groups[0].lowestSquaredLevel * 0.25
    )
    var crash = CrashListener(batch.crashes[0], track: track, keepsOutputs: true)
    script.replay(&crash)
    var distraction = DistractionListener(
      batch.distractions[0],
      firedDeadlines: crash.result.firedDeadlines,
      keepsOutputs: true
    )
    script.replay(&distraction)

    var log = ReplayLog(detectors: [.crash, .distraction])
    var rule = try EngineRule(BenchConfiguration(engine: configuration))
    rule.replay(recording, duration: duration, log: &log)
    let read =
      crash.outputs.map { ReplayedEvent(.crash($0)) }
      + distraction.outputs.map { ReplayedEvent($0) }
    return (
      log.events.filter { $0.detector == .crash }
        + log.events.filter { $0.detector == .distraction },
      read.compactMap(\.self), crash.result.firedDeadlines.count
    )
  }

  @Test(
    "events are those of the whole engine, whatever the configuration",
    arguments: [
      ["crashDetection"], ["distractionDetection"], ["crashDetection", "distractionDetection"], [],
    ],
    [1, 2]
  )
  func sameAsEngine(_ sections: [String], _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 31 &+ UInt64(sections.count))
    // No section in particular: every field of the configuration but those of the heading.
    let varied =
      sections.isEmpty
      ? Set(SweepField.all.map { $0.path[0] }).subtracting(["heading"]) : Set(sections)
    var count = 0
    for name in ["generated-crash", "generated-distraction"] {
      let dataset = try Dataset(path: Self.datasets + "/" + name)
      for _ in 0..<3 {
        let info = try #require(dataset.recordings.randomElement(using: &random))
        let recording = Self.spoiled(try dataset.read(info), &random)
        let configuration = try Self.configuration(varied, &random)
        // Some recordings end in silence, in which timers fire.
        let duration = info.duration + (Bool.random(using: &random) ? 0 : 25)
        guard let events = try Self.events(recording, configuration, duration: duration) else {
          continue
        }
        #expect(events.whole == events.script, "\(info.name) of seed \(seed)")
        count += events.whole.count
      }
    }
    #expect(count > 0)
  }

  @Test("a deadline that fires in the silence at the end settles its candidate")
  func deadlineAtTheEnd() throws {
    let dataset = try Dataset(path: Self.datasets + "/generated-crash")
    let info = try #require(dataset.recordings.first { $0.name == "train-frontal_mount-1" })
    let whole = try dataset.read(info)
    let crash = try #require(dataset.labels(of: info, for: .crash).first)
    // No fix from the impact on, and cut off before a rest can tell anything.
    var cut = Recording()
    for row in whole.rows where row.timestamp.seconds < crash.end + 2 {
      let isFix = !row.channels.isDisjoint(with: .fix)
      guard !isFix || row.timestamp.seconds < crash.start else { continue }
      let values = Recording.Channels.inOrder.filter(row.channels.contains)
        .flatMap { whole.values($0, of: row) }
      cut.append(row.timestamp, row.channels, values)
    }
    let events = try #require(
      try Self.events(cut, BenchConfiguration().engine, duration: cut.duration + 40)
    )
    #expect(events.deadlines == 1)
    #expect(events.whole == events.script)
    #expect(events.whole.map(\.kind).contains(.rejected))
  }

  @Test("a sweep gives what a run with the same configuration gives", arguments: [1])
  func sameAsRun(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    for (detector, section) in [
      (DetectorName.crash, "crashDetection"), (.distraction, "distractionDetection"),
    ] {
      let name = "generated-\(detector.rawValue)"
      let shipped = try Dataset(path: Self.datasets + "/" + name)
      let few = Array(shipped.recordings.shuffled(using: &random).prefix(4))
      let dataset = Dataset(
        name: name,
        path: shipped.path,
        recordings: few,
        labels: few.flatMap { shipped.labels[$0.name] ?? [] },
        inMemory: [:]
      )
      let configurations = try (0..<4).map { _ in
        SweepPlan.Configuration.valid(try Self.configuration([section], &random))
      }
      let sweep = try Sweep(
        configurations,
        of: detector,
        datasets: [dataset],
        splits: Set(DatasetSplit.allCases)
      )
      let scores = try await sweep.scores(width: 2)
      for (configuration, score) in zip(configurations, scores) {
        guard case .valid(let engine) = configuration else { continue }
        var options = BenchRun.Options()
        options.detectors = [detector]
        options.rules = [.ours]
        options.configuration = BenchConfiguration(engine: engine)
        var total: TrialScore?
        try await BenchRun(datasets: [dataset], options: options).run(width: 2) { results in
          for result in results {
            guard let score = result.scores[detector] else { continue }
            var sum = total ?? score.zero
            sum.add(score)
            total = sum
          }
        }
        #expect(score.events == total)
      }
    }
  }
}
