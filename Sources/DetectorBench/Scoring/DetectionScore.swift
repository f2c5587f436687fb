/// How well a detector's instants agree with the labels, counted over recordings.
public struct DetectionScore: Hashable, Codable, Sendable {
  /// What was there and what was found.
  public private(set) var counts = EventCounts()

  /// Candidates that the recordings' ends left open.
  public private(set) var unsettled = 0

  /// From the label's start to the detection, in seconds, for each match.
  public private(set) var delays: [Double] = []

  /// Creates an empty score.
  public init() {}

  /// Counts one recording, whose detections are matched with its labels one to one.
  ///
  /// Of all pairings with the most matches, the one with the smallest sum of distances from the labels' starts counts.
  public mutating func add(
    detections: [Double],
    labels: [Label],
    tolerance: MatchingTolerance,
    hours: Double,
    unsettled: Int = 0
  ) {
    counts.recordings += 1
    counts.hours += hours
    counts.labels += labels.count
    self.unsettled += unsettled
    let pairs = Self.pairs(detections: detections, labels: labels, tolerance: tolerance)
    counts.found += pairs.count
    counts.falseAlarms += detections.count - pairs.count
    delays += pairs.map { detections[$0.row] - labels[$0.column].start }
  }

  /// Which detection is which label's: the pairing that counts, detections as rows and labels as columns.
  static func pairs(
    detections: [Double],
    labels: [Label],
    tolerance: MatchingTolerance
  ) -> [OptimalMatching.Pair] {
    OptimalMatching.pairs(rows: detections.count, columns: labels.count) { row, column in
      let (instant, label) = (detections[row], labels[column])
      return tolerance.allows(instant, label) ? abs(instant - label.start) : nil
    }
  }

  /// Adds the counts of another score.
  public mutating func add(_ other: DetectionScore) {
    counts.add(other.counts)
    unsettled += other.unsettled
    delays += other.delays
  }

  /// The delay below which a fraction of the matches lie, in seconds, or nil without matches.
  public func delay(_ fraction: Double) -> Double? { Percentile.value(fraction, of: delays) }
}
