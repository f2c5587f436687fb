public import DetectorEngine

/// The distraction rule that is commonly shipped: gravity has changed its direction by 20° or more within 2 s.
///
/// Gravity is an exponential average of the measured acceleration (time constant 0.5 s), looked at ten times a second.
/// What a vehicle does to that average by braking and cornering counts as much as what a hand does.
public struct TiltRule: DetectionRule {
  /// The rule's name in tables.
  public static let name = "tilt-20deg"

  private static let spanSec = 2.0
  private static let hopSec = 0.1
  private static let gravityTimeConstant = 0.5

  private let minimumChangeDeg: Double

  private var episodes = RuleEpisodes()
  private var gravity: Vector3?
  private var lastTimestamp: Timestamp?
  private var history: [(timestamp: Timestamp, gravity: Vector3)] = []

  /// Creates the rule at the start of a recording, with its threshold in degrees.
  public init(minimumChangeDeg: Double = BaselineThresholds().tiltDeg) {
    self.minimumChangeDeg = minimumChangeDeg
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
    let held = gravity ?? sample.acceleration
    let interval = lastTimestamp.map { max(0, sample.timestamp.seconds(since: $0)) } ?? 0
    let updated =
      held + (sample.acceleration - held) * (interval / (interval + Self.gravityTimeConstant))
    gravity = updated
    lastTimestamp = sample.timestamp
    if let newest = history.last, sample.timestamp.seconds(since: newest.timestamp) < Self.hopSec {
      return
    }
    // The youngest of those that are old enough is what the change is measured from.
    while history.count > 1, sample.timestamp.seconds(since: history[1].timestamp) >= Self.spanSec {
      history.removeFirst()
    }
    var isHandled = false
    if let oldest = history.first, sample.timestamp.seconds(since: oldest.timestamp) >= Self.spanSec
    {
      let change = oldest.gravity.angle(to: updated) ?? 0
      isHandled = change >= minimumChangeDeg * PhysicalConstants.radiansPerDegree
    }
    history.append((sample.timestamp, updated))
    episodes.note(
      isHandled: isHandled,
      at: sample.timestamp,
      receivedAt: receivedAt,
      log: &log
    )
  }
}
