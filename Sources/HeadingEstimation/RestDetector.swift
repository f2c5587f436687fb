import MotionSamples

/// Tells a phone that lies still, by gyroscope and accelerometer staying close to their own recent means.
///
/// The criterion and its bounds are those of VQF (Laidig and Seel 2023), here on the mean square over a block.
struct RestDetector: Hashable, Codable, Sendable {
  /// The gyroscope's recent mean in rad/s: at rest, its bias.
  private(set) var rotationRate = Vector3.zero
  private var acceleration = Vector3.zero
  private var hasStarted = false
  /// Seconds for which both sensors have been quiet.
  private(set) var quietSec = 0.0

  /// The time constant of the recent means, in seconds.
  private static let tau = 0.5

  /// Takes a block of both sensors.
  mutating func advance(
    by interval: Double,
    rotationRate rates: BlockMean,
    acceleration forces: BlockMean,
    configuration: HeadingEstimatorConfiguration
  ) {
    if !hasStarted {
      hasStarted = true
      rotationRate = rates.mean
      acceleration = forces.mean
    }
    let share = oneMinusExponential(ofMinus: interval / Self.tau)
    rotationRate += (rates.mean - rotationRate) * share
    acceleration += (forces.mean - acceleration) * share
    let rateLimit =
      configuration.restRateDeviationDegPerSec * PhysicalConstants.radiansPerDegree
    let forceLimit = configuration.restAccelerationDeviation
    // A steady turn is quiet too: only a rate that a bias can be is rest.
    let largestBias =
      2 * configuration.initialBiasErrorDegPerSec * PhysicalConstants.radiansPerDegree
    let isQuiet =
      rates.meanSquare(about: rotationRate) < rateLimit * rateLimit
      && forces.meanSquare(about: acceleration) < forceLimit * forceLimit
      && rotationRate.magnitude < largestBias
    quietSec = isQuiet ? min(quietSec + interval, 3600) : 0
  }

  /// Forgets how long it has been quiet.
  mutating func interrupt() { quietSec = 0 }
}

/// Sums over the readings of a block, with what their mean and scatter need.
struct BlockMean: Hashable, Codable, Sendable {
  private(set) var count = 0.0
  private var sum = Vector3.zero
  private var squares = 0.0

  @inline(__always)
  mutating func add(_ reading: Vector3) {
    count += 1
    sum += reading
    squares += reading.squaredMagnitude
  }

  /// The mean reading; zero where there was none.
  var mean: Vector3 { count > 0 ? sum / count : .zero }

  /// The mean square of the readings' distance from a vector.
  func meanSquare(about center: Vector3) -> Double {
    guard count > 0 else { return 0 }
    return max(0, squares / count - 2 * mean.dot(center) + center.squaredMagnitude)
  }
}

/// Sums over the readings of a block that were turned into the earth's axes, and over the rotations that did it.
struct TurnedBlock: Hashable, Codable, Sendable {
  private(set) var count = 0.0
  private var sum = Vector3.zero
  private var rotations = Matrix3.zero

  @inline(__always)
  mutating func add(_ reading: Vector3, turnedBy rotation: Matrix3) {
    count += 1
    sum += rotation * reading
    rotations += rotation
  }

  /// The mean turned reading; zero where there was none.
  var mean: Vector3 { count > 0 ? sum / count : .zero }

  /// The mean rotation.
  var rotation: Matrix3 { count > 0 ? rotations * (1 / count) : .zero }
}
