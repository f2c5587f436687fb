import Foundation

/// The bytes of a file, mapped into memory rather than copied where the system allows it.
struct FileBytes {
  /// The file as it was named by the caller.
  let file: String

  private let data: Data

  /// Opens a file for reading.
  init(path: String) throws(FileAccessProblem) {
    file = path
    data = try Self.contents(path)
  }

  /// The bytes of a file.
  static func contents(_ path: String) throws(FileAccessProblem) -> Data {
    let attributes = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
    let type = attributes[.type] as? FileAttributeType
    if type == .typeDirectory {
      throw FileAccessProblem(file: path, reason: "cannot be read (it is a folder)")
    }
    // Mapped wherever it can be, which "if safe" on Linux is not. Recordings do not change under a reader; should one be
    // cut short meanwhile, the system ends the program. What is no plain file, such as a pipe, cannot be mapped.
    let isMappable = type == .typeRegular && (attributes[.size] as? NSNumber)?.int64Value ?? 0 > 0
    do {
      return try Data(
        contentsOf: URL(fileURLWithPath: path),
        options: isMappable ? .alwaysMapped : []
      )
    } catch {
      throw FileAccessProblem(file: path, reason: "cannot be read (\(reason(of: error)))")
    }
  }

  /// Runs `body` on the bytes, which are valid only as long as it runs.
  func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(FileProblem) -> Result
  ) throws(FileProblem) -> Result {
    let outcome: Swift.Result<Result, FileProblem> = data.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        do throws(FileProblem) {
          return .success(try body(bytes))
        } catch {
          return .failure(error)
        }
      }
    }
    return try outcome.get()
  }

  /// The shortest word for a system error: its underlying POSIX text where there is one.
  static func reason(of error: any Error) -> String {
    let error = error as NSError
    if let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError {
      return reason(of: underlying)
    }
    if error.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(truncatingIfNeeded: error.code)))
    }
    switch CocoaError.Code(rawValue: error.code) {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission is missing"
    case .fileReadUnknown: return "the system could not read it"
    case .fileWriteUnknown: return "the system could not write it"
    case .fileWriteFileExists: return "a file of that name is there"
    default: return error.localizedDescription
    }
  }
}
