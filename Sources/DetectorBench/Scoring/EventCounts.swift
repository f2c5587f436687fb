import SignalFilters

/// What was there, what was found, and the shares and bounds that follow.
public struct EventCounts: Hashable, Codable, Sendable {
  /// The number of recordings counted.
  public var recordings = 0

  /// Their length in hours.
  public var hours = 0.0

  /// The number of labels.
  public var labels = 0

  /// Labels that a detection was matched with.
  public var found = 0

  /// Detections that no label was matched with.
  public var falseAlarms = 0

  /// Creates the counts of nothing.
  public init() {}

  /// Adds other counts.
  public mutating func add(_ other: EventCounts) {
    recordings += other.recordings
    hours += other.hours
    labels += other.labels
    found += other.found
    falseAlarms += other.falseAlarms
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
}
