/// Why a snapshot was refused.
///
/// Nothing of a refused snapshot is used.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes do not begin as a snapshot does.
  case notASnapshot
  /// The snapshot was written in a format that this version does not know.
  case unknownVersion(found: UInt16, supported: UInt16)
  /// There are fewer or more bytes than the header promises.
  case wrongLength(found: Int, expected: Int)
  /// The snapshot is larger than any that is ever written.
  case tooLarge(found: Int, maximum: Int)
  /// The bytes are not those that were written.
  case checksumMismatch
  /// The bytes are intact, but what they describe is not a state of this engine.
  case invalidContent(String)

  /// What was found and what was expected.
  public var description: String {
    switch self {
    case .notASnapshot:
      "not a snapshot: the first four bytes are not 'MDSN'"
    case .unknownVersion(let found, let supported):
      "snapshot version \(found) is unknown; expected \(supported)"
    case .wrongLength(let found, let expected):
      "snapshot of \(found) bytes; expected \(expected)"
    case .tooLarge(let found, let maximum):
      "snapshot of \(found) bytes; expected at most \(maximum)"
    case .checksumMismatch:
      "the checksum does not match the snapshot's bytes"
    case .invalidContent(let reason):
      "the snapshot's content is not a state of this engine: \(reason)"
    }
  }
}
