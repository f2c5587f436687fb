/// Why a file could not be read or written at all: the operating system's word, not the file's content.
public struct FileAccessProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named by the caller.
  public let file: String

  /// What was tried, and what the system said.
  public let reason: String

  /// Creates the problem.
  public init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  /// `file: reason`.
  public var description: String { "\(file): \(reason)" }
}
