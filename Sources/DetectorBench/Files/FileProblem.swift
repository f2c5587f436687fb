/// Why a file was refused: where, what was found and what was expected.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named by the caller.
  public let file: String

  /// The line, counted from 1; 0 where the whole file is meant.
  public let line: Int

  /// The column in characters, counted from 1; 0 where the whole line is meant.
  public let column: Int

  /// What stands there.
  public let found: String

  /// What was expected there.
  public let expected: String

  /// Creates a refusal.
  public init(file: String, line: Int, column: Int, found: String, expected: String) {
    self.file = file
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }

  /// `file:line:column: what and what was expected`.
  public var description: String { "\(file):\(line):\(column): \(found); expected \(expected)" }
}
