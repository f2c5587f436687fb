import MotionSamples

/// The Kalman filter over the earth's field, the hard iron and the gyroscope's bias.
///
/// The axes are vertical and turn with nothing but the gyroscope's drift. In them a reading of the magnetometer, turned by
/// the attitude R, is m + R b: linear in the field m and the hard iron b. The field turns with what the bias is wrong by
/// about the vertical, which is how the magnetometer shows that bias.
struct FieldFilter: Hashable, Codable, Sendable {
  /// Whether a field has been seen.
  private(set) var hasField = false
  /// The earth's field in µT.
  private(set) var field = Vector3.zero
  /// The hard iron in µT along the device's axes.
  private(set) var hardIron = Vector3.zero
  /// The gyroscope's bias in rad/s along the device's axes.
  private(set) var bias = Vector3.zero
  /// The azimuth of `field` in radians, clockwise from the axes' north.
  private(set) var azimuth = 0.0
  /// The turn about the vertical that brings `field` to north.
  private(set) var northing = Attitude.identity
  /// How far the last field was believed, in (0, 1].
  private(set) var weight = 1.0
  /// The mean of the readings' azimuth less the filter's over the recent past, in radians.
  private(set) var departure = 0.0
  private var covariance = FieldCovariance()
  /// Seconds of field since the start or the last realignment, counted up to an hour.
  private var ageSec = 0.0

  init(_ configuration: HeadingEstimatorConfiguration) {
    let error = configuration.initialBiasErrorDegPerSec * PhysicalConstants.radiansPerDegree
    covariance.bias = .diagonal(error * error)
  }

  /// The variance of `azimuth` in rad², absent where the field has no horizontal part.
  var azimuthVariance: Double? {
    let squaredHorizontal = field.x * field.x + field.y * field.y
    guard hasField, squaredHorizontal > 0 else { return nil }
    let across = Vector3(field.y, -field.x, 0)
    let variance = across.dot(covariance.field * across) / (squaredHorizontal * squaredHorizontal)
    return variance >= 0 ? variance : nil
  }

  /// µT; a reading this strong is not the earth's field alone, which is below 67.
  private static let largestPlainField = 70.0

  /// µT; how strong each component of a field on earth may be expected to be.
  private static let priorFieldError = 35.0

  /// µT; below this strength a reference has no norm and dip to compare with.
  private static let smallestReference = 5.0

  /// Lets time pass.
  mutating func predict(
    over interval: Double,
    vertical: Vector3,
    _ configuration: HeadingEstimatorConfiguration
  ) {
    let degree = PhysicalConstants.radiansPerDegree
    let across = Vector3(-field.y, field.x, 0)
    covariance.carry(turned: across, vertical: vertical * interval)
    let headingWalk = configuration.headingWalkDegPerRootSec * degree
    let fieldWalk = configuration.fieldWalk
    covariance.field += .outer(across, across) * (headingWalk * headingWalk * interval)
    covariance.field += .diagonal(fieldWalk * fieldWalk * interval)
    let hardIronWalk = configuration.hardIronWalk
    covariance.hardIron += .diagonal(hardIronWalk * hardIronWalk * interval)
    let biasWalk = configuration.biasWalkDegPerSecPerRootSec * degree
    covariance.bias += .diagonal(biasWalk * biasWalk * interval)
  }

  /// Takes in a bias seen directly, along all three axes.
  mutating func measureBias(_ rate: Vector3, variance: Double) {
    take(covariance.measureBias(along: Vector3(1, 0, 0), variance: variance), rate.x - bias.x)
    take(covariance.measureBias(along: Vector3(0, 1, 0), variance: variance), rate.y - bias.y)
    take(covariance.measureBias(along: Vector3(0, 0, 1), variance: variance), rate.z - bias.z)
  }

  /// Takes in what the bias is wrong by about the two horizontal axes, as seen through a rotation.
  mutating func measureBiasError(
    _ error: (Double, Double),
    through rotation: Matrix3,
    variance: Double
  ) {
    let first = Vector3(rotation.rows.0)
    take(covariance.measureBias(along: first, variance: variance), limited(error.0))
    let second = Vector3(rotation.rows.1)
    take(covariance.measureBias(along: second, variance: variance), limited(error.1))
  }

