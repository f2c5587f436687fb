public import MotionSamples

/// How a heading is smoothed, and how often it is handed out.
///
/// Decodes from partial JSON: a key that is missing has its default.
public struct HeadingSmootherConfiguration: Hashable, Codable, Sendable {
  /// Time constant of the exponential smoothing in milliseconds.
  ///
  /// Small values let jitter through, large ones lag: a steady turn of ω degrees a second is shown about ω·τ late. 0
  /// switches smoothing off. Default 120 ms: a quick turn of the hand, 90° in a second, lags by 11°, and the jitter of
  /// a 50 Hz compass falls to 30 %.
  public var smoothingTauMs: Double

  /// Milliseconds after which the next heading is due however little has changed.
  ///
  /// Small values hand out more headings, 0 every one. Default 40 ms: 25 a second, enough for an arrow on a screen.
  public var minIntervalMs: Double

  /// Change in degrees since the last one that was handed out that makes a heading due at once.
  ///
  /// Small values let jitter through the interval, large ones show quick turns late; 0 makes every heading due.
  /// Default 0.5°, below what an eye sees on a dial.
  public var minDeltaDeg: Double

  /// Longest time in seconds between headings across which they are smoothed; after a longer one the filter starts anew.
  ///
  /// Small values restart on a hiccup of the platform, large ones blend in a direction long gone. Default 1 s: eight
  /// time constants, after which nothing of the old heading would be left anyway.
  public var maximumGapSec: Double

  /// Creates a configuration; what is left out has its default.
  public init(
    smoothingTauMs: Double = 120,
    minIntervalMs: Double = 40,
    minDeltaDeg: Double = 0.5,
    maximumGapSec: Double = 1
  ) {
    self.smoothingTauMs = smoothingTauMs
    self.minIntervalMs = minIntervalMs
    self.minDeltaDeg = minDeltaDeg
    self.maximumGapSec = maximumGapSec
  }

  private enum CodingKeys: String, CodingKey {
    case smoothingTauMs
    case minIntervalMs
    case minDeltaDeg
    case maximumGapSec
  }

  /// Decodes what is there and leaves the rest at its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let defaults = HeadingSmootherConfiguration()
    func value(_ key: CodingKeys, _ fallback: Double) throws -> Double {
      try container.decodeIfPresent(Double.self, forKey: key) ?? fallback
    }
    smoothingTauMs = try value(.smoothingTauMs, defaults.smoothingTauMs)
    minIntervalMs = try value(.minIntervalMs, defaults.minIntervalMs)
    minDeltaDeg = try value(.minDeltaDeg, defaults.minDeltaDeg)
    maximumGapSec = try value(.maximumGapSec, defaults.maximumGapSec)
  }

  /// Checks every value against its range.
  ///
  /// - Throws: ``ConfigurationError`` for the first field outside its range, named with the section `heading`.
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
        field: "heading.\(field)"
      )
    }
    try require(smoothingTauMs, 0...60_000, "ms", "smoothingTauMs")
    try require(minIntervalMs, 0...60_000, "ms", "minIntervalMs")
    try require(minDeltaDeg, 0...180, "°", "minDeltaDeg")
    try require(maximumGapSec, 0.02...600, "s", "maximumGapSec")
  }
}
