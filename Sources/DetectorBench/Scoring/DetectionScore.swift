import SignalFilters

/// How well a detector's instants agree with the labels, counted over recordings.
public struct DetectionScore: Hashable, Sendable {
  /// The number of recordings counted.
  public private(set) var recordings = 0

  /// Their length in hours.
  public private(set) var hours = 0.0

  /// The number of labels.
  public private(set) var labels = 0

  /// Labels that a detection was matched with.
  public private(set) var found = 0

  /// Detections that no label was matched with.
  public private(set) var falseAlarms = 0

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
    recordings += 1
    self.hours += hours
    self.labels += labels.count
    self.unsettled += unsettled
    let pairs = OptimalMatching.pairs(rows: detections.count, columns: labels.count) {
      row,
      column in
      let (instant, label) = (detections[row], labels[column])
      return tolerance.allows(instant, label) ? abs(instant - label.start) : nil
    }
    found += pairs.count
    falseAlarms += detections.count - pairs.count
    delays += pairs.map { detections[$0.row] - labels[$0.column].start }
  }

  /// Adds the counts of another score.
  public mutating func add(_ other: DetectionScore) {
    recordings += other.recordings
    hours += other.hours
    labels += other.labels
    found += other.found
    falseAlarms += other.falseAlarms
    unsettled += other.unsettled
    delays += other.delays
  }

  /// Labels that no detection was matched with.
  public var missed: Int { labels - found }

  /// The share of labels found, or nil without labels.
  public var recall: Double? { labels == 0 ? nil : Double(found) / Double(labels) }

  /// The share of detections that were right, or nil without detections.
  public var precision: Double? {
    let detections = found + falseAlarms
    return detections == 0 ? nil : Double(found) / Double(detections)
  }

  /// The harmonic mean of precision and recall, or nil where there was nothing to find and nothing was found.
  public var f1: Double? {
    let total = labels + found + falseAlarms
    return total == 0 ? nil : 2 * Double(found) / Double(total)
  }

  /// Clopper and Pearson's 95 % interval of the recall.
  public var recallInterval: ClosedRange<Double>? {
    StatisticalBounds.proportionInterval(successes: found, trials: labels)
  }

  /// Clopper and Pearson's 95 % interval of the precision.
  public var precisionInterval: ClosedRange<Double>? {
    StatisticalBounds.proportionInterval(successes: found, trials: found + falseAlarms)
  }

  /// False alarms an hour, or nil where no time was counted.
  public var falseAlarmsPerHour: Double? { hours > 0 ? Double(falseAlarms) / hours : nil }

  /// The exact one-sided 95 % Poisson bound of false alarms an hour, or nil where no time was counted.
  public var falseAlarmsPerHourBound: Double? {
    guard hours > 0 else { return nil }
    return StatisticalBounds.poissonUpperBound(count: falseAlarms).map { $0 / hours }
  }

  /// The delay below which a fraction of the matches lie, in seconds, or nil without matches.
  public func delay(_ fraction: Double) -> Double? { Percentile.value(fraction, of: delays) }
}
