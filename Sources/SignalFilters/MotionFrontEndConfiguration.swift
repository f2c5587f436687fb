public import MotionSamples

/// How the front end separates gravity from motion.
///
/// Decodes from partial JSON: a key that is missing has its default.
public struct MotionFrontEndConfiguration: Hashable, Codable, Sendable {
  /// Time constant in seconds with which the accelerometer pulls the gravity estimate while a gyroscope turns it.
  ///
  /// Small values follow braking and cornering as if they were tilt; large values keep the gyroscope's drift for
  /// longer. Default 3 s, the accelerometer time constant of VQF (Laidig and Seel, Information Fusion 2023), which does
  /// the same job.
  public var gravityTauSec: Double

  /// Time constant in seconds without a gyroscope, where the accelerometer alone must also follow every turn.
  ///
  /// Small values take slow motion for gravity; large values lag behind a phone that is picked up. Default 0.5 s: a
  /// turn in the hand takes about that long, and braking is kept out by `gravityDeviationScale`, not by this.
  public var gravityTauWithoutGyroSec: Double

  /// Departure of the reading's magnitude from standard gravity, in m/s², at which the pull is halved.
  ///
  /// The weight is 1 / (1 + (departure / scale)²). Small values trust only a phone at rest, and never settle on a
  /// sensor with a gross scale error; large values let an impact bend the estimate. Default 1 m/s²: engine and road
  /// shake a mounted phone by less on a smooth road, and braking at 1 g departs by 4.
  public var gravityDeviationScale: Double

  /// Longest time in seconds for which the last rotation rate stands in for the next.
  ///
  /// Small values lose the gyroscope at a slow rate, large ones turn gravity on by a rate long gone. Default 0.25 s:
  /// two and a half readings at the slowest rate of 10 Hz.
  public var maximumRotationAgeSec: Double

  /// Longest time in seconds between accelerometer readings across which the estimate is kept.
  ///
  /// Small values restart on a hiccup of the platform; large ones build on an attitude that may be gone. Default 1 s:
  /// ten readings at the slowest rate, and about the time that a hand takes to turn a phone over.
  public var maximumGapSec: Double

  /// Creates a configuration; what is left out has its default.
  public init(
    gravityTauSec: Double = 3,
    gravityTauWithoutGyroSec: Double = 0.5,
    gravityDeviationScale: Double = 1,
    maximumRotationAgeSec: Double = 0.25,
    maximumGapSec: Double = 1
  ) {
    self.gravityTauSec = gravityTauSec
    self.gravityTauWithoutGyroSec = gravityTauWithoutGyroSec
    self.gravityDeviationScale = gravityDeviationScale
    self.maximumRotationAgeSec = maximumRotationAgeSec
    self.maximumGapSec = maximumGapSec
  }

  private enum CodingKeys: String, CodingKey {
    case gravityTauSec
    case gravityTauWithoutGyroSec
    case gravityDeviationScale
    case maximumRotationAgeSec
    case maximumGapSec
  }

  /// Decodes what is there and leaves the rest at its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let defaults = MotionFrontEndConfiguration()
    func value(_ key: CodingKeys, _ fallback: Double) throws -> Double {
      try container.decodeIfPresent(Double.self, forKey: key) ?? fallback
    }
    gravityTauSec = try value(.gravityTauSec, defaults.gravityTauSec)
    gravityTauWithoutGyroSec = try value(
      .gravityTauWithoutGyroSec,
      defaults.gravityTauWithoutGyroSec
    )
    gravityDeviationScale = try value(.gravityDeviationScale, defaults.gravityDeviationScale)
    maximumRotationAgeSec = try value(.maximumRotationAgeSec, defaults.maximumRotationAgeSec)
    maximumGapSec = try value(.maximumGapSec, defaults.maximumGapSec)
  }

  /// Checks every value against its range.
  ///
  /// - Throws: ``ConfigurationError`` for the first field outside its range, named with the section `motionFrontEnd`.
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
        field: "motionFrontEnd.\(field)"
      )
    }
    try require(gravityTauSec, 0.05...60, "s", "gravityTauSec")
    try require(gravityTauWithoutGyroSec, 0.05...60, "s", "gravityTauWithoutGyroSec")
    try require(gravityDeviationScale, 0.1...20, "m/s²", "gravityDeviationScale")
    try require(maximumRotationAgeSec, 0.01...2, "s", "maximumRotationAgeSec")
    try require(maximumGapSec, 0.1...10, "s", "maximumGapSec")
  }
}
