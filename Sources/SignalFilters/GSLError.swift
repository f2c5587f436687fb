internal import CGSL

/// A failure that the numerics library reported.
public struct GSLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library's own status number.
  public let status: Int32

  /// What was being done, in the words of this package.
  public let operation: String

  /// The operation and the library's text for the status.
  public var description: String {
    "\(operation): \(gsl_strerror(status).map { String(cString: $0) } ?? "status \(status)")"
  }
}

/// The door to the numerics library, whose default answer to an error is to abort the process.
package enum GSL {
  /// Runs once, before the first call: turns the aborting handler off, so that every failure comes back as a status.
  private static let handlerIsOff: Bool = {
    gsl_set_error_handler_off()
    return true
  }()

  /// Makes sure that no failure can abort the process.
  ///
  /// Every type that calls the library does this when it is made.
  package static func prepare() {
    _ = handlerIsOff
  }

  /// Turns a status into a thrown error unless it is success.
  package static func check(_ status: Int32, _ operation: String) throws(GSLError) {
    guard status == 0 else { throw GSLError(status: status, operation: operation) }
  }
}
