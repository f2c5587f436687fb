public import MotionSamples

/// Whether headings are wanted, and how they are made.
///
/// Decodes from partial JSON: a key that is missing has its default. The smoother's options stand beside `enabled`, not in a
/// section of their own.
public struct HeadingConfiguration: Hashable, Codable, Sendable {
  /// Whether headings are made at all.
  ///
  /// Default false.
  public var enabled = false

  /// Whether they are made while the phone is not on the move too, as for a compass on the screen.
  ///
  /// Default false.
  public var runsRegardlessOfMotion = false

  /// The edge of the screen that the heading is for.
  ///
  /// Default the top.
  public var edge = TiltCompensatedCompass.Edge.top

  /// How headings are smoothed, and how often one is due.
  public var smoother = HeadingSmootherConfiguration()

  /// How attitude and heading are estimated.
  public var estimator = HeadingEstimatorConfiguration()

  /// Creates the default configuration, in which headings are off.
  public init() {}

  private enum CodingKeys: String, CodingKey {
    case enabled
    case runsRegardlessOfMotion
    case edge
    case estimator
  }

  /// Decodes what is there and leaves the rest at its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    enabled = try container.decodeIfPresent(Bool.self, forKey: .enabled) ?? enabled
    runsRegardlessOfMotion =
      try container.decodeIfPresent(Bool.self, forKey: .runsRegardlessOfMotion)
      ?? runsRegardlessOfMotion
    edge = try container.decodeIfPresent(TiltCompensatedCompass.Edge.self, forKey: .edge) ?? edge
    smoother = try HeadingSmootherConfiguration(from: decoder)
    estimator =
      try container.decodeIfPresent(HeadingEstimatorConfiguration.self, forKey: .estimator)
      ?? estimator
  }

  /// Encodes every key, the smoother's among them.
  public func encode(to encoder: any Encoder) throws {
    try smoother.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(enabled, forKey: .enabled)
    try container.encode(runsRegardlessOfMotion, forKey: .runsRegardlessOfMotion)
    try container.encode(edge, forKey: .edge)
    try container.encode(estimator, forKey: .estimator)
  }

  /// Checks every value against its range.
  ///
  /// - Throws: ``ConfigurationError`` for the first field outside its range.
  public func validate() throws(ConfigurationError) {
    try smoother.validate()
    try estimator.validate()
  }
}
