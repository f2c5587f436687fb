public import DetectorEngine

/// A plain threshold on how much the phone shakes: the variance of the acceleration's magnitude over a second.
///
/// A hand shakes a phone, and so does the road; the rule cannot tell one from the other. The threshold is
/// 1 (m/s²)², looked at ten times a second.
public struct VarianceRule: DetectionRule {
  /// The rule's name in tables.
  public static let name = "variance"

  private static let spanSec = 1.0
  private static let hopSec = 0.1

  private let minimumVariance: Double

  private var episodes = RuleEpisodes()
  private var window: [(timestamp: Timestamp, magnitude: Double)] = []
  private var lastLook: Timestamp?

  /// Creates the rule at the start of a recording, with its threshold in (m/s²)².
  public init(minimumVariance: Double = BaselineThresholds().variance) {
    self.minimumVariance = minimumVariance
  }

  /// Takes one input; gyroscope, magnetometer and activity don't matter.
  public mutating func process(
    _ input: RecordedInput,
    receivedAt: Timestamp,
    log: inout ReplayLog
  ) {
    switch input {
    case .fix(let fix):
      episodes.note(fix)
    case .acceleration(let sample):
      process(sample, receivedAt, &log)
    case .rotation, .magneticField, .activity, .timePassed:
      break
    }
  }

  /// Ends what is going on.
  public mutating func finish(at now: Timestamp, log: inout ReplayLog) {
    episodes.close(at: now, log: &log)
  }

  private mutating func process(
    _ sample: AccelerationSample,
    _ receivedAt: Timestamp,
    _ log: inout ReplayLog
  ) {
    window.append((sample.timestamp, sample.acceleration.magnitude))
    if let lastLook, sample.timestamp.seconds(since: lastLook) < Self.hopSec { return }
    lastLook = sample.timestamp
    window.removeAll { sample.timestamp.seconds(since: $0.timestamp) >= Self.spanSec }
    let count = Double(window.count)
    let mean = window.reduce(0) { $0 + $1.magnitude } / count
    let variance = window.reduce(0) { $0 + ($1.magnitude - mean) * ($1.magnitude - mean) } / count
    episodes.note(
      isHandled: variance >= minimumVariance,
      at: sample.timestamp,
      receivedAt: receivedAt,
      log: &log
    )
  }
}
