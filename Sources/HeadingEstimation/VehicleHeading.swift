public import MotionSamples

/// The direction in which a vehicle moves: course over ground fused with the gyroscope's yaw rate.
///
/// This is not the phone's heading: it does not care how the phone lies, uses no magnetometer, and refers to true north.
/// Each fix with a trustworthy course corrects the heading by the weight of the two errors (a Kalman filter with two
/// states, heading and gyroscope bias); between fixes, and while the car is too slow for a course, the rotation about
/// the vertical carries it on. A car that stands still does not turn, which shows the bias by itself. Reversing looks
/// like a turn by 180° to the receiver, and is believed only as far as the fixes insist on it.
///
/// Feed fixes and rotation rates in time order. Constant time and memory, nothing allocated.
public struct VehicleHeading: Sendable {
  /// A vehicle's heading with its error.
  public struct Estimate: Hashable, Codable, Sendable {
    /// The instant up to which it holds.
    public let timestamp: Timestamp
    /// Degrees clockwise from true north, in [0, 360).
    public let heading: Double
    /// Standard error in degrees.
    public let accuracy: Double
  }

  /// What changes from sample to sample, to be written down and restored.
  public struct State: Hashable, Codable, Sendable {
    /// Degrees clockwise from true north, in [0, 360), absent before the first course.
    var heading: Double?
    /// What the yaw rate reads too much, in degrees a second, clockwise positive.
    var bias = 0.0
    /// Variance of the heading in degrees squared.
    var headingVariance = 0.0
    /// Covariance of heading and bias.
    var covariance = 0.0
    /// Variance of the bias, absent before anything has come.
    var biasVariance: Double?
    /// The instant up to which the heading was carried.
    var timestamp: Timestamp?
    /// The latest rotation rate's instant, absent before the first.
    var rotationTimestamp: Timestamp?
    /// The latest fix's instant, absent before the first.
    var fixTimestamp: Timestamp?
    /// The latest speed in m/s, absent where unknown.
    var speed: Double?

    /// Creates the state of a filter that has seen nothing.
    public init() {}
  }

  /// The configuration, which never changes.
  public let configuration: VehicleHeadingConfiguration

  /// All that changes; write it down anywhere and go on from it later.
  public private(set) var state: State

  /// Creates a filter, fresh or going on from a state.
  ///
  /// - Throws: ``ConfigurationError`` for a value outside its range.
  public init(
    _ configuration: VehicleHeadingConfiguration = VehicleHeadingConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
  }

  /// The heading as it stands, absent before the first course and where its error has grown beyond bounds.
  public var estimate: Estimate? {
    guard let heading = state.heading, let timestamp = state.timestamp else { return nil }
    let accuracy = state.headingVariance.squareRoot()
    guard accuracy <= configuration.maximumErrorDeg else { return nil }
    return Estimate(timestamp: timestamp, heading: heading, accuracy: accuracy)
  }

  /// Takes a rotation rate and the direction of up, both along the device's axes.
  ///
  /// - Parameters:
  ///   - sample: the gyroscope's reading.
  ///   - gravity: what a phone at rest in this attitude would read on its accelerometer, of any length: it points up.
  public mutating func process(_ sample: RotationSample, gravity: Vector3) {
    guard sample.rotationRate.isFinite, let up = gravity.normalized else { return }
    // A positive rotation about up is anticlockwise, an azimuth counts clockwise.
    let clockwise = -sample.rotationRate.dot(up) / PhysicalConstants.radiansPerDegree
    let previous = state.rotationTimestamp
    guard previous.map({ sample.timestamp > $0 }) ?? true else { return }
    state.rotationTimestamp = sample.timestamp
    guard let previous, sample.timestamp.seconds(since: previous) <= configuration.maximumGapSec
    else {
      carry(to: sample.timestamp, turning: nil)
      return
    }
    carry(to: sample.timestamp, turning: clockwise)
    learnBiasAtStandstill(from: clockwise, for: sample.timestamp.seconds(since: previous))
  }

