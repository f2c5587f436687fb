public import MotionSamples

/// How course over ground and yaw rate are fused into a vehicle's heading.
///
/// Decodes from partial JSON: a key that is missing has its default.
public struct VehicleHeadingConfiguration: Hashable, Codable, Sendable {
  /// Speed in m/s below which a course says nothing.
  ///
  /// Small values believe the wandering course of a car at walking pace, large ones leave more to the gyroscope. Default
  /// 2 m/s: at the usual velocity error of 0.3 m/s the course is then good to about 9°.
  public var minimumSpeed: Double

  /// Standard error in m/s of the velocity behind a course; its error is the arc tangent of it over the speed.
  ///
  /// Small values follow the course closely, noise included; large ones lean on the gyroscope. Default 0.3 m/s, what
  /// receivers in phones report under open sky.
  public var velocityError: Double

  /// Random walk of the heading between fixes, in degrees per square root of a second.
  ///
  /// Stands for side slip, tilt of the phone against the car, and the noise of the gyroscope. Default 0.5.
  public var headingWalkDegPerRootSec: Double

  /// Standard error in degrees a second of the yaw rate before its bias is known.
  ///
  /// Default 2, within which phones' gyroscopes are calibrated; some are off by 5.
  public var initialBiasErrorDegPerSec: Double

  /// Random walk of the gyroscope's bias, in degrees a second per square root of a second.
  ///
  /// Default 0.01: warming up changes a bias by tenths of a degree a second within minutes.
  public var biasWalkDegPerSecPerRootSec: Double

  /// Longest time in seconds between yaw rates across which they are integrated; a longer gap leaves the heading open.
  ///
  /// Default 0.5 s: five readings at the slowest rate of 10 Hz.
  public var maximumGapSec: Double

  /// Estimated error in degrees beyond which there is no heading to speak of.
  ///
  /// Default 90.
  public var maximumErrorDeg: Double

  /// Creates a configuration; what is left out has its default.
  public init(
    minimumSpeed: Double = 2,
    velocityError: Double = 0.3,
    headingWalkDegPerRootSec: Double = 0.5,
    initialBiasErrorDegPerSec: Double = 2,
    biasWalkDegPerSecPerRootSec: Double = 0.01,
    maximumGapSec: Double = 0.5,
    maximumErrorDeg: Double = 90
  ) {
    self.minimumSpeed = minimumSpeed
    self.velocityError = velocityError
    self.headingWalkDegPerRootSec = headingWalkDegPerRootSec
    self.initialBiasErrorDegPerSec = initialBiasErrorDegPerSec
    self.biasWalkDegPerSecPerRootSec = biasWalkDegPerSecPerRootSec
    self.maximumGapSec = maximumGapSec
    self.maximumErrorDeg = maximumErrorDeg
  }

  private enum CodingKeys: String, CodingKey {
    case minimumSpeed
    case velocityError
    case headingWalkDegPerRootSec
    case initialBiasErrorDegPerSec
    case biasWalkDegPerSecPerRootSec
    case maximumGapSec
    case maximumErrorDeg
  }

  /// Decodes what is there and leaves the rest at its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let defaults = VehicleHeadingConfiguration()
    func value(_ key: CodingKeys, _ fallback: Double) throws -> Double {
      try container.decodeIfPresent(Double.self, forKey: key) ?? fallback
    }
    minimumSpeed = try value(.minimumSpeed, defaults.minimumSpeed)
    velocityError = try value(.velocityError, defaults.velocityError)
    headingWalkDegPerRootSec = try value(
      .headingWalkDegPerRootSec,
      defaults.headingWalkDegPerRootSec
    )
    initialBiasErrorDegPerSec = try value(
      .initialBiasErrorDegPerSec,
      defaults.initialBiasErrorDegPerSec
    )
    biasWalkDegPerSecPerRootSec = try value(
      .biasWalkDegPerSecPerRootSec,
      defaults.biasWalkDegPerSecPerRootSec
    )
    maximumGapSec = try value(.maximumGapSec, defaults.maximumGapSec)
    maximumErrorDeg = try value(.maximumErrorDeg, defaults.maximumErrorDeg)
  }

  /// Checks every value against its range.
  ///
  /// - Throws: ``ConfigurationError`` for the first field outside its range, named with the section `vehicleHeading`.
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
        field: "vehicleHeading.\(field)"
      )
    }
    try require(minimumSpeed, 0.1...20, "m/s", "minimumSpeed")
    try require(velocityError, 0.01...10, "m/s", "velocityError")
    try require(headingWalkDegPerRootSec, 0.001...30, "°/√s", "headingWalkDegPerRootSec")
    try require(initialBiasErrorDegPerSec, 0.001...30, "°/s", "initialBiasErrorDegPerSec")
    try require(biasWalkDegPerSecPerRootSec, 0...10, "°/s/√s", "biasWalkDegPerSecPerRootSec")
    try require(maximumGapSec, 0.02...10, "s", "maximumGapSec")
    try require(maximumErrorDeg, 1...180, "°", "maximumErrorDeg")
  }
}
