package import Foundation

/// The bytes around a snapshot's content: what they are, which version, how many, and a checksum over all of it.
///
/// Layout, little-endian: `MDSN`, version (2 bytes), reserved (2 bytes, zero), content length (4 bytes), checksum
/// (8 bytes) over everything else, content.
package enum SnapshotContainer {
  /// The format that is written and the only one that is read.
  static let version: UInt16 = 1

  /// No snapshot is larger than this, header included.
  static let maximumLength = 64 * 1024

  private static let magic: [UInt8] = Array("MDSN".utf8)
  private static let checksumRange = 12..<20
  private static let headerLength = 20

  /// Wraps content.
  ///
  /// Throws `SnapshotError.tooLarge` where the whole would exceed `maximumLength`.
  package static func seal(_ content: Data) throws(SnapshotError) -> Data {
    let length = headerLength + content.count
    guard length <= maximumLength else {
      throw .tooLarge(found: length, maximum: maximumLength)
    }
    var bytes = magic
    bytes += littleEndianBytes(version)
    bytes += littleEndianBytes(UInt16(0))
    bytes += littleEndianBytes(UInt32(content.count))
    let checksum = CyclicRedundancyCheck.checksum([bytes, Array(content)].joined())
    bytes += littleEndianBytes(checksum)
    return Data(bytes) + content
  }

  /// Unwraps content, or says why the bytes are not an intact snapshot.
  package static func open(_ data: Data) throws(SnapshotError) -> Data {
    guard data.count <= maximumLength else {
      throw .tooLarge(found: data.count, maximum: maximumLength)
    }
    let bytes = Array(data)
    guard bytes.count >= headerLength else {
      throw bytes.starts(with: magic.prefix(bytes.count)) && !bytes.isEmpty
        ? .wrongLength(found: bytes.count, expected: headerLength) : .notASnapshot
    }
    guard bytes.starts(with: magic) else { throw .notASnapshot }
    let found = UInt16(truncatingIfNeeded: littleEndianValue(bytes[4..<6]))
    guard found == version else { throw .unknownVersion(found: found, supported: version) }
    let expected = headerLength + Int(truncatingIfNeeded: littleEndianValue(bytes[8..<12]))
    guard bytes.count == expected else {
      throw .wrongLength(found: bytes.count, expected: expected)
    }
    let content = bytes[headerLength...]
    let written = littleEndianValue(bytes[checksumRange])
    let covered = [bytes[..<checksumRange.lowerBound], content].joined()
    guard CyclicRedundancyCheck.checksum(covered) == written else { throw .checksumMismatch }
    return Data(content)
  }

  private static func littleEndianBytes(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func littleEndianValue(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
