import Foundation
import MotionSamples
import Testing

@testable import DetectorBench

@Suite
struct GenerationCatalogueTests {
  static let datasets = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("datasets")

  /// The seed of the sets in `datasets/`, as their `SOURCE.md` says.
  static let seed: UInt64 = 20_261_201

  /// Bytes depend on the C library's last digits of `sin` and `exp`, so they are promised on one platform.
  static var isPlatformOfShippedSets: Bool {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
    true
    #else
    false
    #endif
  }

  /// One recording of each scenario, the splits by turns.
  static let samples: [(set: String, name: String)] = [ScenarioCatalogue.crash, .distraction]
    .flatMap { catalogue in
      catalogue.scenarios.enumerated().map { index, scenario in
        (catalogue.name, "\(ScenarioCatalogue.splits[index % 2])-\(scenario.name)-1")
      }
    }

  @Test(arguments: samples)
  func `every scenario is sound, and the seed gives the shipped bytes again`(
    set: String,
    name: String
  ) throws {
    let catalogue: ScenarioCatalogue = set == "generated-crash" ? .crash : .distraction
    let recording = try #require(try catalogue.recording(named: name, seed: Self.seed))

    #expect(!recording.labels.isEmpty)
    for label in recording.labels {
      #expect(label.start >= 0 && label.start <= label.end && label.end <= recording.duration)
      if label.detector == "crash" {
        #expect(label.start >= 10 && recording.duration - label.end >= 11)
      }
    }
    // Motion is told within seconds: a verdict of the classifier, and fixes unless the scenario withholds them.
    #expect(recording.rows.contains { $0.activity?.name == .inVehicle && $0.time < 2 })
    var latest = 0.0
    for row in recording.rows {
      #expect(row.time >= 0 && row.time <= recording.duration)
      #expect(row.acceleration?.isFinite != false && row.rotationRate?.isFinite != false)
      // Nothing arrives later than two seconds after it was measured.
      #expect(latest - row.time < 2.05)
      latest = max(latest, row.time)
    }

    guard Self.isPlatformOfShippedSets else { return }
    let file = Self.datasets.appendingPathComponent("\(set)/recordings/\(name).csv")
    #expect(recording.csv == [UInt8](try Data(contentsOf: file)))
  }

  @Test
  func `the shipped set holds every kind in both splits, and enough of them`() throws {
    let names = ScenarioCatalogue.crash.recordingNames()
    #expect(Set(names).count == names.count)
    let folder = Self.datasets.appendingPathComponent("generated-crash")
    let lines = try String(
      contentsOf: folder.appendingPathComponent("recordings.csv"),
      encoding: .utf8
    ).split(separator: "\n").dropFirst()
    #expect(lines.map { String($0.prefix { $0 != "," }) } == names)
    let labels = try String(
      contentsOf: folder.appendingPathComponent("labels.csv"),
      encoding: .utf8
    ).split(separator: "\n").dropFirst()
    let crashed = Set(
      labels.filter { $0.contains(",crash,") }.map { String($0.prefix { $0 != "," }) }
    )
    #expect(crashed.count >= 60)
    #expect(names.count - crashed.count >= 120)
    for kind in ["frontal", "side", "rear", "oblique", "rollover"] {
      for split in ScenarioCatalogue.splits {
        #expect(labels.contains { $0.hasPrefix(split) && $0.contains(",crash,\(kind),") })
      }
    }
    var bytes = 0
    for name in names {
      let file = folder.appendingPathComponent("recordings/\(name).csv")
      bytes += try Data(contentsOf: file).count
    }
    #expect(bytes <= 15_000_000)
  }

