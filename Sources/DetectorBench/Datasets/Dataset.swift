import Foundation

/// A folder of labelled recordings: `recordings.csv`, `labels.csv` and the recordings themselves in `recordings/`.
public struct Dataset: Hashable, Sendable {
  /// The folder's name.
  public let name: String

  /// The folder's path as it was named by the caller.
  public let path: String

  /// What `recordings.csv` says, in the file's order.
  public let recordings: [RecordingInfo]

  /// What `labels.csv` says, by recording and in the file's order.
  public let labels: [String: [Label]]

  /// The recordings that are no files, by name.
  private let inMemory: [String: Recording]

  /// Reads the two lists of a data set; the recordings themselves are read when they are needed.
  ///
  /// A data set without `labels.csv` is one without labels.
  public init(path: String) throws {
    let recordings = try RecordingInfo.read(path: path + "/recordings.csv")
    let labelsPath = path + "/labels.csv"
    let labels =
      FileManager.default.fileExists(atPath: labelsPath)
      ? try Label.read(path: labelsPath, recordings: Set(recordings.map(\.name))) : []
    self.init(
      name: URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent,
      path: path,
      recordings: recordings,
      labels: labels,
      inMemory: [:]
    )
  }

  /// Creates a data set from its parts.
  init(
    name: String,
    path: String,
    recordings: [RecordingInfo],
    labels: [Label],
    inMemory: [String: Recording]
  ) {
    self.name = name
    self.path = path
    self.recordings = recordings
    self.labels = Dictionary(grouping: labels, by: \.recording)
    self.inMemory = inMemory
  }

  /// The path of a recording's own file.
  public func path(of recording: RecordingInfo) -> String {
    "\(path)/recordings/\(recording.name).csv"
  }

  /// Reads a recording.
  public func read(_ recording: RecordingInfo) throws -> Recording {
    try inMemory[recording.name] ?? Recording(path: path(of: recording))
  }

  /// The path of a file that belongs to a recording, such as `truth`, or nil where there is none.
  public func path(of recording: RecordingInfo, companion: String) -> String? {
    let path = "\(path)/recordings/\(recording.name).\(companion).csv"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The labels of a recording that ask a detector for an event, in order of their start.
  public func labels(of recording: RecordingInfo, for detector: DetectorName) -> [Label] {
    (labels[recording.name] ?? [])
      .filter { $0.subject == .detector(detector) }
      .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// The data sets that a path stands for: itself where it is one, else those in it, by name.
  ///
  /// A folder of measured crash pulses stands for the recordings that are composed around them, and one that holds the
  /// measured hand and road motion for the recordings that are composed of both, too.
  public static func all(in path: String) throws -> [Dataset] {
    try folders(in: path).map { try Dataset(folder: $0) }
  }

  /// Reads or composes what a folder holds.
  ///
  /// Composing takes time: `only` names the recordings that are wanted, or is nil for all.
  init(folder: DatasetFolder, only names: Set<String>? = nil) throws {
    let catalogue: ScenarioCatalogue
    switch folder {
    case .recordings(let path):
      try self.init(path: path)
      return
    case .crashPulses(let path):
      catalogue = try .composedCrashes(pulsesIn: path)
    case .handAndRoadMotion(let path):
      catalogue = try .composedHandling(in: path)
    }
    try self.init(catalogue, seed: Self.compositionSeed, path: folder.path, only: names)
  }

  /// The seed of composed recordings, so that every run scores the same ones.
  private static let compositionSeed: UInt64 = 20_261_201

  /// The folders of data that a path stands for, by name.
  static func folders(in path: String) throws(FileAccessProblem) -> [DatasetFolder] {
    // Files are named by what stands before their slash, which must not be there twice.
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if let folder = DatasetFolder(path: path) { return [folder] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        .compactMap { DatasetFolder(path: path + "/" + $0) }
        + [DatasetFolder.handAndRoadMotion(in: path)].compactMap(\.self)
    } catch {
      throw FileAccessProblem(
        file: path,
        reason: "cannot be listed (\(FileBytes.reason(of: error)))"
      )
    }
  }
}
