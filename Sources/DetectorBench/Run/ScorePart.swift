import Foundation

/// What one recording adds to one row of `scores.csv`, in a form that travels between machines.
///
/// As text it is a line of JSON, which keeps every number bit for bit: parts that are added up in the order of a run give
/// what the run gives.
struct ScorePart: Hashable, Codable, Sendable {
  /// The row's `dataset`.
  let dataset: String

  /// The row's `origin`.
  let origin: RecordingOrigin

  /// The row's `speed`.
  let speed: SpeedVariant

  /// The row's `split`.
  let split: DatasetSplit

  /// The row's `detector`.
  let detector: DetectorName

  /// The row's `rule`.
  let rule: BenchRule

  /// The recording's score.
  let score: TrialScore

  /// The parts of what one rule did on one replay, by detector.
  static func parts(of result: TrialResult) -> [ScorePart] {
    DetectorName.allCases.compactMap { detector in
      result.scores[detector].map { score in
        ScorePart(
          dataset: result.dataset,
          origin: result.recording.origin,
          speed: result.variant,
          split: result.recording.split,
          detector: detector,
          rule: result.rule,
          score: score
        )
      }
    }
  }

  /// The row that it belongs to.
  var key: ScoreBoard.Key {
    ScoreBoard.Key(
      dataset: dataset,
      origin: origin,
      variant: speed,
      split: split,
      detector: detector,
      rule: rule
    )
  }

  /// The part as a line, its end included.
  func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Reads a file of lines.
  static func read(path: String) throws -> [ScorePart] {
    try read(FileBytes.contents(path), file: path)
  }

  /// Reads the text of such a file; a line that is no part, or whose score is not that of its detector, is refused.
  static func read(_ text: Data, file: String) throws(FileProblem) -> [ScorePart] {
    let decoder = JSONDecoder()
    var parts: [ScorePart] = []
    for (index, line) in text.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
      .enumerated() where !line.isEmpty
    {
      guard let part = try? decoder.decode(ScorePart.self, from: line), part.isConsistent else {
        throw FileProblem(
          file: file,
          line: index + 1,
          column: 1,
          found: "a line of \(line.count) bytes that is no score",
          expected: "a line that 'part' wrote"
        )
      }
      parts.append(part)
    }
    return parts
  }

  private var isConsistent: Bool {
    switch (detector, score) {
    case (.crash, .detection), (.distraction, .intervals): score.counts.isPossible
    default: false
    }
  }
}

extension EventCounts {
  /// Whether the counts can be those of one recording.
  fileprivate var isPossible: Bool {
    recordings == 1 && hours >= 0 && labels >= 0 && falseAlarms >= 0 && (0...labels).contains(found)
      && max(labels, falseAlarms) <= Int32.max
  }
}

extension SpeedVariant: Codable {
  /// Reads the word that stands in files.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    let all = [SpeedVariant.measured] + AssumedSpeed.allCases.map { .assumed($0) }
    guard let variant = all.first(where: { $0.text == word }) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such speed")
    }
    self = variant
  }

  /// Writes the word that stands in files.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
