/// What one rule did on one replay of one recording, and how it scored.
public struct TrialResult: Sendable {
  /// The data set's name.
  public let dataset: String

  /// The recording.
  public let recording: RecordingInfo

  /// What its speed was.
  public let variant: SpeedVariant

  /// The rule.
  public let rule: BenchRule

  /// What the rule gave.
  public let log: ReplayLog

  /// How each detector scored that the recording is labelled for.
  public let scores: [DetectorName: TrialScore]

  /// The labels among those scored that lie outside the recording, so that nothing can be found of them.
  var strayLabels: [StrayLabel] = []
}

/// How one detector scored.
public enum TrialScore: Hashable, Codable, Sendable {
  /// By instants.
  case detection(DetectionScore)
  /// By episodes.
  case intervals(IntervalScore)

  /// What was there and what was found.
  public var counts: EventCounts {
    switch self {
    case .detection(let score): score.counts
    case .intervals(let score): score.counts
    }
  }

  /// Adds a score of the same kind; one of another kind is not added.
  mutating func add(_ other: TrialScore) {
    switch (self, other) {
    case (.detection(var sum), .detection(let score)):
      sum.add(score)
      self = .detection(sum)
    case (.intervals(var sum), .intervals(let score)):
      sum.add(score)
      self = .intervals(sum)
    case (.detection, .intervals), (.intervals, .detection):
      // One detector is always scored in one way.
      assertionFailure("scores of different kinds can't be added")
    }
  }
}
