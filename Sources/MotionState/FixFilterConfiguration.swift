public import MotionSamples

/// The limits of the seven fix checks.
public struct FixFilterConfiguration: Hashable, Sendable {
  /// The largest error radius that is not poor, in metres.
  ///
  /// Small values reject fixes between tall buildings, large ones let a network position through. Default 50 m; allowed
  /// 1 to 10,000.
  public var maximumAccuracy = 50.0

  /// How far a fix may lie in the future of its receipt, in seconds, before its clock is not believed.
  ///
  /// Default 5 s; allowed 0 to 3600.
  public var maximumLead = 5.0

  /// How old a fix may be at its receipt, in seconds.
  ///
  /// Small values reject batches delivered after a suspension, large ones let a cached position through. Default 30 s;
  /// allowed 0 to 86,400.
  public var maximumAge = 30.0

  /// Up to which distance from the last accepted position a fix is its duplicate, in metres.
  ///
  /// The default of 0 m makes only an identical position one; allowed 0 to 10,000.
  public var duplicateDistance = 0.0

  /// Below which age an accepted twin makes a fix without speed a cached repeat, in seconds.
  ///
  /// Default 600 s; allowed 0 to 86,400.
  public var maximumTwinAge = 600.0

  /// Creates the default limits.
  public init() {}

  /// Checks every field against its range.
  public func validate() throws(ConfigurationError) {
    try ConfigurationError.require(
      maximumAccuracy,
      in: 1...10_000,
      unit: "m",
      field: "fixFilter.maximumAccuracy"
    )
    try ConfigurationError.require(
      maximumLead,
      in: 0...3600,
      unit: "s",
      field: "fixFilter.maximumLead"
    )
    try ConfigurationError.require(
      maximumAge,
      in: 0...86_400,
      unit: "s",
      field: "fixFilter.maximumAge"
    )
    try ConfigurationError.require(
      duplicateDistance,
      in: 0...10_000,
      unit: "m",
      field: "fixFilter.duplicateDistance"
    )
    try ConfigurationError.require(
      maximumTwinAge,
      in: 0...86_400,
      unit: "s",
      field: "fixFilter.maximumTwinAge"
    )
  }
}

extension FixFilterConfiguration: Codable {
  private enum CodingKeys: String, CodingKey {
    case maximumAccuracy, maximumLead, maximumAge, duplicateDistance, maximumTwinAge
  }

  /// Decodes the limits that are given; a missing or null key keeps its default.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read(_ key: CodingKeys, into value: inout Double) throws {
      value = try container.decodeIfPresent(Double.self, forKey: key) ?? value
    }
    try read(.maximumAccuracy, into: &maximumAccuracy)
    try read(.maximumLead, into: &maximumLead)
    try read(.maximumAge, into: &maximumAge)
    try read(.duplicateDistance, into: &duplicateDistance)
    try read(.maximumTwinAge, into: &maximumTwinAge)
  }
}
