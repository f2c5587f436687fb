import CDetectorEngineHeader
import Foundation

extension Encodable {
  /// Writes the value as JSON into a C buffer and its length beside it, whether or not it fits.
  func copyJSON(
    to buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?
  ) -> md_status {
    guard let length else { return MD_ERROR_NULL_ARGUMENT }
    length.pointee = 0
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // A value that is not finite, which JSON cannot write, is a state that a call cannot repair.
    guard let json = try? encoder.encode(self) else { return MD_ERROR_INVALID_ARGUMENT }
    length.pointee = json.count
    guard let buffer, capacity >= json.count else { return MD_ERROR_BUFFER_TOO_SMALL }
    for (index, byte) in json.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    return MD_OK
  }
}
