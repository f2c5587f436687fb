import Foundation

/// Writes text to a file or to standard output in large pieces.
struct FileWriter {
  private static let bufferSize = 1 << 16

  private let name: String
  private let handle: FileHandle
  private var buffer: [UInt8] = []

  /// Writes to standard output.
  static func standardOutput() -> FileWriter {
    FileWriter(name: "standard output", handle: .standardOutput)
  }

  /// Creates a file, in place of one that is there.
  static func file(_ path: String) throws(FileAccessProblem) -> FileWriter {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw FileAccessProblem(file: path, reason: "cannot be created (\(systemReason))")
    }
    return FileWriter(name: path, handle: handle)
  }

  /// Creates a folder and those above it where they are not there yet.
  static func createFolder(_ path: String) throws(FileAccessProblem) {
    do {
      var folder: ObjCBool = true
      guard !FileManager.default.fileExists(atPath: path, isDirectory: &folder) || folder.boolValue
      else { throw CocoaError(.fileWriteFileExists) }
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileAccessProblem(
        file: path,
        reason: "cannot be created (\(FileBytes.reason(of: error)))"
      )
    }
  }

  private static var systemReason: String { String(cString: strerror(errno)) }

  private init(name: String, handle: FileHandle) {
    self.name = name
    self.handle = handle
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  /// Writes a text, sooner or later.
  mutating func write(_ text: String) throws(FileAccessProblem) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes the bytes that `append` appends, sooner or later.
  mutating func write(_ append: (inout [UInt8]) -> Void) throws(FileAccessProblem) {
    append(&buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what has not been written yet.
  mutating func flush() throws(FileAccessProblem) {
    do {
      try handle.write(contentsOf: Data(buffer))
      buffer.removeAll(keepingCapacity: true)
    } catch {
      throw FileAccessProblem(
        file: name,
        reason: "cannot be written (\(FileBytes.reason(of: error)))"
      )
    }
  }
}
