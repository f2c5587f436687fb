public import CDetectorEngineHeader
import DetectorEngine

/// Implements `md_record_built` as the C header declares and documents it.
@c @implementation
public func md_record_built(
  _ engine: OpaquePointer?,
  _ purpose: md_record_purpose,
  _ keys: UnsafeMutablePointer<md_record_keys>?
) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    guard let keys else { return MD_ERROR_NULL_ARGUMENT }
    guard let purpose = RecordPurpose(purpose) else { return MD_ERROR_INVALID_ARGUMENT }
    let record = slot.engine.recordBuilt(for: purpose)
    let extras = record.extras
    // Every cause is one letter of ASCII.
    let letter = CChar(bitPattern: extras.ddc?.rawValue.utf8.first ?? 0)
    keys.pointee = md_record_keys(
      version: UInt32(MD_RECORD_KEYS_VERSION),
      has_dds: extras.dds != nil,
      has_ddd: extras.ddd != nil,
      dds: extras.dds ?? 0,
      ddd: extras.ddd ?? 0,
      ddc: (letter, 0, 0, 0),
      token: record.token.rawValue
    )
    return MD_OK
  }
}

/// Implements `md_record_persisted` as the C header declares and documents it.
@c @implementation
public func md_record_persisted(_ engine: OpaquePointer?, _ token: Int64) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    slot.engine.recordPersisted(RecordToken(rawValue: token))
    return MD_OK
  }
}

/// Implements `md_record_dropped` as the C header declares and documents it.
@c @implementation
public func md_record_dropped(_ engine: OpaquePointer?, _ token: Int64) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    slot.engine.recordDropped(RecordToken(rawValue: token))
    return MD_OK
  }
}

/// Implements `md_crash_record` as the C header declares and documents it.
@c @implementation
public func md_crash_record(
  _ engine: OpaquePointer?,
  _ id: UInt64,
  _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    length?.pointee = 0
    guard let record = slot.engine.crashRecord(for: CrashCandidateID(rawValue: id)) else {
      return MD_ERROR_INVALID_ARGUMENT
    }
    return record.copyJSON(to: buffer, capacity, length)
  }
}

extension RecordPurpose {
  fileprivate init?(_ purpose: md_record_purpose) {
    switch purpose {
    case MD_RECORD_UPLOAD: self = .upload
    case MD_RECORD_SAMPLE: self = .sample
    case MD_RECORD_EMBEDDED: self = .embedded
    default: return nil
    }
  }
}
