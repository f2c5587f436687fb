public import DetectorEngine

/// The whole of the crash rule that a reader of the interface would write: a peak of 4 g at 40 km/h, nothing else.
///
/// Gravity is an exponential average of the measured acceleration (time constant 1 s). An event is given whenever the
/// magnitude of what is left rises from below 4.0 g to it or beyond while the latest known speed, however old, is
/// 11.11 m/s or more. Nothing is asked about duration, axes, free fall or what the speed does afterwards, and a bounce
/// that comes back to the threshold is an event of its own.
public struct PeakAndSpeedRule: DetectionRule {
  /// The rule's name in tables.
  public static let name = "contract"

  private static let minimumSpeedMps = 11.11
  private static let gravityTimeConstant = 1.0

  private let minimumPeakG: Double

  private var gravity: Vector3?
  private var lastTimestamp: Timestamp?
  private var speed: Double?
  private var isAbove = false

  /// Creates the rule at the start of a recording, with its threshold in g, gravity not included.
  public init(minimumPeakG: Double = BaselineThresholds().contractPeakG) {
    self.minimumPeakG = minimumPeakG
  }

  /// Takes one input; gyroscope, magnetometer and activity don't matter.
  public mutating func process(
    _ input: RecordedInput,
    receivedAt: Timestamp,
    log: inout ReplayLog
  ) {
    switch input {
    case .fix(let fix):
      speed = fix.speed ?? speed
    case .acceleration(let sample):
      process(sample, receivedAt, &log)
    case .rotation, .magneticField, .activity, .timePassed:
      break
    }
  }

  /// Does nothing: the rule waits for nothing.
  public mutating func finish(at now: Timestamp, log: inout ReplayLog) {}

  private mutating func process(
    _ sample: AccelerationSample,
    _ receivedAt: Timestamp,
    _ log: inout ReplayLog
  ) {
    let held = gravity ?? sample.acceleration
    let interval = lastTimestamp.map { max(0, sample.timestamp.seconds(since: $0)) } ?? 0
    let weight = interval / (interval + Self.gravityTimeConstant)
    gravity = held + (sample.acceleration - held) * weight
    lastTimestamp = sample.timestamp

    let peakG = (sample.acceleration - held).magnitude / PhysicalConstants.standardGravity
    let wasAbove = isAbove
    isAbove = peakG >= minimumPeakG
    guard isAbove, !wasAbove, let speed, speed >= Self.minimumSpeedMps else { return }
    log.record(
      ReplayedEvent(
        timestamp: receivedAt,
        detector: .crash,
        kind: .confirmed,
        fields: [
          .start: .number(sample.timestamp.seconds),
          .peakG: .number(peakG),
          .preImpactSpeedMps: .number(speed),
        ]
      )
    )
  }
}
