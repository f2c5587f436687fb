import MotionSamples

/// How attitude and heading are estimated from the three sensors.
///
/// The defaults are one set for every device and recording. A random search chose them on the 16 recordings of BROAD and
/// the seven of attitude-smartphones with calibrated and raw field, and `benches/peers` keeps it: around them the error is
/// flat, so where none is argued for below, none is sharp. Decodes from partial JSON: a key that is missing has its
/// default.
public struct HeadingEstimatorConfiguration: Hashable, Codable, Sendable {
  /// Seconds over which readings are gathered before the slow part of the filter runs.
  ///
  /// Small values cost time, large ones correct late; the gyroscope turns the attitude at every reading either way.
  /// Default 0.05 s.
  public var blockSec: Double

  /// Time constant in seconds of the low-pass that finds gravity, in axes that turn with the gyroscope.
  ///
  /// Small values take motion for gravity, large ones keep the gyroscope's drift for longer. Default 1.5 s; VQF (Laidig and
  /// Seel 2023) has 3 s, with which one of BROAD's fast rotations is worse by a degree.
  public var gravityTauSec: Double

  /// Standard error in degrees a second of the gyroscope's bias before anything is known.
  ///
  /// Small values distrust a bias that is really there, large ones let the first seconds' motion bend the estimate. Some
  /// phones' uncalibrated gyroscopes are off by more than 5°/s. Default 6.
  public var initialBiasErrorDegPerSec: Double

  /// Random walk of the gyroscope's bias, in degrees a second per square root of a second.
  ///
  /// Small values keep a bias that warming up has changed, large ones chase noise. Default 0.002.
  public var biasWalkDegPerSecPerRootSec: Double

  /// Noise density of the bias as the corrections towards gravity show it, in degrees a second times the root of a second.
  ///
  /// Small values believe motion, large ones learn the bias slowly. Default 3.5.
  public var tiltRateNoise: Double

  /// Noise density of the bias as a phone at rest shows it, in degrees a second times the root of a second.
  ///
  /// Small values believe a phone that is turned very slowly, large ones learn the bias slowly. Default 0.03.
  public var restRateNoise: Double

  /// Deviation in degrees a second from its own mean over half a second below which the gyroscope may be at rest.
  ///
  /// Default 2, as in VQF.
  public var restRateDeviationDegPerSec: Double

  /// Deviation in m/s² from its own mean over half a second below which the accelerometer may be at rest.
  ///
  /// Default 0.5, as in VQF.
  public var restAccelerationDeviation: Double

  /// Seconds for which both must have been quiet for the phone to be at rest.
  ///
  /// Default 1.5, as in VQF.
  public var restSec: Double

  /// Noise density of the field in µT times the root of a second: how far a place's field is from the earth's.
  ///
  /// It is not the sensor's noise, which is far less, but that of iron nearby, which changes slowly as the phone is carried
  /// on. Small values follow every beam in the floor, large ones leave the heading to the gyroscope. Default 16.
  public var fieldNoise: Double

  /// The factor on the variance of the field's noise while the phone rests, when every reading repeats the one before.
  ///
  /// 1 lets a phone on a steel table forget where north is; large values make a rest worth little. Default 15.
  public var restFieldNoiseFactor: Double

  /// Standard error of a field in µT when there is only one reading of it: at the start and after an outage.
  ///
  /// Small values hold on to the first reading, taken before gravity is known well; large ones start slowly. Default 22.
  public var initialFieldError: Double

  /// Seconds over which the noise grows from `initialFieldError` to its full size.
  ///
  /// Default 0.7 s.
  public var fieldStartSec: Double

  /// Random walk of the heading by what the bias does not explain, in degrees per square root of a second.
  ///
  /// Small values leave the heading to the gyroscope, large ones to the magnetometer. Default 2.
  public var headingWalkDegPerRootSec: Double

  /// Random walk of the field at hand, in µT per square root of a second.
  ///
  /// Small values keep the reference of the place left behind, large ones follow a passing magnet. Default 0.8.
  public var fieldWalk: Double

  /// Standard error in µT of the hard iron that is left in a reading of plausible strength.
  ///
  /// Small values take the platform's calibration as right, large ones take iron nearby for hard iron, which costs a degree
  /// on recordings that hardly tilt. Default 1: what is more is for the calibration in front to find.
  public var initialHardIronError: Double

  /// Random walk of the hard iron, in µT per square root of a second.
  ///
  /// Default 0.004, a quarter of a microtesla an hour.
  public var hardIronWalk: Double

