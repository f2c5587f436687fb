public import MotionSamples

/// Why a filter cannot be made or cannot follow.
public enum FilterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A parameter is outside its range.
  case configuration(ConfigurationError)
  /// The stream is too slow for the cut-off, both in Hz.
  case rateTooLow(measuredHz: Double, minimumHz: Double)
  /// The numerics library reported a failure.
  case library(GSLError)

  /// What is wrong, and what would have been allowed.
  public var description: String {
    switch self {
    case .configuration(let error): error.description
    case .rateTooLow(let measured, let minimum):
      "a rate of \(measured) Hz is too low; expected at least \(minimum) Hz"
    case .library(let error): error.description
    }
  }

  /// Checks a number against a closed range.
  static func require(
    _ value: Double,
    in range: ClosedRange<Double>,
    unit: String = "",
    field: String
  ) throws(FilterError) {
    do {
      try ConfigurationError.require(value, in: range, unit: unit, field: field)
    } catch {
      throw .configuration(error)
    }
  }

  /// Turns a status of the numerics library into a thrown error unless it is success.
  static func check(_ status: Int32, _ operation: String) throws(FilterError) {
    do {
      try GSL.check(status, operation)
    } catch {
      throw .library(error)
    }
  }
}
