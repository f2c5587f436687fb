import Foundation

/// A folder of a test's own, gone with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "motion-detectors-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a text into the folder, with the folders in between, and gives its path.
  @discardableResult
  func write(_ text: String, _ name: String) throws -> String {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// The text of a file in the folder.
  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
  }
}
