public import MotionSamples

/// Attitude and heading of the phone from gyroscope, accelerometer and magnetometer.
///
/// The gyroscope turns the attitude at every reading. Everything that corrects it is slow, and runs once a block of about
/// 50 ms on means over the block, which is why a reading costs so little:
///
/// - *Tilt.* In axes that turn with the gyroscope gravity stands still, so a low-pass of the accelerometer finds it
///   (VQF, Laidig and Seel, Information Fusion 2023), and the attitude is tilted by the shortest turn that makes it
///   vertical.
/// - *Heading, hard iron and gyroscope bias.* In those axes the earth's field stands still too, up to a slow turn by what the
///   bias is wrong by, while hard iron turns with the phone. That makes both linear in what is measured, R y = m + R b,
///   and one Kalman filter over field m, hard iron b and gyroscope bias finds all three together: the heading is the
///   azimuth of m. How much the phone was turned is how well b is known; the covariance keeps account, and a phone that
///   was not turned changes no calibration.
/// - *Gyroscope bias* shows itself besides in the corrections towards gravity, and at once while the phone rests.
/// - *Disturbance.* A reading whose strength or dip departs from m's counts for the less, the more it departs, and never for
///   nothing: a lasting change is followed, slowly.
/// - *Calibration.* In front of it all, ``MagneticCalibration`` takes off hard and soft iron once the phone was turned enough.
///
/// Without a gyroscope for longer than a moment, attitude comes from gravity and field alone; when it is back, or after a
/// silence of all sensors, the heading is found anew from the field. Without a magnetometer the gyroscope carries the
/// heading on, and its published error grows.
///
/// Feed each sensor in time order; a reading that is late, repeated or not finite is left out. Causal: an estimate rests on
/// nothing later than itself. Constant time and memory, nothing allocated per reading.
public struct HeadingEstimator: Sendable {
  /// What changes from reading to reading, to be written down and restored.
  public struct State: Hashable, Codable, Sendable {
    var estimation: Estimation
    var calibration: MagneticCalibration.State
  }

  /// The state but for the calibration's, which its own type keeps.
  struct Estimation: Hashable, Codable, Sendable {
    /// The turn from the device's axes to ones whose z axis is vertical and whose heading drifts with the gyroscope.
    var attitude = Attitude.identity
    /// Whether gravity has been seen, so that `attitude` means something.
    var isLevelled = false
    var rotationTimestamp: Timestamp?
    var accelerationTimestamp: Timestamp?
    var fieldTimestamp: Timestamp?
    /// The specific force low-passed in the device's axes, for want of a gyroscope.
    var deviceGravity = Vector3.zero
    /// Whether the last block had to do without a gyroscope.
    var isWithoutGyroscope = false
    /// Whether the field is to give the heading anew.
    var awaitsRealignment = false

    /// When the block under way began, absent before the first.
    var blockStart: Timestamp?
    var rates = BlockMean()
    var forces = BlockMean()
    var fields = BlockMean()
    var turnedForces = TurnedBlock()
    var turnedFields = TurnedBlock()

    var gravityFilter = GravityFilter()
    var restDetector = RestDetector()
    var fieldFilter: FieldFilter
    /// When a block last had a field in it, absent before the first.
    var fieldBlockTimestamp: Timestamp?
  }

  /// The configuration, which never changes.
  public let configuration: HeadingEstimatorConfiguration

  var estimation: Estimation
  private(set) var calibration: MagneticCalibration

  /// Creates an estimator, fresh or going on from a state.
  ///
  /// - Throws: ``ConfigurationError`` for a value outside its range.
  public init(
    _ configuration: HeadingEstimatorConfiguration = HeadingEstimatorConfiguration(),
    restoring state: State? = nil
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    estimation = state?.estimation ?? Estimation(fieldFilter: FieldFilter(configuration))
    calibration = try MagneticCalibration(
      configuration.calibration,
      restoring: state?.calibration ?? MagneticCalibration.State()
    )
  }

  /// All that changes; write it down anywhere and go on from it later.
  public var state: State { State(estimation: estimation, calibration: calibration.state) }

  /// The turn from the device's axes to the earth's: x east, y magnetic north, z up; absent until gravity and field are known.
  public var attitude: Attitude? {
    guard estimation.isLevelled, estimation.fieldFilter.hasField else { return nil }
    return .product(estimation.fieldFilter.northing, estimation.attitude)
  }

