import CDetectorEngine
import CDetectorEngineHeader

/// Calls the C interface in any order with any values, with handles that live, have been destroyed or never were.
func driveCInterface(_ bytes: UnsafeRawBufferPointer) {
  var caller = CCaller(ByteSource(bytes))
  while caller.step() {}
  caller.finish()
}

/// A C host that does whatever the bytes say.
private struct CCaller {
  /// More engines than this at a time would only slow the search down.
  private static let maximumHandles = 6

  private var source: ByteSource
  private var now: Int64 = 0
  private var handles: [OpaquePointer] = []
  private var destroyed: [OpaquePointer] = []

  init(_ source: ByteSource) {
    self.source = source
    create(#"{"crashDetection":{"enabled":true},"distractionDetection":{"enabled":true}}"#)
  }

  private mutating func create(_ json: String) {
    var engine: OpaquePointer?
    var message = [CChar](repeating: 1, count: 64)
    let status = md_engine_create(json, json.utf8.count, &engine, &message, message.count)
    promise(message.contains(0), "a message ends")
    promise((status == MD_OK) == (engine != nil), "a handle comes with success only")
    keep(engine)
  }

  private mutating func keep(_ engine: OpaquePointer?) {
    guard let engine else { return }
    guard handles.count < Self.maximumHandles else {
      promise(md_engine_destroy(engine) == MD_OK, "a live engine can be destroyed")
      return
    }
    handles.append(engine)
    let events: md_event_callback = { _, event in
      guard let event = event?.pointee else { fatalError("broken promise: an event is there") }
      promise(event.version == MD_EVENT_VERSION, "an event says its version")
      promise(event.text != nil, "an event has a text")
      if event.kind == MD_EVENT_HEADING {
        promise((0..<360).contains(event.heading), "a heading lies in [0, 360)")
      }
    }
    promise(md_set_event_callback(engine, events, nil) == MD_OK, "a callback is taken")
    let decisions: md_decision_callback = { _, decision in
      promise(decision?.pointee.code != nil, "a decision has a code")
    }
    promise(md_set_decision_callback(engine, decisions, nil) == MD_OK, "a callback is taken")
  }

  /// A handle: mostly a live one, else a destroyed one, none, or an address that never was one.
  private mutating func handle() -> OpaquePointer? {
    let selector = source.byte()
    switch selector {
    case 0: return nil
    case 1: return destroyed.last
    case 2: return OpaquePointer(bitPattern: Int(truncatingIfNeeded: source.integer()))
    default: return handles.isEmpty ? nil : handles[Int(selector) % handles.count]
    }
  }

  private mutating func moment() -> Int64 {
    let next = now.addingReportingOverflow(source.timeStep())
    if !next.overflow { now = next.partialValue }
    return now
  }

  /// Makes the next call and tells whether there was one.
  mutating func step() -> Bool {
    guard !source.isAtEnd else { return false }
    let word = source.byte()
    switch word {
    case 0: createFromBytes()
    case 1: destroy()
    case 2, 3: snapshotAndRestore()
    case 4: reconfigure()
    case 5: _ = md_start(handle(), moment())
    case 6: _ = md_stop(handle(), moment())
    case 7: _ = md_change_pace(handle(), source.bool(), moment())
    case 8: fireTimer()
    case 9: _ = md_significant_change(handle(), moment())
    case 10: _ = md_visit(handle(), moment())
    case 11: _ = md_step(handle(), moment())
    case 12: _ = md_screen(handle(), source.bool(), moment())
    case 13: _ = md_clock(handle(), source.number(scale: 2e9), moment())
    case 14: _ = md_crash_response(handle(), UInt64(source.byte() % 4), source.bool(), moment())
    case 15: writeText()
    case 16: _ = md_flush(handle())
    case 17..<24: handleRecords()
    case 24..<32: pushActivity()
    case 32..<50: pushFix()
    case 50..<60: drive()
    case 60..<100:
      let x = source.number(scale: 40)
      _ = md_push_rotation(handle(), moment(), x, source.number(scale: 40), 0)
    case 100..<140:
      let x = source.number(scale: 100)
      _ = md_push_magnetic_field(handle(), moment(), x, source.number(scale: 100), 20)
    default:
      let x = source.number(scale: 200)
      _ = md_push_acceleration(handle(), moment(), x, source.number(scale: 200), 9.8)
    }
    return true
  }

  /// Destroys what lives; a second time is an error that does nothing.
  mutating func finish() {
    for engine in handles {
      promise(md_engine_destroy(engine) == MD_OK, "a live engine can be destroyed")
      promise(md_engine_destroy(engine) == MD_ERROR_INVALID_HANDLE, "but once")
    }
  }

  private mutating func createFromBytes() {
    create(String(decoding: source.bytes(Int(source.byte())), as: UTF8.self))
    promise(md_engine_create(nil, 0, nil, nil, 0) == MD_ERROR_NULL_ARGUMENT, "nowhere to put it")
  }

  private mutating func destroy() {
    guard let engine = handle() else {
      promise(md_engine_destroy(nil) == MD_ERROR_NULL_ARGUMENT, "nothing is nothing")
      return
    }
    let isLive = handles.contains(engine)
    let status = md_engine_destroy(engine)
    promise((status == MD_OK) == isLive, "only a live engine can be destroyed")
    if isLive {
      handles.removeAll { $0 == engine }
      destroyed.append(engine)
    }
  }

  private mutating func snapshotAndRestore() {
    let engine = handle()
    var length = 0
    let capacity = source.bool() ? Int(MD_SNAPSHOT_MAXIMUM_LENGTH) : Int(source.byte())
    var buffer = [UInt8](repeating: 0, count: max(capacity, 1))
    let status = md_engine_snapshot(engine, &buffer, capacity, &length, nil, 0)
    promise(length >= 0 && length <= Int(MD_SNAPSHOT_MAXIMUM_LENGTH), "a length")
    guard status == MD_OK else { return }
    promise(length <= capacity, "what is written fits")
    if source.byte() < 64 { buffer[Int(source.byte()) % length] ^= source.byte() }
    var restored: OpaquePointer?
    _ = md_engine_restore(buffer, length, &restored, nil, 0)
    keep(restored)
  }

  private mutating func reconfigure() {
    let json = source.bytes(Int(source.byte())).map { CChar(bitPattern: $0) } + [0]
    let engine = handle()
    var message = [CChar](repeating: 1, count: 8)
    _ = md_engine_reconfigure(engine, json, json.count - 1, moment(), &message, message.count)
    promise(message.contains(0), "a message ends")
  }

  private mutating func fireTimer() {
    let timer = md_timer(
      purpose: UInt32(source.byte() % 5),
      reserved: UInt32(source.byte() % 2),
      generation: UInt64(source.byte())
    )
    _ = md_timer_fired(handle(), timer, moment())
  }

  private mutating func writeText() {
    var length = 0
    let capacity = source.bool() ? Int(MD_CRASH_RECORD_MAXIMUM_LENGTH) : Int(source.byte())
    var buffer = [CChar](repeating: 0, count: max(capacity, 1))
    if source.bool() {
      _ = md_engine_health(handle(), moment(), &buffer, capacity, &length)
    } else {
      let id = UInt64(source.byte() % 4)
      _ = md_crash_record(handle(), id, &buffer, capacity, &length)
    }
    promise(length >= 0, "a length")
  }

  private mutating func handleRecords() {
    var keys = md_record_keys()
    keys.version = source.byte() < 8 ? 7 : MD_RECORD_KEYS_VERSION
    let purpose = md_record_purpose(rawValue: UInt32(source.byte() % 5))
    let engine = handle()
    let status = md_record_built(engine, purpose, &keys)
    let token = source.byte() < 32 ? source.integer() : keys.token
    guard status == MD_OK else { return }
    promise(keys.has_dds || !keys.has_ddd, "a duration comes with its start")
    if source.bool() {
      _ = md_record_persisted(engine, token)
    } else {
      _ = md_record_dropped(engine, token)
    }
  }

  private mutating func pushActivity() {
    let names = ["in_vehicle", "on_foot", "walking", "still", "tilting", "unknown", "", "no such"]
    let name = names[Int(source.byte()) % names.count]
    let confidence = Int32(truncatingIfNeeded: Int(source.byte()) - 20)
    let sampled = moment()
    _ = md_push_activity(handle(), sampled, name, confidence, moment())
  }

  private mutating func pushFix() {
    var fix = md_fix()
    fix.version = source.byte() < 8 ? 0 : MD_FIX_VERSION
    fix.has_coordinate = source.bool()
    fix.timestamp_ns = moment()
    fix.latitude = source.number(scale: 100)
    fix.longitude = source.number(scale: 200)
    fix.accuracy = source.number(scale: 100)
    fix.speed = source.number(scale: 60)
    fix.course = source.number(scale: 360)
    let engine = handle()
    if source.byte() < 4 {
      promise(md_push_fix(engine, nil, moment()) != MD_OK, "no fix is an error")
    } else {
      _ = md_push_fix(engine, &fix, moment())
    }
  }

  /// Ten seconds of a drive with an impact at its end.
  private mutating func drive() {
    let engine = handle()
    let speed = Double(source.byte()) / 4
    for tick in 0..<1000 {
      now = now.addingReportingOverflow(10_000_000).partialValue
      let level = tick > 990 ? Double(source.byte()) : 0.2
      _ = md_push_acceleration(engine, now, -level, 0.5 * level, 9.8)
      if tick % 100 == 0 {
        var fix = md_fix()
        fix.version = MD_FIX_VERSION
        fix.timestamp_ns = now
        fix.accuracy = 5
        fix.speed = speed
        fix.course = .nan
        _ = md_push_fix(engine, &fix, now)
      }
    }
  }
}
