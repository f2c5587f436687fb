import Foundation

/// What a sweep has done so far, a line for each recording, so that one that was killed goes on where it was.
struct SweepJournal {
  /// What one recording gave: its different outcomes, and which of them each configuration had.
  ///
  /// Most configurations do the same on most recordings, so outcomes are kept once.
  struct Entry: Codable, Hashable, Sendable {
    /// The recording's place in the sweep.
    let job: Int

    /// The outcomes that occurred.
    let outcomes: [SweepOutcome]

    /// For each configuration the place of its outcome; nil for one that was refused.
    let places: [Int?]

    /// The outcome of a configuration.
    func outcome(of configuration: Int) -> SweepOutcome? {
      places[configuration].map { outcomes[$0] }
    }
  }

  private struct Header: Codable, Hashable {
    let fingerprint: String
  }

  /// The journal's name in the folder of a sweep.
  static let fileName = "progress.jsonl"

  private let path: String
  private let handle: FileHandle

  /// Opens the journal of a sweep and gives what was done before.
  ///
  /// A torn last line, as a kill leaves it, is cut off. The journal of another sweep is refused.
  static func open(
    folder: String,
    fingerprint: String,
    jobs: Int,
    configurations: Int
  ) throws -> (journal: SweepJournal, done: [Int: Entry]) {
    let path = folder + "/" + fileName
    let header = try line(Header(fingerprint: fingerprint))
    var done: [Int: Entry] = [:]
    var kept = Data()
    if FileManager.default.fileExists(atPath: path) {
      let text = try FileBytes.contents(path)
      var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // What stands behind the last line end is a line that was not written to its end.
      lines.removeLast()
      if let first = lines.first {
        guard Data(first) + Data([UInt8(ascii: "\n")]) == header else {
          throw FileProblem(
            file: path,
            line: 1,
            column: 1,
            found: "the progress of another sweep: other data, fields, configuration or program",
            expected: "this one's; remove the file to begin anew, or name another folder"
          )
        }
        kept += header
      }
      for line in lines.dropFirst() {
        guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line)),
          (0..<jobs).contains(entry.job), entry.places.count == configurations,
          entry.places.allSatisfy({ $0.map(entry.outcomes.indices.contains) ?? true })
        else { break }
        done[entry.job] = entry
        kept += Data(line) + Data([UInt8(ascii: "\n")])
      }
    }
    if kept.isEmpty { kept = header }
    do {
      try kept.write(to: URL(fileURLWithPath: path), options: .atomic)
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.seekToEnd()
      return (SweepJournal(path: path, handle: handle), done)
    } catch {
      throw problem(path, error)
    }
  }

  /// Writes down what one recording gave.
  func append(_ entry: Entry) throws {
    let line = try Self.line(entry)
    do {
      try handle.write(contentsOf: line)
    } catch {
      throw Self.problem(path, error)
    }
  }

  /// Takes the journal of a folder away, once its results stand elsewhere.
  static func remove(folder: String) throws {
    let path = folder + "/" + fileName
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw problem(path, error)
    }
  }

  private static func problem(_ path: String, _ error: any Error) -> FileAccessProblem {
    FileAccessProblem(
      file: path,
      reason: "cannot be written (\(FileBytes.reason(of: error)))"
    )
  }

  private static func line(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value) + Data([UInt8(ascii: "\n")])
  }
}
