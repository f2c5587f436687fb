public import CDetectorEngineHeader
import DetectorEngine

/// Gives the engine behind a handle one input.
private func push(
  _ engine: OpaquePointer?,
  _ input: EngineInput,
  at nanoseconds: Int64
) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    slot.process(input, at: Timestamp(nanoseconds: nanoseconds))
    return MD_OK
  }
}

/// Implements `md_push_acceleration` as the C header declares and documents it.
@c @implementation
public func md_push_acceleration(
  _ engine: OpaquePointer?,
  _ timestamp_ns: Int64,
  _ x: Double,
  _ y: Double,
  _ z: Double
) -> md_status {
  let sample = AccelerationSample(
    timestamp: Timestamp(nanoseconds: timestamp_ns),
    metersPerSecondSquared: Vector3(x, y, z)
  )
  return push(engine, .sensor(.acceleration(sample)), at: timestamp_ns)
}

/// Implements `md_push_rotation` as the C header declares and documents it.
@c @implementation
public func md_push_rotation(
  _ engine: OpaquePointer?,
  _ timestamp_ns: Int64,
  _ x: Double,
  _ y: Double,
  _ z: Double
) -> md_status {
  let sample = RotationSample(
    timestamp: Timestamp(nanoseconds: timestamp_ns),
    radiansPerSecond: Vector3(x, y, z)
  )
  return push(engine, .sensor(.rotation(sample)), at: timestamp_ns)
}

/// Implements `md_push_magnetic_field` as the C header declares and documents it.
@c @implementation
public func md_push_magnetic_field(
  _ engine: OpaquePointer?,
  _ timestamp_ns: Int64,
  _ x: Double,
  _ y: Double,
  _ z: Double
) -> md_status {
  let sample = MagneticFieldSample(
    timestamp: Timestamp(nanoseconds: timestamp_ns),
    microteslas: Vector3(x, y, z)
  )
  return push(engine, .sensor(.magneticField(sample)), at: timestamp_ns)
}

/// Implements `md_push_fix` as the C header declares and documents it.
@c @implementation
public func md_push_fix(
  _ engine: OpaquePointer?,
  _ fix: UnsafePointer<md_fix>?,
  _ received_ns: Int64
) -> md_status {
  guard let fix else { return MD_ERROR_NULL_ARGUMENT }
  guard fix.pointee.version == MD_FIX_VERSION else { return MD_ERROR_UNKNOWN_VERSION }
  guard let location = LocationFix(fix.pointee) else { return MD_ERROR_INVALID_ARGUMENT }
  return push(engine, .fix(location), at: received_ns)
}

/// Implements `md_push_activity` as the C header declares and documents it.
@c @implementation
public func md_push_activity(
  _ engine: OpaquePointer?,
  _ timestamp_ns: Int64,
  _ activity: UnsafePointer<CChar>?,
  _ confidence: Int32,
  _ received_ns: Int64
) -> md_status {
  guard let activity else { return MD_ERROR_NULL_ARGUMENT }
  guard let name = Activity(rawValue: String(cString: activity)), (0...100).contains(confidence)
  else { return MD_ERROR_INVALID_ARGUMENT }
  let sample = ActivitySample(
    timestamp: Timestamp(nanoseconds: timestamp_ns),
    activity: name,
    confidence: Int(confidence)
  )
  return push(engine, .activity(sample), at: received_ns)
}

/// Implements `md_start` as the C header declares and documents it.
@c @implementation
public func md_start(_ engine: OpaquePointer?, _ now_ns: Int64) -> md_status {
  push(engine, .start, at: now_ns)
}

/// Implements `md_stop` as the C header declares and documents it.
@c @implementation
public func md_stop(_ engine: OpaquePointer?, _ now_ns: Int64) -> md_status {
  push(engine, .stop, at: now_ns)
}

/// Implements `md_change_pace` as the C header declares and documents it.
@c @implementation
public func md_change_pace(
  _ engine: OpaquePointer?,
  _ is_moving: Bool,
  _ now_ns: Int64
) -> md_status {
  push(engine, .paceChange(isMoving: is_moving), at: now_ns)
}

/// Implements `md_timer_fired` as the C header declares and documents it.
@c @implementation
public func md_timer_fired(
  _ engine: OpaquePointer?,
  _ timer: md_timer,
  _ now_ns: Int64
) -> md_status {
  guard let id = EngineTimer.ID(timer) else { return MD_ERROR_INVALID_ARGUMENT }
  return push(engine, .timerFired(id), at: now_ns)
}

/// Implements `md_significant_change` as the C header declares and documents it.
@c @implementation
public func md_significant_change(_ engine: OpaquePointer?, _ now_ns: Int64) -> md_status {
  push(engine, .significantChange, at: now_ns)
}

/// Implements `md_visit` as the C header declares and documents it.
@c @implementation
public func md_visit(_ engine: OpaquePointer?, _ now_ns: Int64) -> md_status {
  push(engine, .visit, at: now_ns)
}

/// Implements `md_step` as the C header declares and documents it.
@c @implementation
public func md_step(_ engine: OpaquePointer?, _ now_ns: Int64) -> md_status {
  push(engine, .step, at: now_ns)
}

/// Implements `md_screen` as the C header declares and documents it.
@c @implementation
public func md_screen(_ engine: OpaquePointer?, _ is_active: Bool, _ now_ns: Int64) -> md_status {
  push(engine, .screen(isActive: is_active), at: now_ns)
}

/// Implements `md_clock` as the C header declares and documents it.
@c @implementation
public func md_clock(_ engine: OpaquePointer?, _ unix_s: Double, _ now_ns: Int64) -> md_status {
  let now = Timestamp(nanoseconds: now_ns)
  guard let anchor = ClockAnchor(monotonic: now, unixSeconds: unix_s) else {
    return MD_ERROR_INVALID_ARGUMENT
  }
  return push(engine, .clock(anchor), at: now_ns)
}

/// Implements `md_crash_response` as the C header declares and documents it.
@c @implementation
public func md_crash_response(
  _ engine: OpaquePointer?,
  _ id: UInt64,
  _ is_crash: Bool,
  _ now_ns: Int64
) -> md_status {
  push(engine, .crashResponse(CrashCandidateID(rawValue: id), isCrash: is_crash), at: now_ns)
}

/// Implements `md_flush` as the C header declares and documents it.
@c @implementation
public func md_flush(_ engine: OpaquePointer?) -> md_status {
  EngineRegistry.shared.withSlot(engine) { slot in
    slot.flush()
    return MD_OK
  }
}