  /// 20°/s: what corrects the tilt faster is motion, whatever it says about the bias.
  private func limited(_ rate: Double) -> Double {
    let limit = 20 * PhysicalConstants.radiansPerDegree
    return min(limit, max(-limit, rate))
  }

  /// Holds the bias within bounds that a gyroscope can have.
  mutating func limitBias(to limit: Double) {
    let bounds = SIMD3(repeating: limit)
    bias = Vector3(bias.storage.clamped(lowerBound: -bounds, upperBound: bounds))
  }

  private mutating func take(_ gain: FieldCovariance.Gain, _ surprise: Double) {
    field += gain.field * surprise
    hardIron += gain.hardIron * surprise
    bias += gain.bias * surprise
  }

  /// Takes in the mean of readings over an interval, turned into the filter's axes, and the mean rotation that did it.
  mutating func measureField(
    _ reading: Vector3,
    through rotation: Matrix3,
    over interval: Double,
    isAtRest: Bool,
    isRealigning: Bool,
    _ configuration: HeadingEstimatorConfiguration
  ) {
    guard hasField else {
      start(with: reading, through: rotation, configuration)
      return
    }
    let seen = reading - rotation * hardIron
    if isRealigning {
      let doubt = covariance.field.trace / 3
      realign(to: seen, trust: trust(in: seen, variance: doubt, configuration), configuration)
    }
    ageSec = min(ageSec + interval, 3600)
    let turnedBack = rotation.transposed
    let withField = covariance.field + covariance.fieldHardIron * turnedBack
    let withHardIron =
      covariance.fieldHardIron.transposed + covariance.hardIron * turnedBack
    let withBias =
      covariance.fieldBias.transposed + covariance.hardIronBias.transposed * turnedBack
    let predicted = withField + rotation * withHardIron
    weight = trust(in: seen, variance: predicted.trace / 3, configuration)
    let noise = noise(over: interval, isAtRest: isAtRest, configuration) / weight
    guard let inverse = (predicted + .diagonal(noise)).symmetrized.symmetricInverse else { return }
    noteDeparture(of: seen, over: interval, configuration)
    let surprise = seen - field
    let fieldGain = withField * inverse
    let hardIronGain = withHardIron * inverse
    let biasGain = withBias * inverse
    field += fieldGain * surprise
    hardIron += hardIronGain * surprise
    bias += biasGain * surprise
    covariance.field = (covariance.field - fieldGain * withField.transposed).symmetrized
    covariance.fieldHardIron -= fieldGain * withHardIron.transposed
    covariance.fieldBias -= fieldGain * withBias.transposed
    covariance.hardIron = (covariance.hardIron - hardIronGain * withHardIron.transposed).symmetrized
    covariance.hardIronBias -= hardIronGain * withBias.transposed
    covariance.bias = (covariance.bias - biasGain * withBias.transposed).symmetrized
    findNorth()
  }

  /// Starts with the first reading, sharing it out between field and hard iron.
  ///
  /// A reading of plausible strength is the field, but for a little; a stronger one is hard iron, but for as much as a
  /// field may have. Both errors are the same error with opposite signs, which is what turning the phone will resolve.
  mutating func start(
    with reading: Vector3,
    through rotation: Matrix3,
    _ configuration: HeadingEstimatorConfiguration
  ) {
    let strength = reading.magnitude
    let isPlain = strength <= Self.largestPlainField
    let hardIronError = isPlain ? configuration.initialHardIronError : strength
    // A plain field is taken as it is: next to its own error, any hard iron is small.
    let fieldError = isPlain ? 1000 * hardIronError : Self.priorFieldError
    let noise = configuration.initialFieldError * configuration.initialFieldError
    let fieldVariance = fieldError * fieldError
    let hardIronVariance = hardIronError * hardIronError
    let total = fieldVariance + hardIronVariance + noise
    field = reading * (fieldVariance / total)
    hardIron = rotation.transposed * reading * (hardIronVariance / total)
    covariance.restart(
      field: fieldVariance * (1 - fieldVariance / total),
      fieldHardIron: rotation * (-fieldVariance * hardIronVariance / total),
      hardIron: hardIronVariance * (1 - hardIronVariance / total)
    )
    hasField = true
    weight = 1
    ageSec = 0
    findNorth()
  }

