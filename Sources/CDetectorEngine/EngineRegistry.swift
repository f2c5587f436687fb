import CDetectorEngineHeader
import DetectorEngine
import Foundation

/// What a handle stands for.
final class EngineSlot {
  var engine: DetectorEngine
  var eventCallback: md_event_callback?
  var eventContext: UnsafeMutableRawPointer?
  var decisionCallback: md_decision_callback?
  var decisionContext: UnsafeMutableRawPointer?

  /// Whether a call is under way; read and written under the registry's lock.
  fileprivate var isInUse = false

  init(_ engine: DetectorEngine) {
    self.engine = engine
  }
}

/// The live engines by their handles.
///
/// A handle is a number that is never given twice, dressed up as a pointer and never followed. So whatever a host hands
/// in can be looked up safely.
///
/// Unchecked, because the compiler cannot see that the dictionary and the marks are touched under the lock only, and
/// that a slot's contents are touched only by the one call that holds its mark.
final class EngineRegistry: @unchecked Sendable {
  static let shared = EngineRegistry()

  private let lock = NSLock()
  private var slots: [UInt: EngineSlot] = [:]
  private var lastHandle: UInt = 0

  /// The handle that was last used, which most often is used again, and its engine.
  private var latest: (handle: UInt, slot: EngineSlot)?

  /// Gives an engine its handle.
  func add(_ engine: DetectorEngine) -> OpaquePointer? {
    lock.withLock {
      // Distinct and far from small numbers, so that a stray counter is not taken for a handle.
      lastHandle &+= 16
      slots[lastHandle] = EngineSlot(engine)
      return OpaquePointer(bitPattern: lastHandle)
    }
  }

  /// Forgets an engine.
  func remove(_ handle: OpaquePointer?) -> md_status {
    guard let handle else { return MD_ERROR_NULL_ARGUMENT }
    return lock.withLock {
      let key = UInt(bitPattern: handle)
      guard let slot = slots[key] else { return MD_ERROR_INVALID_HANDLE }
      guard !slot.isInUse else { return MD_ERROR_CONCURRENT_USE }
      slots[key] = nil
      latest = nil
      return MD_OK
    }
  }

  /// Runs a body with the engine to itself, or says why that cannot be.
  func withSlot(_ handle: OpaquePointer?, _ body: (EngineSlot) -> md_status) -> md_status {
    guard let handle else { return MD_ERROR_NULL_ARGUMENT }
    lock.lock()
    guard let slot = slot(of: UInt(bitPattern: handle)) else {
      lock.unlock()
      return MD_ERROR_INVALID_HANDLE
    }
    guard !slot.isInUse else {
      lock.unlock()
      return MD_ERROR_CONCURRENT_USE
    }
    slot.isInUse = true
    lock.unlock()
    let status = body(slot)
    lock.lock()
    slot.isInUse = false
    lock.unlock()
    return status
  }

  /// The engine of a handle, absent where there is none; to be called under the lock.
  private func slot(of handle: UInt) -> EngineSlot? {
    if let latest, latest.handle == handle { return latest.slot }
    guard let slot = slots[handle] else { return nil }
    latest = (handle, slot)
    return slot
  }
}
