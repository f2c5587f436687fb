import Foundation

/// The bytes of a file, mapped into memory rather than copied where the system allows it.
struct FileBytes {
  /// The file as it was named by the caller.
  let file: String

  private let data: Data

  /// Opens a file for reading.
  init(path: String) throws(FileAccessProblem) {
    file = path
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw FileAccessProblem(file: path, reason: "cannot be read (\(Self.reason(of: error)))")
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
    return error.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(truncatingIfNeeded: error.code)))
      : error.localizedDescription
  }
}