  /// Azimuth of the phone's top (+y) in degrees clockwise from magnetic north, in [0, 360); absent where ``attitude`` is.
  public var azimuth: Double? { attitude?.topAzimuth }

  /// The error of the heading in degrees: the true error is within it about two times out of three.
  ///
  /// Negative where there is no heading, or where it may point anywhere and the phone needs to be turned.
  public var accuracy: Double {
    guard attitude != nil, let variance = estimation.fieldFilter.azimuthVariance else { return -1 }
    let scaled =
      configuration.accuracyScale * variance.squareRoot() / PhysicalConstants.radiansPerDegree
    let departed =
      configuration.departureScale * estimation.fieldFilter.departure
      / PhysicalConstants.radiansPerDegree
    var squared = scaled * scaled + departed * departed
    squared += configuration.minimumAccuracyDeg * configuration.minimumAccuracyDeg
    if estimation.awaitsRealignment {
      // Gravity and field alone give the heading, if there is a field at all.
      guard isFieldFresh else { return -1 }
      squared += configuration.realignmentErrorDeg * configuration.realignmentErrorDeg
    }
    return squared <= Self.largestAccuracy * Self.largestAccuracy ? squared.squareRoot() : -1
  }

  /// The gyroscope's bias as estimated, in rad/s along the device's axes.
  public var rotationBias: Vector3 { estimation.fieldFilter.bias }

  /// The hard iron as estimated, in µT along the device's axes: the calibration's, and what the filter found on top.
  public var hardIron: Vector3 { calibration.state.hardIron + estimation.fieldFilter.hardIron }

  /// How the last fit of the calibration came out.
  public var calibrationAssessment: MagneticCalibration.Assessment { calibration.state.assessment }

  /// Whether attitude comes from gravity and field alone, for want of a gyroscope.
  public var isWithoutGyroscope: Bool { estimation.isWithoutGyroscope }

  /// Whether the phone has been lying still for a while.
  public var isAtRest: Bool { estimation.restDetector.quietSec >= configuration.restSec }

  /// How far the last field was believed, from 0 (disturbed) to 1 (as expected).
  public var fieldTrust: Double { estimation.fieldFilter.weight }

  /// Degrees of published error beyond which a heading is invalid: it may as well point anywhere.
  private static let largestAccuracy = 90.0

  /// rad/s, m/s² and µT beyond which a reading is none: several times what any phone's sensor can report.
  private static let largestRate = 100.0
  private static let largestAcceleration = 1000.0
  private static let largestField = 20_000.0

  /// Seconds of silence after which nothing but the calibration is worth keeping.
  private static let longestSilenceSec = 600.0

  /// Seconds for which a field stands in for the next while there is no gyroscope.
  private static let longestFieldAgeSec = 1.0

  private var isFieldFresh: Bool {
    guard let now = estimation.accelerationTimestamp, let taken = estimation.fieldTimestamp else {
      return false
    }
    return now.seconds(since: taken) <= Self.longestFieldAgeSec
  }

  private func isUsable(
    _ reading: Vector3,
    upTo largest: Double,
    at timestamp: Timestamp,
    after last: Timestamp?
  ) -> Bool {
    guard reading.isFinite, reading.squaredMagnitude < largest * largest else { return false }
    return last.map { timestamp > $0 } ?? true
  }

  /// Takes a reading of the gyroscope and turns the attitude.
  public mutating func process(_ sample: RotationSample) {
    let timestamp = sample.timestamp
    guard
      isUsable(
        sample.rotationRate,
        upTo: Self.largestRate,
        at: timestamp,
        after: estimation.rotationTimestamp
      )
    else { return }
    if let previous = estimation.rotationTimestamp {
      let interval = timestamp.seconds(since: previous)
      if interval <= configuration.maximumRotationGapSec {
        turnAttitude(by: (sample.rotationRate - estimation.fieldFilter.bias) * interval)
      } else {
        estimation.isWithoutGyroscope = true
        estimation.awaitsRealignment = estimation.fieldFilter.hasField
      }
    }
    estimation.rotationTimestamp = timestamp
    estimation.rates.add(sample.rotationRate)
  }

