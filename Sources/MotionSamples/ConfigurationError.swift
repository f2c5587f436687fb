/// A configuration value outside its allowed range.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field, with the section in front of it: `crashDetection.impactThreshold`.
  public let field: String

  /// The value that was given.
  public let value: String

  /// What would have been allowed, in words or as an interval: `1.0...50.0 g`.
  public let allowed: String

  /// Creates the error for one field.
  public init(field: String, value: String, allowed: String) {
    self.field = field
    self.value = value
    self.allowed = allowed
  }

  /// The field, the value and the allowed range in one line.
  public var description: String { "\(field): \(value) is not allowed; expected \(allowed)" }

  /// Checks a number against a closed range, so that every configuration validates in the same words.
  ///
  /// A value that is not a number is outside every range.
  public static func require(
    _ value: Double,
    in range: ClosedRange<Double>,
    unit: String = "",
    field: String
  ) throws(ConfigurationError) {
    guard range.contains(value) else {
      let suffix = unit.isEmpty ? "" : " \(unit)"
      throw ConfigurationError(
        field: field,
        value: "\(value)",
        allowed: "\(range.lowerBound)...\(range.upperBound)\(suffix)"
      )
    }
  }
}
