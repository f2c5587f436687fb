public import Foundation

extension DetectorEngine {
  /// What a snapshot holds: the whole state and the configuration that it belongs to.
  private struct SnapshotContent: Codable {
    var configuration: EngineConfiguration
    var state: State
  }

  /// Writes down everything that the engine needs to go on in another process.
  ///
  /// An engine restored from it gives, for the rest of the stream, exactly the outputs that this one would have given.
  ///
  /// - Returns: at most 64 KiB, versioned and with a checksum.
  /// - Throws: ``SnapshotError/tooLarge(found:maximum:)`` where the state is larger than that, which takes some
  ///   hundreds of closed episodes that are waiting for a persisted record.
  public func snapshot() throws(SnapshotError) -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let content: Data
    do {
      content = try encoder.encode(SnapshotContent(configuration: configuration, state: state))
    } catch {
      throw .invalidContent(String(describing: error))
    }
    return try SnapshotContainer.seal(content)
  }

  /// Creates an engine that goes on where the one that wrote the snapshot stood.
  ///
  /// - Throws: ``SnapshotError`` where the bytes are not an intact snapshot of a version that is known. Nothing of a
  ///   refused snapshot is used.
  public init(restoring snapshot: Data) throws(SnapshotError) {
    let content: SnapshotContent
    do {
      content = try PropertyListDecoder().decode(
        SnapshotContent.self,
        from: SnapshotContainer.open(snapshot)
      )
    } catch let error as SnapshotError {
      throw error
    } catch {
      throw .invalidContent(String(describing: error))
    }
    do {
      try self.init(content.configuration, restoring: content.state)
    } catch {
      throw .invalidContent(error.description)
    }
  }
}
