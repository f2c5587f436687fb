public import DetectorEngine

/// A crash rule of the kind that open location SDKs ship: 2 g at 25 km/h, then quiet for five seconds.
///
/// An event is given when the magnitude of the measured acceleration, gravity included, is 2 g or more while the latest
/// known speed, however old, is 25 km/h or more, unless the last event is less than 5 s old.
public struct TwoGRule: DetectionRule {
  /// The rule's name in tables.
  public static let name = "naive-2g"

  private static let minimumSpeedMps = 25 / 3.6
  private static let refractorySeconds = 5.0

  private let minimumPeakG: Double

  private var speed: Double?
  private var lastEvent: Timestamp?

  /// Creates the rule at the start of a recording, with its threshold in g, gravity included.
  public init(minimumPeakG: Double = BaselineThresholds().naivePeakG) {
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
    let peakG = sample.acceleration.magnitude / PhysicalConstants.standardGravity
    guard peakG >= minimumPeakG, let speed, speed >= Self.minimumSpeedMps else { return }
    if let lastEvent, sample.timestamp.seconds(since: lastEvent) < Self.refractorySeconds { return }
    lastEvent = sample.timestamp
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
