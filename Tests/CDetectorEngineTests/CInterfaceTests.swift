import CDetectorEngine
import CDetectorEngineHeader
import Foundation
import Testing

@Suite("The C interface")
struct CInterfaceTests {
  private let crashOnly = #"{"crashDetection": {"enabled": true}}"#

  private func crashed() throws -> CDrive {
    let drive = try CDrive(crashOnly)
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, hit: 0.2)
    return drive
  }

  @Test("a crash is a candidate with its timer, then confirmed, with every field of the impact")
  func crash() throws {
    let drive = try crashed()
    let candidate = try #require(drive.events(MD_EVENT_CRASH_CANDIDATE).first?.event)
    #expect(candidate.id == 1)
    #expect(candidate.deadline_ns > candidate.timestamp_ns)
    let timer = try #require(drive.events(MD_EVENT_ARM_TIMER).last?.event)
    #expect(timer.timer.purpose == 3)
    #expect(timer.deadline_ns == candidate.deadline_ns)

    drive.drive(mps: 0, seconds: 8)
    let kept = try #require(drive.events(MD_EVENT_CRASH_CONFIRMED).first)
    let event = kept.event
    #expect(event.version == MD_EVENT_VERSION)
    #expect(!kept.text.isEmpty)
    #expect(abs(event.start_ns - 12_210_000_000) < 20_000_000)
    #expect(event.peak_g > 15 && event.impact_duration_ms > 40)
    #expect(event.pre_impact_speed_mps == 15)
    #expect(abs(event.velocity_change_mps - 11.5) < 1.5)
    #expect(event.direction_x < -0.95)
    let x = event.direction_x * event.direction_x
    let length = x + event.direction_y * event.direction_y + event.direction_z * event.direction_z
    #expect(abs(length - 1) < 1e-9)
    #expect(event.free_fall_ms == 0 && !event.is_rollover && !event.is_saturated)
    #expect(event.peak_rotation_rate == 0)
    #expect((0...1).contains(event.confidence))
    #expect(event.has_location && event.location.has_coordinate)
    #expect(drive.decisionCodes.contains("peakBelowThreshold"))
  }

  @Test("the record of a crash is JSON within its limit, and too small a buffer is told the length")
  func record() throws {
    let drive = try crashed()
    drive.drive(mps: 0, seconds: 8)
    var length = 0
    #expect(md_crash_record(drive.engine, 1, nil, 0, &length) == MD_ERROR_BUFFER_TOO_SMALL)
    #expect(length > 0 && length <= Int(MD_CRASH_RECORD_MAXIMUM_LENGTH))
    var buffer = [CChar](repeating: 0x7F, count: length + 1)
    #expect(
      md_crash_record(drive.engine, 1, &buffer, length - 1, &length) == MD_ERROR_BUFFER_TOO_SMALL
    )
    #expect(buffer.allSatisfy { $0 == 0x7F })
    #expect(md_crash_record(drive.engine, 1, &buffer, length, &length) == MD_OK)
    #expect(buffer[length] == 0x7F)
    let json = Data(buffer[..<length].map { UInt8(bitPattern: $0) })
    let object = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    let pulse = try #require(object["pulse"] as? [String: Any])
    #expect((pulse["velocityChange"] as? [Any])?.count == 26)
    #expect(object["confirmation"] != nil)

    #expect(md_crash_record(drive.engine, 2, &buffer, length, &length) == MD_ERROR_INVALID_ARGUMENT)
    #expect(length == 0)
    #expect(md_crash_record(drive.engine, 1, nil, 0, nil) == MD_ERROR_NULL_ARGUMENT)
  }

  @Test("an engine restored through C goes on to the same crash")
  func snapshot() throws {
    let drive = try crashed()
    let uncut = try crashed()
    uncut.drive(mps: 0, seconds: 8)
    let expected = try #require(uncut.events(MD_EVENT_CRASH_CONFIRMED).first?.event)

    var bytes = [UInt8](repeating: 0, count: Int(MD_SNAPSHOT_MAXIMUM_LENGTH))
    var length = 0
    var message = [CChar](repeating: 0, count: 200)
    #expect(
      md_engine_snapshot(drive.engine, &bytes, 10, &length, nil, 0) == MD_ERROR_BUFFER_TOO_SMALL
    )
    #expect(length > 10)
    #expect(
      md_engine_snapshot(drive.engine, &bytes, bytes.count, &length, &message, 200) == MD_OK
    )
    var restored: OpaquePointer?
    bytes[length / 2] ^= 1
    #expect(md_engine_restore(bytes, length, &restored, &message, 200) == MD_ERROR_SNAPSHOT)
    #expect(restored == nil)
    #expect(text(message).contains("checksum"))
    bytes[length / 2] ^= 1
    try #require(md_engine_restore(bytes, length, &restored, &message, 200) == MD_OK)
    drive.adopt(restored)
    drive.drive(mps: 0, seconds: 8)
    let event = try #require(drive.events(MD_EVENT_CRASH_CONFIRMED).first?.event)
    #expect(event.timestamp_ns == expected.timestamp_ns)
    #expect(event.peak_g == expected.peak_g && event.confidence == expected.confidence)
    #expect(event.velocity_change_mps == expected.velocity_change_mps)
  }

  @Test("a configuration is refused with its field, and keys that mean nothing are named")
  func configuration() throws {
    var engine: OpaquePointer?
    var message = [CChar](repeating: 0, count: 200)
    let outOfRange = #"{"crashDetection": {"impactThreshold": 0.1}}"#
    #expect(
      md_engine_create(outOfRange, outOfRange.utf8.count, &engine, &message, 200)
        == MD_ERROR_CONFIGURATION
    )
    #expect(engine == nil)
    #expect(text(message).contains("impactThreshold"))
    // A message that does not fit is cut off, and ended all the same.
    #expect(
      md_engine_create(outOfRange, outOfRange.utf8.count, &engine, &message, 8)
        == MD_ERROR_CONFIGURATION
    )
    #expect(text(message).utf8.count == 7)
    let unknown = #"{"crashDetection": {"minSped": 9}, "colour": 1}"#
    #expect(md_engine_create(unknown, unknown.utf8.count, &engine, &message, 200) == MD_OK)
    #expect(text(message) == "colour,crashDetection.minSped")
    #expect(md_engine_create(unknown, -1, &engine, &message, 200) == MD_ERROR_INVALID_ARGUMENT)
    #expect(engine == nil)
  }

  @Test("a call that fails before it has anything to say leaves the text of its status")
  func messageOfStatus() throws {
    var length = 0
    var bytes: [UInt8] = [0]
    let calls: [(UnsafeMutablePointer<CChar>) -> md_status] = [
      { md_engine_create(nil, 0, nil, $0, 200) },
      { md_engine_restore(nil, 0, nil, $0, 200) },
      { md_engine_reconfigure(nil, nil, 0, 0, $0, 200) },
      { md_engine_snapshot(nil, &bytes, 1, &length, $0, 200) },
    ]
    for call in calls {
      var message = [CChar](repeating: 88, count: 200)
      let status = call(&message)
      #expect(status != MD_OK)
      let expected = try #require(md_status_text(status))
      #expect(text(message) == String(cString: expected))
    }
  }

  @Test("a running engine takes another configuration, or keeps its own where that is refused")
  func reconfiguration() throws {
    let drive = try crashed()
    var message = [CChar](repeating: 0, count: 200)
    let refused = #"{"crashDetection": {"minSpeed": -1}}"#
    #expect(
      md_engine_reconfigure(drive.engine, refused, refused.utf8.count, drive.now, &message, 200)
        == MD_ERROR_CONFIGURATION
    )
    #expect(text(message).contains("minSpeed"))
    // Off; but the candidate that waits goes on waiting.
    #expect(md_engine_reconfigure(drive.engine, nil, 0, drive.now, &message, 200) == MD_OK)
    drive.drive(mps: 0, seconds: 8)
    #expect(drive.events(MD_EVENT_CRASH_CONFIRMED).count == 1)
  }

  @Test("health is JSON with what was measured")
  func health() throws {
    let drive = try crashed()
    var length = 0
    var buffer = [CChar](repeating: 0, count: 8192)
    #expect(md_engine_health(drive.engine, drive.now, &buffer, buffer.count, &length) == MD_OK)
    let json = Data(buffer[..<length].map { UInt8(bitPattern: $0) })
    let object = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["isMoving"] as? Bool == true)
    #expect(object["armedDetectors"] as? [String] == ["crash"])
    let channels = try #require(object["channels"] as? [String: [String: Any]])
    #expect(channels["acceleration"]?["rateHz"] as? Double == 100)
    #expect((object["rawFixAge"] as? Double ?? 0) > 1)
  }

  @Test("structs of another version, positions and activities that are none are refused")
  func refused() throws {
    let drive = try CDrive(crashOnly)
    var fix = md_fix()
    fix.version = UInt32(MD_FIX_VERSION) + 1
    #expect(md_push_fix(drive.engine, &fix, 0) == MD_ERROR_UNKNOWN_VERSION)
    fix.version = UInt32(MD_FIX_VERSION)
    fix.has_coordinate = true
    fix.latitude = 91
    #expect(md_push_fix(drive.engine, &fix, 0) == MD_ERROR_INVALID_ARGUMENT)
    fix.latitude = .nan
    #expect(md_push_fix(drive.engine, &fix, 0) == MD_ERROR_INVALID_ARGUMENT)
    #expect(md_push_activity(drive.engine, 0, "flying", 50, 0) == MD_ERROR_INVALID_ARGUMENT)
    #expect(md_push_activity(drive.engine, 0, "still", 101, 0) == MD_ERROR_INVALID_ARGUMENT)
    #expect(md_push_activity(drive.engine, 0, "still", -1, 0) == MD_ERROR_INVALID_ARGUMENT)
    let timer = md_timer(purpose: 9, reserved: 0, generation: 0)
    #expect(md_timer_fired(drive.engine, timer, 0) == MD_ERROR_INVALID_ARGUMENT)
    #expect(md_clock(drive.engine, .nan, 0) == MD_ERROR_INVALID_ARGUMENT)
    // Numbers that no sensor gives are data: taken, and refused by the gate.
    for value in [Double.nan, .infinity, -.infinity, 1e308] {
      #expect(md_push_acceleration(drive.engine, .max, value, value, value) == MD_OK)
      #expect(md_push_rotation(drive.engine, .min, value, value, value) == MD_OK)
    }
  }

  @Test("threads in one engine at once: the later one is refused, and no harm is done")
  func threads() throws {
    let drive = try CDrive("{}")
    // A number names the engine as well as the pointer does, and can go to other threads.
    let handle = UInt(bitPattern: drive.engine)
    let refusedCount = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 0..<2000 {
        let status = md_push_rotation(
          OpaquePointer(bitPattern: handle),
          Int64(index * 4 + thread) * 1_000_000,
          0,
          0,
          0
        )
        if status == MD_ERROR_CONCURRENT_USE {
          refusedCount.add()
        } else if status != MD_OK {
          Issue.record("status \(status)")
        }
      }
    }
    var length = 0
    var buffer = [CChar](repeating: 0, count: 8192)
    #expect(md_engine_health(drive.engine, 0, &buffer, buffer.count, &length) == MD_OK)
    #expect(refusedCount.value < 8000)
  }

  private func text(_ message: [CChar]) -> String {
    message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}

/// A count that several threads add to.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func add() { lock.withLock { count += 1 } }

  var value: Int { lock.withLock { count } }
}
