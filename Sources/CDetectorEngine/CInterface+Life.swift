public import CDetectorEngineHeader
import DetectorEngine
import Foundation

/// Implements `md_status_text` as the C header declares and documents it.
@c @implementation
public func md_status_text(_ status: md_status) -> UnsafePointer<CChar>? {
  let text: StaticString =
    switch status {
    case MD_OK: "done"
    case MD_ERROR_NULL_ARGUMENT: "a pointer that must not be null is null"
    case MD_ERROR_INVALID_HANDLE: "the engine has been destroyed or was never created"
    case MD_ERROR_CONCURRENT_USE: "the engine is in use by another call"
    case MD_ERROR_UNKNOWN_VERSION: "a struct has an unknown version"
    case MD_ERROR_INVALID_ARGUMENT: "a value is outside its range"
    case MD_ERROR_CONFIGURATION: "the configuration was refused"
    case MD_ERROR_SNAPSHOT: "the snapshot was refused or could not be made"
    case MD_ERROR_BUFFER_TOO_SMALL: "the buffer is too small"
    default: "unknown status"
    }
  return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Implements `md_engine_create` as the C header declares and documents it.
@c @implementation
public func md_engine_create(
  _ configuration_json: UnsafePointer<CChar>?,
  _ configuration_length: Int,
  _ engine: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<CChar>?,
  _ message_capacity: Int
) -> md_status {
  CMessage(message, message_capacity).reporting { message in
    guard let engine else { return MD_ERROR_NULL_ARGUMENT }
    engine.pointee = nil
    guard let json = configurationText(configuration_json, configuration_length) else {
      return MD_ERROR_INVALID_ARGUMENT
    }
    do {
      let decoded = try EngineConfiguration.decoded(from: json)
      engine.pointee = EngineRegistry.shared.add(try DetectorEngine(decoded.configuration))
      message.write(decoded.unknownKeys.joined(separator: ","))
      return MD_OK
    } catch {
      message.write(String(describing: error))
      return MD_ERROR_CONFIGURATION
    }
  }
}

/// Implements `md_engine_restore` as the C header declares and documents it.
@c @implementation
public func md_engine_restore(
  _ snapshot: UnsafePointer<UInt8>?,
  _ snapshot_length: Int,
  _ engine: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<CChar>?,
  _ message_capacity: Int
) -> md_status {
  CMessage(message, message_capacity).reporting { message in
    guard let engine else { return MD_ERROR_NULL_ARGUMENT }
    engine.pointee = nil
    guard let snapshot else { return MD_ERROR_NULL_ARGUMENT }
    guard snapshot_length >= 0 else { return MD_ERROR_INVALID_ARGUMENT }
    do throws(SnapshotError) {
      let bytes = Data(bytes: snapshot, count: snapshot_length)
      engine.pointee = EngineRegistry.shared.add(try DetectorEngine(restoring: bytes))
      return MD_OK
    } catch {
      message.write(error.description)
      return MD_ERROR_SNAPSHOT
    }
  }
}

/// Implements `md_engine_reconfigure` as the C header declares and documents it.
@c @implementation
public func md_engine_reconfigure(
  _ engine: OpaquePointer?,
  _ configuration_json: UnsafePointer<CChar>?,
  _ configuration_length: Int,
  _ now_ns: Int64,
  _ message: UnsafeMutablePointer<CChar>?,
  _ message_capacity: Int
) -> md_status {
  CMessage(message, message_capacity).reporting { message in
    EngineRegistry.shared.withSlot(engine) { slot in
      guard let json = configurationText(configuration_json, configuration_length) else {
        return MD_ERROR_INVALID_ARGUMENT
      }
      do {
        let decoded = try EngineConfiguration.decoded(from: json)
        try slot.reconfigure(decoded.configuration, at: Timestamp(nanoseconds: now_ns))
        message.write(decoded.unknownKeys.joined(separator: ","))
        return MD_OK
      } catch {
        message.write(String(describing: error))
        return MD_ERROR_CONFIGURATION
      }
    }
  }
}

/// Implements `md_engine_health` as the C header declares and documents it.
@c @implementation
public func md_engine_health(
  _ engine: OpaquePointer?,
  _ now_ns: Int64,
  _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    slot.engine.health(at: Timestamp(nanoseconds: now_ns)).copyJSON(to: buffer, capacity, length)
  }
}

/// Implements `md_engine_destroy` as the C header declares and documents it.
@c @implementation
public func md_engine_destroy(_ engine: OpaquePointer?) -> md_status {
  EngineRegistry.shared.remove(engine)
}

/// Implements `md_engine_snapshot` as the C header declares and documents it.
@c @implementation
public func md_engine_snapshot(
  _ engine: OpaquePointer?,
  _ buffer: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?,
  _ message: UnsafeMutablePointer<CChar>?,
  _ message_capacity: Int
) -> md_status {
  CMessage(message, message_capacity).reporting { message in
    EngineRegistry.shared.withSlot(engine) { slot in
      guard let length else { return MD_ERROR_NULL_ARGUMENT }
      do throws(SnapshotError) {
        let snapshot = try slot.engine.snapshot()
        length.pointee = snapshot.count
        guard let buffer, capacity >= snapshot.count else { return MD_ERROR_BUFFER_TOO_SMALL }
        snapshot.copyBytes(to: buffer, count: snapshot.count)
        return MD_OK
      } catch {
        message.write(error.description)
        return MD_ERROR_SNAPSHOT
      }
    }
  }
}

/// Implements `md_set_event_callback` as the C header declares and documents it.
@c @implementation
public func md_set_event_callback(
  _ engine: OpaquePointer?,
  _ callback: md_event_callback?,
  _ context: UnsafeMutableRawPointer?
) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    slot.eventCallback = callback
    slot.eventContext = context
    return MD_OK
  }
}

/// Implements `md_set_decision_callback` as the C header declares and documents it.
@c @implementation
public func md_set_decision_callback(
  _ engine: OpaquePointer?,
  _ callback: md_decision_callback?,
  _ context: UnsafeMutableRawPointer?
) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    slot.decisionCallback = callback
    slot.decisionContext = context
    return MD_OK
  }
}

/// The text of a configuration as a host hands it in: of nothing where it hands in none, absent where its length can't be.
private func configurationText(_ start: UnsafePointer<CChar>?, _ length: Int) -> Data? {
  guard let start else { return Data("{}".utf8) }
  return length >= 0 ? Data(bytes: start, count: length) : nil
}
