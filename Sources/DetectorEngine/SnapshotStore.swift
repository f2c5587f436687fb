import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A file operation of the store that failed.
public struct SnapshotStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done: `open`, `write`, `fsync` or `rename`.
  public let operation: String

  /// The file that it was done to.
  public let path: String

  /// The system's error number.
  public let errorNumber: Int32

  /// The operation, the file and the system's text.
  public var description: String {
    "\(operation) \(path): \(String(cString: strerror(errorNumber)))"
  }
}

/// Keeps the latest snapshot on disk, and the one before it, so that a process killed at any instant finds one whole.
///
/// A snapshot is written beside the current one, flushed to the medium, and only then put in its place by renaming; the
/// one it replaces stays as the previous one. Whatever the instant of death, one of the two is intact. One store at a
/// time may write to a path.
public struct SnapshotStore: Sendable {
  /// What a load found.
  public enum LoadOutcome: Hashable, Sendable {
    /// Nothing has ever been saved here.
    case nothingSaved
    /// The latest snapshot is intact.
    case current(Data)
    /// The latest one is missing or damaged, for the reason given where it is there; the one before it is intact.
    case previous(Data, currentRefusedFor: SnapshotError?)
    /// Whatever is there is damaged.
    case unusable(SnapshotError)
  }

  private let currentPath: String
  private var previousPath: String { currentPath + ".previous" }
  private var temporaryPath: String { currentPath + ".new" }

  /// Creates a store that keeps its latest snapshot at a path, and others with the same name and an ending beside it.
  public init(path: String) {
    currentPath = path
  }

  /// Replaces the latest snapshot; the one before becomes the previous one.
  ///
  /// When it returns, the snapshot is on the medium. When it throws, what `load` gives is what it gave before.
  public func save(_ snapshot: Data) throws(SnapshotStoreError) {
    try writeDurably(snapshot, to: temporaryPath)
    // A current file that is damaged must not push an intact previous one out.
    if case .success(.some) = intactSnapshot(at: currentPath) {
      try move(currentPath, to: previousPath)
    }
    try move(temporaryPath, to: currentPath)
    try flushFolder()
  }

  /// Finds the newest intact snapshot.
  public func load() -> LoadOutcome {
    switch (intactSnapshot(at: currentPath), intactSnapshot(at: previousPath)) {
    case (.success(let current?), _): .current(current)
    case (.success(nil), .success(let previous?)): .previous(previous, currentRefusedFor: nil)
    case (.failure(let reason), .success(let previous?)):
      .previous(previous, currentRefusedFor: reason)
    case (.success(nil), .success(nil)): .nothingSaved
    case (.failure(let reason), _), (_, .failure(let reason)): .unusable(reason)
    }
  }

  /// The bytes of an intact snapshot, nil where there is no file, or why the file is refused.
  private func intactSnapshot(at path: String) -> Result<Data?, SnapshotError> {
    guard let file = fopen(path, "rb") else { return .success(nil) }
    defer { fclose(file) }
    // One byte more than any snapshot has, so that an overlong file is noticed without being read whole.
    var bytes = [UInt8](repeating: 0, count: SnapshotContainer.maximumLength + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    let data = Data(bytes.prefix(count))
    do {
      _ = try SnapshotContainer.open(data)
      return .success(data)
    } catch {
      return .failure(error)
    }
  }

  private func writeDurably(_ data: Data, to path: String) throws(SnapshotStoreError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("open", path) }
    defer { close(descriptor) }
    var remaining = Array(data)[...]
    while !remaining.isEmpty {
      let written = remaining.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        throw failure("write", path)
      }
      remaining = remaining.dropFirst(written)
    }
    guard flush(descriptor) == 0 else { throw failure("fsync", path) }
  }

  private func move(_ source: String, to target: String) throws(SnapshotStoreError) {
    guard rename(source, target) == 0 else { throw failure("rename", source) }
  }

  /// Makes the renames themselves durable.
  private func flushFolder() throws(SnapshotStoreError) {
    let folder = URL(fileURLWithPath: currentPath).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("fsync", folder) }
  }

  private func flush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    // There, fsync alone leaves the bytes in the drive's cache.
    return fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
    #else
    return fsync(descriptor)
    #endif
  }

  private func failure(_ operation: String, _ path: String) -> SnapshotStoreError {
    SnapshotStoreError(operation: operation, path: path, errorNumber: errno)
  }
}
