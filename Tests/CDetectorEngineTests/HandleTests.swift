import CDetectorEngine
import CDetectorEngineHeader
import Testing

@Suite("Handles of the C interface")
struct HandleTests {
  private func created() throws -> OpaquePointer {
    var engine: OpaquePointer?
    try #require(md_engine_create(nil, 0, &engine, nil, 0) == MD_OK)
    return try #require(engine)
  }

  @Test("a live engine takes inputs, a destroyed one and one destroyed twice are told")
  func useAfterDestruction() throws {
    let engine = try created()
    #expect(md_start(engine, 0) == MD_OK)
    #expect(md_engine_destroy(engine) == MD_OK)
    #expect(md_engine_destroy(engine) == MD_ERROR_INVALID_HANDLE)
    #expect(md_start(engine, 0) == MD_ERROR_INVALID_HANDLE)
    #expect(md_push_acceleration(engine, 0, 0, 0, 9.8) == MD_ERROR_INVALID_HANDLE)
  }

  @Test("null is told from a handle by every call")
  func null() {
    var keys = md_record_keys()
    var length = 0
    var fix = md_fix()
    fix.version = UInt32(MD_FIX_VERSION)
    let statuses = [
      md_engine_destroy(nil), md_engine_create(nil, 0, nil, nil, 0),
      md_engine_snapshot(nil, nil, 0, &length, nil, 0), md_set_event_callback(nil, nil, nil),
      md_set_decision_callback(nil, nil, nil), md_push_acceleration(nil, 0, 0, 0, 0),
      md_push_rotation(nil, 0, 0, 0, 0), md_push_magnetic_field(nil, 0, 0, 0, 0),
      md_push_fix(nil, &fix, 0), md_push_fix(nil, nil, 0),
      md_push_activity(nil, 0, "still", 50, 0), md_push_activity(nil, 0, nil, 50, 0),
      md_start(nil, 0), md_stop(nil, 0), md_change_pace(nil, true, 0),
      md_timer_fired(nil, md_timer(purpose: 1, reserved: 0, generation: 1), 0),
      md_significant_change(nil, 0), md_visit(nil, 0), md_step(nil, 0), md_screen(nil, true, 0),
      md_clock(nil, 0, 0), md_crash_response(nil, 1, true, 0), md_flush(nil),
      md_record_built(nil, MD_RECORD_UPLOAD, &keys), md_record_persisted(nil, 0),
      md_record_dropped(nil, 0), md_crash_record(nil, 1, nil, 0, &length),
      md_engine_reconfigure(nil, nil, 0, 0, nil, 0), md_engine_health(nil, 0, nil, 0, &length),
    ]
    #expect(statuses.allSatisfy { $0 == MD_ERROR_NULL_ARGUMENT })
  }

  @Test("a pointer that never was a handle is told")
  func stray() throws {
    let live = try created()
    for bits: UInt in [1, 8, 0xDEAD_BEEF, .max] {
      #expect(md_start(OpaquePointer(bitPattern: bits), 0) == MD_ERROR_INVALID_HANDLE)
    }
    #expect(md_engine_destroy(live) == MD_OK)
  }

  @Test("a call from within a callback is refused and does no harm")
  func reentry() throws {
    final class Seen {
      var statuses: [md_status] = []
      var engine: OpaquePointer?
    }
    let seen = Seen()
    let engine = try created()
    seen.engine = engine
    let context = Unmanaged.passUnretained(seen).toOpaque()
    let status = md_set_event_callback(
      engine,
      { context, _ in
        guard let context else { return }
        let seen = Unmanaged<Seen>.fromOpaque(context).takeUnretainedValue()
        seen.statuses.append(md_step(seen.engine, 0))
        seen.statuses.append(md_engine_destroy(seen.engine))
      },
      context
    )
    #expect(status == MD_OK)
    #expect(md_start(engine, 0) == MD_OK)
    #expect(md_change_pace(engine, true, 1) == MD_OK)
    #expect(!seen.statuses.isEmpty)
    #expect(seen.statuses.allSatisfy { $0 == MD_ERROR_CONCURRENT_USE })
    #expect(md_engine_destroy(engine) == MD_OK)
  }

  @Test("every status has a text")
  func texts() {
    for raw: UInt32 in 0...9 {
      let text = md_status_text(md_status(rawValue: raw)).map { String(cString: $0) }
      #expect(text?.isEmpty == false)
    }
  }
}
