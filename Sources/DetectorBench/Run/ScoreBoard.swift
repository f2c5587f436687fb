/// Scores added up over the recordings that belong in one row of the table.
public struct ScoreBoard: Sendable {
  /// What the recordings of a row have in common.
  public struct Key: Hashable, Sendable {
    /// The data set's name.
    public let dataset: String

    /// Where its recordings come from.
    public let origin: RecordingOrigin

    /// What the speed was.
    public let variant: SpeedVariant

    /// Which split.
    public let split: DatasetSplit

    /// Which detector.
    public let detector: DetectorName

    /// Which rule.
    public let rule: BenchRule
  }

  /// The sums, by row.
  public private(set) var scores: [Key: TrialScore] = [:]

  /// The recordings that were reported to be too slow to see an impact, each once.
  public private(set) var tooSlow: [TooSlow] = []

  /// The labels that lie outside their recordings, each once.
  private(set) var strayLabels: [StrayLabel] = []

  /// A recording whose rate was reported to be too low to see an impact.
  public struct TooSlow: Hashable, Sendable {
    /// The data set's name.
    public let dataset: String

    /// The recording's name.
    public let recording: String

    /// The rate that was measured.
    public let measuredHz: Double

    /// The rate that is needed.
    public let neededHz: Double
  }

  /// The rows in the order in which the first recording of each came.
  private var order: [Key] = []

  /// Creates an empty board.
  public init() {}

  /// Adds what one rule did on one recording.
  public mutating func add(_ result: TrialResult) {
    if let rates = result.log.tooSlow, tooSlow.last?.recording != result.recording.name {
      tooSlow.append(
        TooSlow(
          dataset: result.dataset,
          recording: result.recording.name,
          measuredHz: rates.measuredHz,
          neededHz: rates.neededHz
        )
      )
    }
    // Every rule and kind of speed meets the same labels.
    strayLabels += result.strayLabels.filter { !strayLabels.contains($0) }
    for (detector, score) in result.scores {
      let key = Key(
        dataset: result.dataset,
        origin: result.recording.origin,
        variant: result.variant,
        split: result.recording.split,
        detector: detector,
        rule: result.rule
      )
      add(score, to: key)
    }
  }

  /// Adds a recording's score to a row.
  mutating func add(_ score: TrialScore, to key: Key) {
    if scores[key] == nil { order.append(key) }
    scores[key, default: score.zero].add(score)
  }

  /// The rows, those of one group together: by data set, then detector, split and speed, the rules side by side.
  public var rows: [(key: Key, score: TrialScore)] {
    let datasets = order.map(\.dataset).uniqued()
    let place = Dictionary(uniqueKeysWithValues: datasets.enumerated().map { ($1, $0) })
    func rank(_ key: Key) -> [Int] {
      [
        DetectorName.allCases.firstIndex(of: key.detector) ?? 0,
        place[key.dataset] ?? 0,
        DatasetSplit.allCases.firstIndex(of: key.split) ?? 0,
        RecordingOrigin.allCases.firstIndex(of: key.origin) ?? 0,
        key.variant.rank,
        BenchRule.allCases.firstIndex(of: key.rule) ?? 0,
      ]
    }
    return order.sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
      .compactMap { key in scores[key].map { (key, $0) } }
  }
}

extension ScoreBoard {
  /// What a detector did on everything that phones recorded, by rule, each recording counted once.
  ///
  /// Of the two replays with an assumed speed, the one that keeps it counts.
  func recordedTotals(of detector: DetectorName) -> [(rule: BenchRule, score: TrialScore)] {
    BenchRule.allCases.compactMap { rule in
      let parts = rows.filter { key, _ in
        key.detector == detector && key.rule == rule && key.origin == .recorded
          && key.variant != .assumed(.braked)
      }
      guard var total = parts.first?.score else { return nil }
      for part in parts.dropFirst() { total.add(part.score) }
      return (rule, total)
    }
  }
}

extension SpeedVariant {
  /// The place in a table.
  fileprivate var rank: Int {
    switch self {
    case .measured: 0
    case .assumed(.kept): 1
    case .assumed(.braked): 2
    }
  }
}

extension TrialScore {
  /// An empty score of the same kind.
  var zero: TrialScore {
    switch self {
    case .detection: .detection(DetectionScore())
    case .intervals: .intervals(IntervalScore())
    }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first appearance.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
