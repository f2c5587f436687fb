/// A command line that can't be understood.
struct UsageError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, and where there is one, a hint.
  let description: String

  /// Creates the error.
  init(_ description: String) {
    self.description = description
  }
}
