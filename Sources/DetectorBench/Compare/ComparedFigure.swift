/// A figure of a run as a whole, made of sums over its recordings, by which two runs are compared.
enum ComparedFigure: String, Hashable, Sendable, CaseIterable {
  /// Share of the labels that were found.
  case recall
  /// Share of the detections that were right.
  case precision
  /// Harmonic mean of both.
  case f1
  /// False alarms an hour.
  case falseAlarmsPerHour = "false_alarms_per_hour"
  /// Mean over the recordings that have matches of the median delay, in seconds.
  case delay = "delay_s"
  /// Mean over the recordings that have matches of the mean overlap.
  case overlap

  /// The figure of some recordings, or nil where they do not give one.
  func value(_ scores: [RecordingScore]) -> Double? {
    var counts = EventCounts()
    for score in scores {
      counts.hours += score.hours
      counts.labels += score.labels
      counts.found += score.found
      counts.falseAlarms += score.falseAlarms
    }
    switch self {
    case .recall: return counts.recall
    case .precision: return counts.precision
    case .f1: return counts.f1
    case .falseAlarmsPerHour: return counts.falseAlarmsPerHour
    case .delay: return Self.mean(scores.compactMap(\.delay))
    case .overlap: return Self.mean(scores.compactMap(\.overlap))
    }
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