  /// Departure of the field's strength from the reference, as a share of it, at which a reading counts for half.
  ///
  /// Small values reject what soft iron does, large ones follow magnets. Default 0.06; VQF rejects beyond 0.1.
  public var normTolerance: Double

  /// Departure of the field's dip from the reference in degrees at which a reading counts for half.
  ///
  /// Small values reject what a moment's tilt error does, large ones follow magnets. Default 4; VQF rejects beyond 10.
  public var dipToleranceDeg: Double

  /// Longest time in seconds between gyroscope readings across which the attitude is carried.
  ///
  /// After a longer one attitude and heading are found anew from gravity and field. Default 0.15 s.
  public var maximumRotationGapSec: Double

  /// Time constant in seconds of the gravity that stands in while there is no gyroscope.
  ///
  /// Default 0.3 s.
  public var gravityTauWithoutGyroSec: Double

  /// Standard error in degrees of a heading that was found anew from one reading.
  ///
  /// Default 15: what a tilt error of 7° does at a dip of 65°.
  public var realignmentErrorDeg: Double

  /// The share of the filter's own standard error that is published.
  ///
  /// The filter is told of more noise than there is, since a disturbance lasts; this brings its error back to what the
  /// recordings show. Small values boast; default 0.45, at which the true error is within the published one 84 % of the time
  /// on the worst of the three groups of recordings, and within twice it 95.7 %.
  public var accuracyScale: Double

  /// The share of the recent disagreement of compass and filter that is published.
  ///
  /// The mean over `departureTauSec`. Small values publish a heading that is wrong as if it were right; large ones
  /// publish every disturbance that the filter has seen through as an error of its own. Default 1.3.
  public var departureScale: Double

  /// Time constant in seconds of that mean.
  ///
  /// Small values publish every swing of the compass, large ones see a disagreement late. Default 1.3.
  public var departureTauSec: Double

  /// The least error that is published, in degrees: what the place's field is off by, which no filter can know.
  ///
  /// Default 1.5.
  public var minimumAccuracyDeg: Double

  /// The calibration in front of the filter.
  public var calibration: MagneticCalibrationConfiguration

  /// Creates the default configuration; change what is to be different.
  public init() {
    blockSec = 0.05
    gravityTauSec = 1.5
    initialBiasErrorDegPerSec = 6
    biasWalkDegPerSecPerRootSec = 0.002
    tiltRateNoise = 3.5
    restRateNoise = 0.03
    restRateDeviationDegPerSec = 2
    restAccelerationDeviation = 0.5
    restSec = 1.5
    fieldNoise = 16
    restFieldNoiseFactor = 15
    initialFieldError = 22
    fieldStartSec = 0.7
    headingWalkDegPerRootSec = 2
    fieldWalk = 0.8
    initialHardIronError = 1
    hardIronWalk = 0.004
    normTolerance = 0.06
    dipToleranceDeg = 4
    maximumRotationGapSec = 0.15
    gravityTauWithoutGyroSec = 0.3
    realignmentErrorDeg = 15
    accuracyScale = 0.45
    departureScale = 1.3
    departureTauSec = 1.3
    minimumAccuracyDeg = 1.5
    calibration = MagneticCalibrationConfiguration()
  }

  private enum CodingKeys: String, CodingKey {
    case blockSec
    case gravityTauSec
    case initialBiasErrorDegPerSec
    case biasWalkDegPerSecPerRootSec
    case tiltRateNoise
    case restRateNoise
    case restRateDeviationDegPerSec
    case restAccelerationDeviation
    case restSec
    case fieldNoise
    case restFieldNoiseFactor
    case initialFieldError
    case fieldStartSec
    case headingWalkDegPerRootSec
    case fieldWalk
    case initialHardIronError
    case hardIronWalk
    case normTolerance
    case dipToleranceDeg
    case maximumRotationGapSec
    case gravityTauWithoutGyroSec
    case realignmentErrorDeg
    case accuracyScale
    case departureScale
    case departureTauSec
    case minimumAccuracyDeg
    case calibration
  }

