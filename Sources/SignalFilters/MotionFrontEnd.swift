public import MotionSamples

/// Turns accelerometer and gyroscope readings into motion frames: reading, gravity, rotation rate.
///
/// Gravity is a complementary filter. The gyroscope, where there is one, turns the estimate with the phone; the
/// accelerometer pulls it, the less the more its magnitude departs from 1 g, and not at all at its rail. The pull is the
/// exact solution over each interval, so uneven spacing from 10 to 400 Hz changes nothing. At the start the estimate is
/// the weighted mean of what came so far, until that is as long as the time constant.
///
/// Feed both channels in time order, as the sample gate releases them. Constant time and memory, nothing allocated.
public struct MotionFrontEnd: Sendable {
  /// What changes from sample to sample, to be written down and restored.
  public struct State: Hashable, Codable, Sendable {
    /// The estimated reading of a phone at rest in this attitude, in m/s².
    var gravity = Vector3(0, 0, PhysicalConstants.standardGravity)
    /// The instant up to which the gyroscope has turned `gravity`.
    var gravityTimestamp: Timestamp?
    /// Seconds of full accelerometer weight behind `gravity`, counted up to the time constant.
    var settledSec = 0.0
    /// The latest accelerometer reading's instant, absent before the first.
    var accelerationTimestamp: Timestamp?
    /// The latest rotation rate in rad/s.
    var rotationRate = Vector3.zero
    /// The latest gyroscope reading's instant, absent before the first.
    var rotationTimestamp: Timestamp?

    /// Creates the state of a front end that has seen nothing.
    public init() {}
  }

  /// The configuration, which never changes.
  public let configuration: MotionFrontEndConfiguration

  /// All that changes; write it down anywhere and go on from it later.
  public private(set) var state: State

  /// Creates a front end, fresh or going on from a state.
  ///
  /// - Throws: ``ConfigurationError`` for a value outside its range.
  public init(
    _ configuration: MotionFrontEndConfiguration = MotionFrontEndConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
  }

  /// Takes a gyroscope reading: gravity is turned up to its instant.
  public mutating func process(_ sample: RotationSample) {
    if let previous = state.rotationTimestamp,
      isFresh(previous, at: sample.timestamp)
    {
      // The mean of the two readings is the rate between them to second order.
      turnGravity(
        to: sample.timestamp,
        at: (state.rotationRate + sample.rotationRate) * 0.5
      )
    } else {
      turnGravity(to: sample.timestamp, at: .zero)
    }
    state.rotationRate = sample.rotationRate
    state.rotationTimestamp = sample.timestamp
  }

  /// Takes an accelerometer reading and gives its frame.
  ///
  /// - Parameters:
  ///   - sample: the reading.
  ///   - isSaturated: whether a channel stood at its rail, as the sample gate found.
  ///   - isRestart: whether the gate found a gap before it; a gap longer than the configuration's is found here too.
  /// - Returns: the reading taken apart, with gravity as it stands after it.
  public mutating func process(
    _ sample: AccelerationSample,
    isSaturated: Bool = false,
    isRestart: Bool = false
  ) -> MotionFrame {
    var interval = 0.0
    var restarts = true
    if let previous = state.accelerationTimestamp {
      interval = max(0, sample.timestamp.seconds(since: previous))
      restarts = isRestart || interval > configuration.maximumGapSec
    }
    let rotationRate = freshRotationRate(at: sample.timestamp)
    if restarts {
      interval = 0
      begin(with: sample, isSaturated: isSaturated)
    } else {
      turnGravity(to: sample.timestamp, at: rotationRate ?? .zero)
      pullGravity(
        towards: sample.acceleration,
        for: interval,
        weight: isSaturated ? 0 : weight(of: sample.acceleration),
        tau: rotationRate == nil
          ? configuration.gravityTauWithoutGyroSec : configuration.gravityTauSec
      )
    }
    state.accelerationTimestamp = sample.timestamp
    return MotionFrame(
      timestamp: sample.timestamp,
      interval: interval,
      acceleration: sample.acceleration,
      gravity: state.gravity,
      rotationRate: rotationRate,
      isSaturated: isSaturated,
      isRestart: restarts
    )
  }

  /// The seconds that a lone first reading counts for: one interval at 100 Hz.
  private static let firstReadingSec = 0.01

  private func isFresh(_ rotationTimestamp: Timestamp, at timestamp: Timestamp) -> Bool {
    // Either way: a clock that was set back leaves a reading in the future behind.
    abs(timestamp.seconds(since: rotationTimestamp)) <= configuration.maximumRotationAgeSec
  }

  private func freshRotationRate(at timestamp: Timestamp) -> Vector3? {
    guard let taken = state.rotationTimestamp, isFresh(taken, at: timestamp) else { return nil }
    return state.rotationRate
  }

  /// How far a reading is to be believed as gravity, in [0, 1].
  private func weight(of acceleration: Vector3) -> Double {
    let departure =
      (acceleration.magnitude - PhysicalConstants.standardGravity)
      / configuration.gravityDeviationScale
    return 1 / (1 + departure * departure)
  }

  private mutating func begin(with sample: AccelerationSample, isSaturated: Bool) {
    // Whatever the first reading is, it is the best guess; its weight decides how soon the next ones overrule it.
    let direction = sample.acceleration.normalized ?? Vector3(0, 0, 1)
    state.gravity = direction * PhysicalConstants.standardGravity
    state.gravityTimestamp = sample.timestamp
    state.settledSec =
      isSaturated ? 0 : Self.firstReadingSec * weight(of: sample.acceleration)
  }

  private mutating func turnGravity(to timestamp: Timestamp, at rate: Vector3) {
    guard let from = state.gravityTimestamp, timestamp > from else { return }
    state.gravity = state.gravity.carried(through: rate * timestamp.seconds(since: from))
    state.gravityTimestamp = timestamp
  }

  private mutating func pullGravity(
    towards acceleration: Vector3,
    for interval: Double,
    weight: Double,
    tau: Double
  ) {
    let weightedSec = weight * interval
    guard weightedSec > 0 else { return }
    var share = oneMinusExponential(ofMinus: weightedSec / tau)
    if state.settledSec < tau {
      state.settledSec += weightedSec
      share = max(share, weightedSec / state.settledSec)
    }
    state.gravity += (acceleration - state.gravity) * share
  }
}