  @Test
  func `the shipped handling has all its kinds in both splits`() throws {
    let catalogue = ScenarioCatalogue.distraction
    let folder = Self.datasets.appendingPathComponent(catalogue.name)
    let lines = try String(
      contentsOf: folder.appendingPathComponent("recordings.csv"),
      encoding: .utf8
    ).split(separator: "\n").dropFirst()
    #expect(lines.map { String($0.prefix { $0 != "," }) } == catalogue.recordingNames())
    let labels = try String(
      contentsOf: folder.appendingPathComponent("labels.csv"),
      encoding: .utf8
    ).split(separator: "\n").dropFirst()
    for scenario in ScenarioCatalogue.handling {
      for split in ScenarioCatalogue.splits {
        #expect(
          labels.contains { $0.hasPrefix("\(split)-\(scenario.name)-1,distraction,") },
          "\(split) \(scenario.name)"
        )
      }
    }
    for scenario in ScenarioCatalogue.handlingLookalikes {
      #expect(
        !labels.contains { $0.contains("-\(scenario.name)-") && $0.contains(",distraction,") }
      )
    }
    var bytes = 0
    for name in catalogue.recordingNames() {
      bytes += try Data(contentsOf: folder.appendingPathComponent("recordings/\(name).csv")).count
    }
    #expect(bytes <= 10_000_000)
  }

  @Test
  func `recordings differ by split, index and seed, and not by anything else`() throws {
    let catalogue = ScenarioCatalogue.crash
    let first = try #require(try catalogue.recording(named: "train-smallest-1", seed: 1))
    let again = try #require(try catalogue.recording(named: "train-smallest-1", seed: 1))
    let other = try #require(try catalogue.recording(named: "test-smallest-1", seed: 1))
    let reseeded = try #require(try catalogue.recording(named: "train-smallest-1", seed: 2))
    #expect(first.csv == again.csv)
    #expect(first.labels == again.labels)
    #expect(first.csv != other.csv)
    #expect(first.csv != reseeded.csv)
    #expect(other.split == "test")
  }

  @Test(arguments: [
    "", "train", "train-smallest", "train-smallest-0", "dev-smallest-1", "train-x-1",
  ])
  func `an unknown name gives no recording`(name: String) throws {
    #expect(try ScenarioCatalogue.crash.recording(named: name, seed: 1) == nil)
  }

  @Test
  func `seeds of a set do not meet across names and splits`() {
    for catalogue in [ScenarioCatalogue.crash, .distraction, .heading] {
      let names = catalogue.recordingNames(multiple: 10)
      let seeds = Set(names.map { ScenarioCatalogue.seed(of: $0, in: Self.seed) })
      #expect(seeds.count == names.count)
    }
  }

  @Test
  func `labels lie inside their recording and tell the truth that the plan gave`() throws {
    let recording = try #require(
      try ScenarioCatalogue.crash.recording(named: "train-smallest-2", seed: 3)
    )
    let label = try #require(recording.labels.first)
    #expect(recording.labels.count == 1)
    #expect(label.detector == "crash" && label.kind == "frontal")
    #expect(abs(label.end - label.start - 0.1) < 1e-9)
    #expect(label.start >= 10 && recording.duration - label.end >= 12)
    #expect(label.note.contains("duration_ms=100;delta_v_mps=5.56;"))
  }

  @Test
  func `a written set has its three parts`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("generated-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let small = ScenarioCatalogue(
      name: "small",
      labelledFor: "crash",
      origin: "generated",
      scenarios: [try #require(ScenarioCatalogue.crashes.last)]
    )
    var seen: [Int] = []
    try DatasetWriter.write(small, seed: 1, to: folder) { done, total in
      seen.append(done)
      #expect(total == 2)
    }
    #expect(seen == [0, 1])
    let labels = try String(
      contentsOf: folder.appendingPathComponent("labels.csv"),
      encoding: .utf8
    )
    #expect(labels.hasPrefix("recording,detector,kind,start,end,note\n"))
    #expect(labels.split(separator: "\n").count == 5)
    let header = try String(
      contentsOf: folder.appendingPathComponent("recordings/train-two_crashes-1.csv"),
      encoding: .utf8
    ).prefix { $0 != "\n" }
    #expect(header.hasPrefix("t,ax,ay,az,gx,gy,gz,speed"))
  }
}