  private mutating func findNorth() {
    azimuth = arctangent2(field.x, field.y)
    northing = .aboutVertical(azimuth)
  }

  /// Goes on after a calibration has changed what the readings are by `change` µT.
  ///
  /// A small change leaves the field where it is; after a large one it has to be found anew. Either way what hard iron was
  /// left is now the calibration's.
  mutating func adoptCalibration(
    changing change: Double,
    configuration: HeadingEstimatorConfiguration
  ) {
    hardIron = .zero
    let error = configuration.initialHardIronError
    covariance.restart(
      field: nil,
      fieldHardIron: .zero,
      hardIron: error * error
    )
    if change > configuration.initialFieldError { hasField = false }
  }

  /// Turns the field to where it is seen now: the heading of the axes was lost.
  private mutating func realign(
    to seen: Vector3,
    trust: Double,
    _ configuration: HeadingEstimatorConfiguration
  ) {
    let turn = arctangent2(field.x, field.y) - arctangent2(seen.x, seen.y)
    let attitude = Matrix3(.aboutVertical(turn))
    field = attitude * field
    covariance.turnField(by: attitude)
    let across = Vector3(-field.y, field.x, 0)
    let error = configuration.realignmentErrorDeg * PhysicalConstants.radiansPerDegree
    // A field that is not the one from before the outage says little about where north is; half a turn says nothing.
    let variance = min(error * error / trust, Double.pi * Double.pi)
    covariance.field += .outer(across, across) * variance
    departure = 0
    ageSec = 0
  }

  /// The variance of the mean field over an interval: a density, but no more than one reading's own error at the start.
  private func noise(
    over interval: Double,
    isAtRest: Bool,
    _ configuration: HeadingEstimatorConfiguration
  ) -> Double {
    let factor = isAtRest ? configuration.restFieldNoiseFactor : 1
    let full = configuration.fieldNoise * configuration.fieldNoise * factor / max(interval, 1e-3)
    guard ageSec < configuration.fieldStartSec else { return full }
    let first = configuration.initialFieldError * configuration.initialFieldError
    let share = ageSec / configuration.fieldStartSec
    return first + max(0, full - first) * share * share
  }

  /// Keeps account of how far compass and filter disagree, which is the best there is to tell a wrong heading by.
  private mutating func noteDeparture(
    of seen: Vector3,
    over interval: Double,
    _ configuration: HeadingEstimatorConfiguration
  ) {
    let sine = seen.x * field.y - seen.y * field.x
    let cosine = seen.x * field.x + seen.y * field.y
    let share = min(1, interval / configuration.departureTauSec)
    departure += share * (arctangent2(sine, cosine) - departure)
  }

  /// How far a reading is to be believed, by the strength and the dip of the field that it shows.
  private func trust(
    in seen: Vector3,
    variance: Double,
    _ configuration: HeadingEstimatorConfiguration
  ) -> Double {
    let strength = field.magnitude
    guard strength > Self.smallestReference else { return 1 }
    let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
    let seenHorizontal = (seen.x * seen.x + seen.y * seen.y).squareRoot()
    let norm = seen.magnitude / strength - 1
    let dip = arctangent2(-seen.z, seenHorizontal) - arctangent2(-field.z, horizontal)
    // What the filter itself is unsure of widens both tolerances, brought down to what it is really unsure of.
    let doubt =
      variance * configuration.accuracyScale * configuration.accuracyScale
      / (strength * strength)
    let normTolerance = configuration.normTolerance
    let dipTolerance = configuration.dipToleranceDeg * PhysicalConstants.radiansPerDegree
    return 1
      / (1 + norm * norm / (normTolerance * normTolerance + doubt)
        + dip * dip / (dipTolerance * dipTolerance + doubt))
  }
}