  /// Takes a reading of the accelerometer; where a block is complete, the slow part of the filter runs.
  public mutating func process(_ sample: AccelerationSample) {
    let timestamp = sample.timestamp
    guard
      isUsable(
        sample.acceleration,
        upTo: Self.largestAcceleration,
        at: timestamp,
        after: estimation.accelerationTimestamp
      )
    else { return }
    if let previous = estimation.accelerationTimestamp,
      timestamp.seconds(since: previous) > Self.longestSilenceSec
    {
      forget()
    }
    if !estimation.isLevelled {
      guard sample.acceleration.squaredMagnitude > 0 else { return }
      estimation.attitude = .raising(sample.acceleration)
      estimation.deviceGravity = sample.acceleration
      estimation.isLevelled = true
    } else if let previous = estimation.accelerationTimestamp {
      let interval = timestamp.seconds(since: previous)
      estimation.deviceGravity +=
        (sample.acceleration - estimation.deviceGravity)
        * lowPassShare(interval, configuration.gravityTauWithoutGyroSec)
    }
    estimation.accelerationTimestamp = timestamp
    estimation.forces.add(sample.acceleration)
    estimation.turnedForces.add(sample.acceleration, turnedBy: Matrix3(estimation.attitude))
    guard let start = estimation.blockStart else {
      estimation.blockStart = timestamp
      return
    }
    let interval = timestamp.seconds(since: start)
    if interval >= configuration.blockSec { endBlock(at: timestamp, after: interval) }
  }

  /// Takes a reading of the magnetometer, raw or calibrated.
  public mutating func process(_ sample: MagneticFieldSample) {
    let timestamp = sample.timestamp
    // Exactly zero is what a magnetometer reads that has not started yet.
    guard
      isUsable(
        sample.field,
        upTo: Self.largestField,
        at: timestamp,
        after: estimation.fieldTimestamp
      ),
      sample.field != .zero
    else { return }
    estimation.fieldTimestamp = timestamp
    let before = calibration.corrected(sample.field) - estimation.fieldFilter.hardIron
    let isAdopted = calibration.process(sample.field) == .adopted
    let field = calibration.corrected(sample.field)
    if isAdopted {
      estimation.fields = BlockMean()
      estimation.turnedFields = TurnedBlock()
      estimation.fieldFilter.adoptCalibration(
        changing: (field - before).magnitude,
        configuration: configuration
      )
    }
    guard estimation.isLevelled else { return }
    estimation.fields.add(field)
    estimation.turnedFields.add(field, turnedBy: Matrix3(estimation.attitude))
  }

  /// Starts anew, but for the calibration and for the timestamps that tell late readings.
  private mutating func forget() {
    var fresh = Estimation(fieldFilter: FieldFilter(configuration))
    fresh.rotationTimestamp = estimation.rotationTimestamp
    fresh.fieldTimestamp = estimation.fieldTimestamp
    estimation = fresh
  }

  /// 1 − exp(−x) by its Padé form, which is right to 1e-4 up to a third and never beyond 1.
  @inline(__always)
  private func lowPassShare(_ interval: Double, _ tau: Double) -> Double {
    let ratio = interval / tau
    return ratio < 2 ? ratio / (1 + ratio / 2 + ratio * ratio / 12) : 1
  }

  @inline(__always)
  private mutating func turnAttitude(by rotation: Vector3) {
    let squaredAngle = rotation.squaredMagnitude
    let cosineOfHalf: Double
    let sineRatio: Double
    if squaredAngle < 0.0625 {
      // cos(x/2) and sin(x/2)/x as series: below a quarter of a radian what is left out is under 1e-12.
      cosineOfHalf =
        1 - squaredAngle / 8 * (1 - squaredAngle / 48 * (1 - squaredAngle / 120))
      sineRatio =
        0.5 * (1 - squaredAngle / 24 * (1 - squaredAngle / 80 * (1 - squaredAngle / 168)))
    } else {
      let angle = squaredAngle.squareRoot()
      cosineOfHalf = cosine(angle / 2)
      sineRatio = sine(angle / 2) / angle
    }
    let turn = Attitude(
      w: cosineOfHalf,
      x: rotation.x * sineRatio,
      y: rotation.y * sineRatio,
      z: rotation.z * sineRatio
    )
    estimation.attitude = Attitude.product(estimation.attitude, turn).normalized
  }
}
