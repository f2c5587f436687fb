/// Why the magnetic model has no answer.
public enum MagneticModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The date lies outside the years for which the coefficients hold.
  case dateOutsideValidity(decimalYear: Double, validity: Range<Double>)
  /// The height in metres lies outside the range for which the model holds.
  case altitudeOutsideValidity(altitude: Double, validity: ClosedRange<Double>)

  /// The value and what would have been allowed, in one line.
  public var description: String {
    switch self {
    case .dateOutsideValidity(let decimalYear, let validity):
      "year \(decimalYear) is outside the model's validity \(validity.lowerBound)..<\(validity.upperBound)"
    case .altitudeOutsideValidity(let altitude, let validity):
      "altitude \(altitude) m is outside the model's \(validity.lowerBound)...\(validity.upperBound) m"
    }
  }
}