  /// Decodes what is there and leaves the rest at its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    func read(_ key: CodingKeys, into value: inout Double) throws {
      value = try container.decodeIfPresent(Double.self, forKey: key) ?? value
    }
    try read(.blockSec, into: &blockSec)
    try read(.gravityTauSec, into: &gravityTauSec)
    try read(.initialBiasErrorDegPerSec, into: &initialBiasErrorDegPerSec)
    try read(.biasWalkDegPerSecPerRootSec, into: &biasWalkDegPerSecPerRootSec)
    try read(.tiltRateNoise, into: &tiltRateNoise)
    try read(.restRateNoise, into: &restRateNoise)
    try read(.restRateDeviationDegPerSec, into: &restRateDeviationDegPerSec)
    try read(.restAccelerationDeviation, into: &restAccelerationDeviation)
    try read(.restSec, into: &restSec)
    try read(.fieldNoise, into: &fieldNoise)
    try read(.restFieldNoiseFactor, into: &restFieldNoiseFactor)
    try read(.initialFieldError, into: &initialFieldError)
    try read(.fieldStartSec, into: &fieldStartSec)
    try read(.headingWalkDegPerRootSec, into: &headingWalkDegPerRootSec)
    try read(.fieldWalk, into: &fieldWalk)
    try read(.initialHardIronError, into: &initialHardIronError)
    try read(.hardIronWalk, into: &hardIronWalk)
    try read(.normTolerance, into: &normTolerance)
    try read(.dipToleranceDeg, into: &dipToleranceDeg)
    try read(.maximumRotationGapSec, into: &maximumRotationGapSec)
    try read(.gravityTauWithoutGyroSec, into: &gravityTauWithoutGyroSec)
    try read(.realignmentErrorDeg, into: &realignmentErrorDeg)
    try read(.accuracyScale, into: &accuracyScale)
    try read(.departureScale, into: &departureScale)
    try read(.departureTauSec, into: &departureTauSec)
    try read(.minimumAccuracyDeg, into: &minimumAccuracyDeg)
    calibration =
      try container.decodeIfPresent(MagneticCalibrationConfiguration.self, forKey: .calibration)
      ?? calibration
  }

  /// Checks every value against its range.
  ///
  /// - Throws: ``ConfigurationError`` for the first field outside its range, named with the section `headingEstimator`.
  public func validate() throws(ConfigurationError) {
    func require(
      _ value: Double,
      _ range: ClosedRange<Double>,
      _ unit: String,
      _ field: String
    ) throws(ConfigurationError) {
      try ConfigurationError.require(
        value,
        in: range,
        unit: unit,
        field: "headingEstimator.\(field)"
      )
    }
    try require(blockSec, 0.01...0.5, "s", "blockSec")
    try require(gravityTauSec, 0.1...60, "s", "gravityTauSec")
    try require(initialBiasErrorDegPerSec, 0.01...30, "°/s", "initialBiasErrorDegPerSec")
    try require(biasWalkDegPerSecPerRootSec, 0...10, "°/s/√s", "biasWalkDegPerSecPerRootSec")
    try require(tiltRateNoise, 0.001...1000, "°/s·√s", "tiltRateNoise")
    try require(restRateNoise, 0.0001...100, "°/s·√s", "restRateNoise")
    try require(restRateDeviationDegPerSec, 0.01...20, "°/s", "restRateDeviationDegPerSec")
    try require(restAccelerationDeviation, 0.01...10, "m/s²", "restAccelerationDeviation")
    try require(restSec, 0.1...60, "s", "restSec")
    try require(fieldNoise, 0.01...1000, "µT·√s", "fieldNoise")
    try require(restFieldNoiseFactor, 1...1000, "", "restFieldNoiseFactor")
    try require(initialFieldError, 0.1...100, "µT", "initialFieldError")
    try require(fieldStartSec, 0.01...60, "s", "fieldStartSec")
    try require(headingWalkDegPerRootSec, 0...90, "°/√s", "headingWalkDegPerRootSec")
    try require(fieldWalk, 0...100, "µT/√s", "fieldWalk")
    try require(initialHardIronError, 0.01...100, "µT", "initialHardIronError")
    try require(hardIronWalk, 0...100, "µT/√s", "hardIronWalk")
    try require(normTolerance, 0.0001...1, "", "normTolerance")
    try require(dipToleranceDeg, 0.01...90, "°", "dipToleranceDeg")
    try require(maximumRotationGapSec, 0.02...5, "s", "maximumRotationGapSec")
    try require(gravityTauWithoutGyroSec, 0.01...10, "s", "gravityTauWithoutGyroSec")
    try require(realignmentErrorDeg, 0.1...180, "°", "realignmentErrorDeg")
    try require(accuracyScale, 0.001...10, "", "accuracyScale")
    try require(departureScale, 0...10, "", "departureScale")
    try require(departureTauSec, 0.1...600, "s", "departureTauSec")
    try require(minimumAccuracyDeg, 0...90, "°", "minimumAccuracyDeg")
    try calibration.validate()
  }
}
