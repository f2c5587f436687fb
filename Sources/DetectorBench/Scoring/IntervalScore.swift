/// How well a detector's episodes agree with labelled intervals, counted over recordings.
public struct IntervalScore: Hashable, Codable, Sendable {
  /// One episode or one label, in seconds.
  public struct Interval: Hashable, Sendable {
    /// When it begins.
    public let start: Double

    /// When it ends; not before `start`.
    public let end: Double

    /// Creates an interval; an end before the start is held at the start.
    public init(start: Double, end: Double) {
      self.start = start
      self.end = max(start, end)
    }

    /// How long it lasts, in seconds.
    public var duration: Double { end - start }

    /// How much of it lies in another one, in seconds.
    func overlap(with other: Interval) -> Double {
      max(0, min(end, other.end) - max(start, other.start))
    }

    /// Whether it shares an instant with another one that is widened by some seconds at both ends.
    func touches(_ other: Interval, within seconds: Double) -> Bool {
      start <= other.end + seconds && end >= other.start - seconds
    }

    /// The overlap as a share of the union, in [0, 1].
    func intersectionOverUnion(with other: Interval) -> Double {
      let overlap = overlap(with: other)
      let union = duration + other.duration - overlap
      return union > 0 ? overlap / union : 1
    }
  }

  /// An episode that was matched with a label.
  public struct Match: Hashable, Codable, Sendable {
    /// The episode's start less the label's, in seconds.
    public let onsetError: Double

    /// The episode's end less the label's, in seconds.
    public let offsetError: Double

    /// The episode's duration less the label's, in seconds.
    public let durationError: Double

    /// Their overlap as a share of their union, in [0, 1].
    public let overlap: Double

    /// How long the label lasts, in seconds.
    public let labelDuration: Double

    /// Whether the durations agree within 2 s or a tenth of the label's, whichever is more.
    public var hasRightDuration: Bool { abs(durationError) <= max(2, 0.1 * labelDuration) }
  }

  /// An episode that does not overlap a label may be this many seconds away from it and still be the label's.
  public static let defaultTolerance = 2.0

  /// What was there and what was found.
  public private(set) var counts = EventCounts()

  /// The matches, in the order in which the recordings were added.
  public private(set) var matches: [Match] = []

  /// Labels that more than one episode overlaps.
  public private(set) var split = 0

  /// Episodes that overlap more than one label.
  public private(set) var merged = 0

  /// The total of the labels' durations in seconds, where they overlap counted once.
  public private(set) var labelledSeconds = 0.0

  /// The total of the episodes' durations in seconds, where they overlap counted once.
  public private(set) var detectedSeconds = 0.0

  /// How long labels and episodes went on together, in seconds.
  public private(set) var sharedSeconds = 0.0

  /// Creates an empty score.
  public init() {}

  /// Counts one recording, whose episodes are matched with its labels one to one.
  ///
  /// Of all pairings with the most matches, the one with the largest overlaps counts. An episode that only lies near a
  /// label, within `tolerance` seconds, may be matched too.
  public mutating func add(
    episodes: [Interval],
    labels: [Interval],
    tolerance: Double = defaultTolerance,
    hours: Double
  ) {
    counts.recordings += 1
    counts.hours += hours
    counts.labels += labels.count
    let pairs = Self.pairs(episodes: episodes, labels: labels, tolerance: tolerance)
    counts.found += pairs.count
    counts.falseAlarms += episodes.count - pairs.count
    matches += pairs.map { pair in
      let (episode, label) = (episodes[pair.row], labels[pair.column])
      return Match(
        onsetError: episode.start - label.start,
        offsetError: episode.end - label.end,
        durationError: episode.duration - label.duration,
        overlap: episode.intersectionOverUnion(with: label),
        labelDuration: label.duration
      )
    }
    split += labels.count { label in episodes.count { $0.overlap(with: label) > 0 } > 1 }
    merged += episodes.count { episode in labels.count { $0.overlap(with: episode) > 0 } > 1 }
    let (labelled, detected) = (Self.union(labels), Self.union(episodes))
    labelledSeconds += labelled.reduce(0) { $0 + $1.duration }
    detectedSeconds += detected.reduce(0) { $0 + $1.duration }
    sharedSeconds += labelled.reduce(0) { sum, label in
      detected.reduce(sum) { $0 + $1.overlap(with: label) }
    }
  }

  /// Which episode is which label's: the pairing that counts, episodes as rows and labels as columns.
  static func pairs(
    episodes: [Interval],
    labels: [Interval],
    tolerance: Double = defaultTolerance
  ) -> [OptimalMatching.Pair] {
    OptimalMatching.pairs(rows: episodes.count, columns: labels.count) { row, column in
      let (episode, label) = (episodes[row], labels[column])
      guard episode.touches(label, within: tolerance) else { return nil }
      return 1 - episode.intersectionOverUnion(with: label)
    }
  }

  /// Adds the counts of another score.
  public mutating func add(_ other: IntervalScore) {
    counts.add(other.counts)
    matches += other.matches
    split += other.split
    merged += other.merged
    labelledSeconds += other.labelledSeconds
    detectedSeconds += other.detectedSeconds
    sharedSeconds += other.sharedSeconds
  }

  /// The share of the labelled time that was detected, or nil without any.
  public var timeRecall: Double? { labelledSeconds > 0 ? sharedSeconds / labelledSeconds : nil }

  /// The share of the detected time that was labelled, or nil without any.
  public var timePrecision: Double? { detectedSeconds > 0 ? sharedSeconds / detectedSeconds : nil }

  /// The size of one of the matches' errors below which a fraction of them lie, in seconds, or nil without matches.
  public func absoluteError(_ error: KeyPath<Match, Double>, _ fraction: Double) -> Double? {
    Percentile.value(fraction, of: matches.map { abs($0[keyPath: error]) })
  }

  /// The mean overlap of the matches, in [0, 1], or nil without matches.
  public var meanOverlap: Double? {
    matches.isEmpty ? nil : matches.reduce(0) { $0 + $1.overlap } / Double(matches.count)
  }

  /// The share of the matches whose durations agree within 2 s or a tenth, or nil without matches.
  public var rightDurationShare: Double? {
    matches.isEmpty
      ? nil : Double(matches.count { $0.hasRightDuration }) / Double(matches.count)
  }

  /// The parts of the line that a list of intervals covers, in order and apart.
  private static func union(_ intervals: [Interval]) -> [Interval] {
    var result: [Interval] = []
    for interval in intervals.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = result.last, interval.start <= last.end {
        result[result.count - 1] = Interval(start: last.start, end: max(last.end, interval.end))
      } else {
        result.append(interval)
      }
    }
    return result
  }
}