  /// Takes a fix; one without a course, or too slow for it, only tells the speed.
  public mutating func process(_ fix: LocationFix) {
    guard state.fixTimestamp.map({ fix.timestamp > $0 }) ?? true else { return }
    state.fixTimestamp = fix.timestamp
    state.speed = fix.speed
    guard let speed = fix.speed, speed >= configuration.minimumSpeed, let course = fix.course else {
      return
    }
    if let timestamp = state.timestamp,
      fix.timestamp.seconds(since: timestamp) > configuration.maximumGapSec
    {
      carry(to: fix.timestamp, turning: nil)
    }
    let error =
      arctangent2(configuration.velocityError, speed) / PhysicalConstants.radiansPerDegree
    correct(towards: course, variance: error * error, at: fix.timestamp)
  }

  /// Below this speed in m/s a car is taken to stand: what receivers report for a car at a red light.
  private static let standstillSpeed = 0.3

  /// Degrees a second; the scatter of one yaw rate of a car that stands with its engine running.
  private static let standstillNoise = 0.3

  /// The rate in degrees a second that a car may have turned with while nothing was measured.
  private static let unmeasuredRate = 20.0

  private mutating func carry(to timestamp: Timestamp, turning clockwise: Double?) {
    defer { state.timestamp = max(timestamp, state.timestamp ?? timestamp) }
    guard let from = state.timestamp, timestamp > from else { return }
    let elapsedSec = timestamp.seconds(since: from)
    let biasVariance = state.biasVariance ?? initialBiasVariance
    let walk = configuration.headingWalkDegPerRootSec
    let biasWalk = configuration.biasWalkDegPerSecPerRootSec
    if let clockwise {
      if let heading = state.heading {
        state.heading = Azimuth.normalized(heading + (clockwise - state.bias) * elapsedSec)
      }
      state.headingVariance +=
        elapsedSec * (elapsedSec * biasVariance - 2 * state.covariance) + walk * walk * elapsedSec
      state.covariance -= elapsedSec * biasVariance
    } else {
      let turned = Self.unmeasuredRate * elapsedSec
      state.headingVariance += turned * turned
    }
    state.headingVariance = min(state.headingVariance, 180 * 180)
    state.biasVariance = min(
      biasVariance + biasWalk * biasWalk * elapsedSec,
      initialBiasVariance
    )
  }

  private var initialBiasVariance: Double {
    configuration.initialBiasErrorDegPerSec * configuration.initialBiasErrorDegPerSec
  }

  private mutating func correct(towards course: Double, variance: Double, at timestamp: Timestamp) {
    guard let heading = state.heading else {
      state.heading = course
      state.headingVariance = variance
      state.covariance = 0
      state.biasVariance = state.biasVariance ?? initialBiasVariance
      state.timestamp = max(timestamp, state.timestamp ?? timestamp)
      return
    }
    let residual = Azimuth.turn(from: heading, to: course)
    let total = state.headingVariance + variance
    // A course that contradicts the heading by more than three errors weighs less: a reversing car or a reflected fix.
    let surprise = residual * residual / (9 * total)
    let spread = state.headingVariance + variance * max(1, surprise)
    let gain = state.headingVariance / spread
    let biasGain = state.covariance / spread
    state.heading = Azimuth.normalized(heading + gain * residual)
    state.bias += biasGain * residual
    state.biasVariance = max(
      0,
      (state.biasVariance ?? initialBiasVariance) - biasGain * state.covariance
    )
    state.headingVariance *= 1 - gain
    state.covariance *= 1 - gain
  }

  private mutating func learnBiasAtStandstill(from clockwise: Double, for elapsedSec: Double) {
    guard let speed = state.speed, speed < Self.standstillSpeed else { return }
    guard let fix = state.fixTimestamp, let now = state.timestamp,
      now.seconds(since: fix) <= Self.standstillSpeedAgeSec
    else { return }
    let biasVariance = state.biasVariance ?? initialBiasVariance
    // White over the tenth of a second that vibration needs to average out.
    let spread =
      biasVariance + Self.standstillNoise * Self.standstillNoise * 0.1 / max(elapsedSec, 0.001)
    let residual = clockwise - state.bias
    let gain = biasVariance / spread
    let headingGain = state.covariance / spread
    state.bias += gain * residual
    if let heading = state.heading {
      state.heading = Azimuth.normalized(heading + headingGain * residual)
    }
    state.headingVariance = max(0, state.headingVariance - headingGain * state.covariance)
    state.covariance *= 1 - gain
    state.biasVariance = biasVariance * (1 - gain)
  }

  /// Seconds for which a reported standstill is believed: two fixes at the usual one a second.
  private static let standstillSpeedAgeSec = 2.0
}
