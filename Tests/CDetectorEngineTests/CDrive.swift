import CDetectorEngine
import CDetectorEngineHeader
import Testing

/// A drive through the C interface: an engine, a callback that keeps what comes, and time that passes.
final class CDrive {
  /// An event with its text copied, since that is the engine's own only until the callback returns.
  struct Kept {
    let event: md_event
    let text: String
  }

  private(set) var engine: OpaquePointer?
  private(set) var events: [Kept] = []
  private(set) var decisionCodes: [String] = []
  private(set) var now: Int64 = 0
  private var northing = 0.0

  init(_ configuration: String) throws {
    var made: OpaquePointer?
    try #require(md_engine_create(configuration, configuration.utf8.count, &made, nil, 0) == MD_OK)
    adopt(made)
    try #require(md_start(engine, 0) == MD_OK)
  }

  deinit {
    _ = md_engine_destroy(engine)
  }

  /// Takes an engine over, in place of the one before.
  func adopt(_ other: OpaquePointer?) {
    if engine != nil { _ = md_engine_destroy(engine) }
    engine = other
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = md_set_event_callback(
      engine,
      { context, event in
        guard let context, let event = event?.pointee else { return }
        let drive = Unmanaged<CDrive>.fromOpaque(context).takeUnretainedValue()
        drive.events.append(Kept(event: event, text: String(cString: event.text)))
      },
      context
    )
    _ = md_set_decision_callback(
      engine,
      { context, decision in
        guard let context, let code = decision?.pointee.code else { return }
        let drive = Unmanaged<CDrive>.fromOpaque(context).takeUnretainedValue()
        drive.decisionCodes.append(String(cString: code))
      },
      context
    )
  }

  func events(_ kind: md_event_kind) -> [Kept] { events.filter { $0.event.kind == kind } }

  /// Lets time pass at 100 Hz with a fix a second; `hit` is an instant at which a pulse of 11 m/s begins.
  func drive(mps: Double?, seconds: Int, hit: Double = -1) {
    for tick in 0..<seconds * 100 {
      let elapsed = Double(tick) / 100
      if tick % 100 == 0, let mps { push(mps) }
      let phase = (elapsed - hit) / 0.1
      let pulse = hit >= 0 && (0...1).contains(phase) ? 4 * phase * (1 - phase) : 0
      _ = md_push_rotation(engine, now, 0, 0, 0)
      _ = md_push_acceleration(
        engine,
        now,
        0.2 * wobble(tick, 7) - 172 * pulse,
        0.2 * wobble(tick, 11) + 22 * pulse,
        9.80665 + 0.3 * wobble(tick, 13)
      )
      now += 10_000_000
    }
  }

  private func push(_ mps: Double) {
    northing += mps
    var fix = md_fix(
      version: UInt32(MD_FIX_VERSION),
      has_coordinate: true,
      timestamp_ns: now,
      latitude: 48 + northing / 111_195,
      longitude: 11,
      accuracy: 5,
      speed: mps,
      course: .nan
    )
    _ = md_push_fix(engine, &fix, now)
  }

  private func wobble(_ tick: Int, _ salt: Int) -> Double {
    Double((tick * 7919 + salt * 104_729) % 2001) / 1000 - 1
  }
}
