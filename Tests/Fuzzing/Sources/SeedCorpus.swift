import DetectorEngine
import Foundation
import MotionSamples

/// The inputs that a search starts from: short pieces of the shipped recordings, and what our own writers write.
enum SeedCorpus {
  /// Bytes of a recording that are enough to see its columns and some rows of each kind.
  private static let recordingPrefixLength = 3000

  /// Writes the corpus of every target into a folder each.
  ///
  /// `datasets` is the folder of shipped data sets.
  ///
  /// - Throws: what reading and writing files throws.
  static func write(to folder: URL, datasets: URL) throws {
    try write(recordings(datasets), "recording", folder)
    try write(tables(datasets), "tables", folder)
    try write([try defaults()], "configuration", folder)
    try write(snapshots(), "snapshot", folder)
    try write(scripts, "engine", folder)
    try write(calls, "c-interface", folder)
  }

  private static func write(_ seeds: [[UInt8]], _ target: String, _ folder: URL) throws {
    let place = folder.appendingPathComponent(target)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for (index, seed) in seeds.enumerated() {
      try Data(seed).write(to: place.appendingPathComponent("seed-\(index + 1)"))
    }
  }

  /// The beginning of one recording for each set of columns.
  private static func recordings(_ datasets: URL) throws -> [[UInt8]] {
    var byHeader: [String: [UInt8]] = [:]
    for set in try sets(datasets) {
      let files = try FileManager.default.contentsOfDirectory(
        at: set.appendingPathComponent("recordings"),
        includingPropertiesForKeys: nil
      )
      for file in files.sorted(by: { $0.path < $1.path }) {
        let text = Array(try Data(contentsOf: file).prefix(recordingPrefixLength))
        let header = String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)
        guard byHeader[header] == nil, let end = text.lastIndex(of: 10) else { continue }
        byHeader[header] = Array(text[...end])
      }
    }
    return byHeader.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func tables(_ datasets: URL) throws -> [[UInt8]] {
    let truth = "t,qw,qx,qy,qz,moving\n0.01,1,0,0,0,1\n0.02,0.6,0.8,0,0,0\n"
    var seeds: [[UInt8]] = [[2] + truth.utf8]
    for set in try sets(datasets) {
      for (kind, name) in [(UInt8(0), "labels.csv"), (1, "recordings.csv")] {
        let text = Array(try Data(contentsOf: set.appendingPathComponent(name)).prefix(1000))
        guard let end = text.lastIndex(of: 10) else { continue }
        seeds.append([kind] + text[...end])
      }
    }
    return seeds
  }

  private static func sets(_ datasets: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: datasets, includingPropertiesForKeys: nil)
      .filter {
        FileManager.default.fileExists(atPath: $0.appendingPathComponent("recordings.csv").path)
      }
      .sorted { $0.path < $1.path }
  }

  private static func defaults() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Array(try encoder.encode(EngineConfiguration()))
  }

  /// An engine that has seen nothing, and one that waits for a crash to be settled; the latter whole and unsealed.
  private static func snapshots() throws -> [[UInt8]] {
    var configuration = EngineConfiguration()
    configuration.crashDetection.enabled = true
    var engine = try DetectorEngine(configuration)
    let fresh = try engine.snapshot()
    var script = EngineScript(ByteSource(UnsafeRawBufferPointer(start: nil, count: 0)))
    script.drive(&engine, seconds: 5, mps: 20)
    script.pulse(&engine, peakG: 15, milliseconds: 120)
    let waiting = try engine.snapshot()
    return [
      [0] + fresh, [0] + waiting,
      try [1] + SnapshotContainer.open(fresh), try [1] + SnapshotContainer.open(waiting),
    ]
  }

  /// Words of `EngineScript`: start, drive, hit, stand; handle, build and persist records; restore between.
  private static let scripts: [[UInt8]] = [
    [0, 70, 12, 80, 85, 60, 100, 40, 70, 5, 0],
    [0, 70, 19, 60, 95, 10, 40, 32, 1, 0, 70, 9, 60, 32, 0, 0, 1, 32, 1, 0, 40],
    [0, 2, 1, 6, 1, 95, 8, 46, 40, 24, 7, 200, 0, 90, 9, 0, 1, 44, 2, 123, 125, 47, 1],
    [0, 7, 64, 64, 70, 5, 40, 85, 40, 90, 8, 1, 1, 9, 0, 48, 16, 3, 2, 0],
  ]

  /// Words of the C caller: start, drive into something, copy, build records, ask how it stands.
  private static let calls: [[UInt8]] = [
    [5, 3, 100, 55, 3, 80, 90, 80, 70, 60, 50, 40, 30, 20, 10, 2, 3, 1, 255, 14, 3, 1, 1, 100],
    [0, 2, 123, 125, 5, 4, 90, 55, 4, 90, 17, 1, 9, 3, 40, 15, 3, 1, 0, 90, 1, 3, 1, 3],
  ]
}
