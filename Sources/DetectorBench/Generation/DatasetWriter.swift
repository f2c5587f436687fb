import Foundation

/// Writes generated recordings as a data set: `recordings.csv`, `labels.csv` and the files of each recording.
package enum DatasetWriter {
  /// Makes every recording of a catalogue and writes the set.
  ///
  /// The directory is made if it is not there; files of the same names are replaced, others are left alone. `SOURCE.md` is
  /// not written: what a set is for is said by whoever ships it.
  ///
  /// - Parameters:
  ///   - catalogue: What to make.
  ///   - seed: The same seed gives the same bytes on the same platform.
  ///   - multiple: How many times the ordinary number of recordings.
  ///   - directory: Where the set goes.
  ///   - progress: Called before each recording with the number made so far and the number in all.
  /// - Throws: What the file system says where a file cannot be written, or `GSLError` where memory runs out.
  package static func write(
    _ catalogue: ScenarioCatalogue,
    seed: UInt64,
    multiple: Int = 1,
    to directory: URL,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws {
    let names = catalogue.recordingNames(multiple: multiple)
    var iterator = names.enumerated().makeIterator()
    try write(to: directory) {
      guard let (index, name) = iterator.next() else { return nil }
      progress(index, names.count)
      return try catalogue.recording(named: name, seed: seed)
    }
  }

  /// Writes recordings as they are made, until there is no next one.
  package static func write(
    to directory: URL,
    next: () throws -> GeneratedRecording?
  ) throws {
    let folder = directory.appendingPathComponent("recordings")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var recordings = CompactDecimals()
    recordings.append("recording,duration_s,device,placement,split,labelled_for,note\n")
    var labels = CompactDecimals()
    labels.append("recording,detector,kind,start,end,note\n")
    while let recording = try next() {
      let file = folder.appendingPathComponent("\(recording.name).csv")
      try Data(recording.csv).write(to: file, options: .atomic)
      for companion in recording.companions {
        let file = folder.appendingPathComponent("\(recording.name).\(companion.name).csv")
        try Data(companion.csv).write(to: file, options: .atomic)
      }
      append(recording, to: &recordings)
      for label in recording.labels { append(label, of: recording.name, to: &labels) }
    }
    try Data(recordings.bytes).write(
      to: directory.appendingPathComponent("recordings.csv"),
      options: .atomic
    )
    try Data(labels.bytes).write(
      to: directory.appendingPathComponent("labels.csv"),
      options: .atomic
    )
  }

  private static func append(_ recording: GeneratedRecording, to text: inout CompactDecimals) {
    text.append(recording.name)
    text.append(cell: recording.duration, decimals: 3)
    for cell in [
      recording.device, recording.placement, recording.split, recording.labelledFor,
      recording.note,
    ] {
      text.append(",\(cell)")
    }
    text.append("\n")
  }

  private static func append(
    _ label: GeneratedLabel,
    of recording: String,
    to text: inout CompactDecimals
  ) {
    text.append("\(recording),\(label.detector),\(label.kind)")
    text.append(cell: label.start, decimals: 3)
    text.append(cell: label.end, decimals: 3)
    text.append(",\(label.note)\n")
  }
}
