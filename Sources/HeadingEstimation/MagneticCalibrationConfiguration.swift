public import MotionSamples

/// When a magnetometer's calibration is believed.
///
/// Decodes from partial JSON: a key that is missing has its default.
public struct MagneticCalibrationConfiguration: Hashable, Codable, Sendable {
  /// Change of the field in µT since the last point that was kept for a new one to be kept.
  ///
  /// Small values fill the memory with a phone that rests, large ones wait long for enough points. Default 4 µT, a turn by
  /// 5° in the earth's field and four times the noise of a phone's magnetometer.
  public var minimumStepMicroteslas: Double

  /// How many points are remembered: older ones fade exponentially.
  ///
  /// Small values follow every place the phone is carried through, large ones a change of the phone's magnetism late.
  /// Default 400.
  public var memoryPoints: Double

  /// The least number of points for a fit.
  ///
  /// Default 80, ten for each parameter of an ellipsoid.
  public var minimumPoints: Double

  /// The least evenness of directions for a sphere, which gives the hard iron alone.
  ///
  /// 1 is the whole sphere, 0 a plane: see `EllipsoidFit.coverage`. Small values believe a phone that was hardly turned,
  /// and a fit to noise can be wrong by more than the field itself; large ones ask for gymnastics. Default 0.2: tilts by
  /// about ±25° about every axis.
  public var minimumSphereCoverage: Double

  /// The least evenness of directions for an ellipsoid, which gives the soft iron too.
  ///
  /// Default 0.45: more than half of the sphere was seen. At 0.4 a recording of BROAD takes up a soft iron that costs it 0.3°.
  public var minimumEllipsoidCoverage: Double

  /// The largest scatter of the points about the surface, as a share of its radius.
  ///
  /// Small values refuse every place indoors, large ones believe fields that are none. Default 0.06, 3 µT in the earth's
  /// field.
  public var maximumResidual: Double

  /// The scatter, as a share of the present calibration's, that a new one must come below to replace it.
  ///
  /// Small values keep a calibration that has gone stale, values near 1 change it for a whim of the place. Default 0.75.
  public var maximumResidualRatio: Double

  /// Creates a configuration; what is left out has its default.
  public init(
    minimumStepMicroteslas: Double = 4,
    memoryPoints: Double = 400,
    minimumPoints: Double = 80,
    minimumSphereCoverage: Double = 0.2,
    minimumEllipsoidCoverage: Double = 0.45,
    maximumResidual: Double = 0.06,
    maximumResidualRatio: Double = 0.75
  ) {
    self.minimumStepMicroteslas = minimumStepMicroteslas
    self.memoryPoints = memoryPoints
    self.minimumPoints = minimumPoints
    self.minimumSphereCoverage = minimumSphereCoverage
    self.minimumEllipsoidCoverage = minimumEllipsoidCoverage
    self.maximumResidual = maximumResidual
    self.maximumResidualRatio = maximumResidualRatio
  }

  private enum CodingKeys: String, CodingKey {
    case minimumStepMicroteslas
    case memoryPoints
    case minimumPoints
    case minimumSphereCoverage
    case minimumEllipsoidCoverage
    case maximumResidual
    case maximumResidualRatio
  }

  /// Decodes what is there and leaves the rest at its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let defaults = MagneticCalibrationConfiguration()
    func value(_ key: CodingKeys, _ fallback: Double) throws -> Double {
      try container.decodeIfPresent(Double.self, forKey: key) ?? fallback
    }
    minimumStepMicroteslas = try value(.minimumStepMicroteslas, defaults.minimumStepMicroteslas)
    memoryPoints = try value(.memoryPoints, defaults.memoryPoints)
    minimumPoints = try value(.minimumPoints, defaults.minimumPoints)
    minimumSphereCoverage = try value(.minimumSphereCoverage, defaults.minimumSphereCoverage)
    minimumEllipsoidCoverage = try value(
      .minimumEllipsoidCoverage,
      defaults.minimumEllipsoidCoverage
    )
    maximumResidual = try value(.maximumResidual, defaults.maximumResidual)
    maximumResidualRatio = try value(.maximumResidualRatio, defaults.maximumResidualRatio)
  }

  /// Checks every value against its range.
  ///
  /// - Throws: ``ConfigurationError`` for the first field outside its range, named with the section
  ///   `magneticCalibration`.
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
        field: "magneticCalibration.\(field)"
      )
    }
    try require(minimumStepMicroteslas, 0.5...20, "µT", "minimumStepMicroteslas")
    try require(memoryPoints, 50...100_000, "", "memoryPoints")
    try require(minimumPoints, 20...10_000, "", "minimumPoints")
    try require(minimumSphereCoverage, 0.01...1, "", "minimumSphereCoverage")
    try require(minimumEllipsoidCoverage, 0.05...1, "", "minimumEllipsoidCoverage")
    try require(maximumResidual, 0.001...0.3, "", "maximumResidual")
    try require(maximumResidualRatio, 0.05...1, "", "maximumResidualRatio")
  }
}
