import CDetectorEngine
import CDetectorEngineHeader
import Foundation
import Testing

@Suite("Events of every kind through the C interface")
struct CEventKindTests {
  /// Turns the phone to and fro about its x axis, as a hand does, or lets it lie, for some seconds at 100 Hz.
  private func push(_ drive: CDrive, from begin: Int64, seconds: Int, isHandled: Bool) -> Int64 {
    var now = begin
    for tick in 0..<seconds * 100 {
      let elapsed = Double(tick) / 100
      let pulsation = 2 * Double.pi * 0.4
      let angle = isHandled ? 0.6 * sin(pulsation * elapsed) : 0
      let rate = isHandled ? 0.6 * pulsation * cos(pulsation * elapsed) : 0
      if tick.isMultiple(of: 100) {
        var fix = md_fix(
          version: UInt32(MD_FIX_VERSION),
          has_coordinate: true,
          timestamp_ns: now,
          latitude: 48 + Double(now) / 1e9 * 1.35e-4,
          longitude: 11,
          accuracy: 5,
          speed: 15,
          course: 0
        )
        #expect(md_push_fix(drive.engine, &fix, now) == MD_OK)
      }
      #expect(md_push_magnetic_field(drive.engine, now, 0, 20, -40) == MD_OK)
      #expect(md_push_rotation(drive.engine, now, rate, 0, 0) == MD_OK)
      let status = md_push_acceleration(
        drive.engine,
        now,
        0.05,
        9.80665 * sin(angle),
        9.80665 * cos(angle)
      )
      #expect(status == MD_OK)
      now += 10_000_000
    }
    return now
  }

  @Test("an episode opens, turns into one of the screen, closes, and rides the next record")
  func distraction() throws {
    let drive = try CDrive(#"{"distractionDetection": {"enabled": true}}"#)
    #expect(md_clock(drive.engine, 1_796_083_200, 0) == MD_OK)
    var now = push(drive, from: 0, seconds: 12, isHandled: false)
    now = push(drive, from: now, seconds: 10, isHandled: true)
    #expect(md_screen(drive.engine, true, now) == MD_OK)
    now = push(drive, from: now, seconds: 5, isHandled: true)
    now = push(drive, from: now, seconds: 12, isHandled: false)
    let opened = try #require(drive.events(MD_EVENT_DISTRACTION_OPENED).first)
    #expect(opened.text == "h")
    #expect(drive.events(MD_EVENT_DISTRACTION_CAUSE).map(\.text) == ["s"])
    let closed = try #require(drive.events(MD_EVENT_DISTRACTION_CLOSED).first?.event)
    #expect(closed.start_ns == opened.event.start_ns && closed.end_ns > closed.start_ns)
    let episodes = drive.events(MD_EVENT_DISTRACTION)
    let episode = try #require(episodes.first)
    #expect(episodes.count == 1)
    #expect(episode.text == "s" && episode.event.has_location)
    #expect(abs(episode.event.duration_s - 15) < 3)

    var keys = md_record_keys()
    #expect(md_record_built(drive.engine, MD_RECORD_SAMPLE, &keys) == MD_OK)
    #expect(md_record_built(drive.engine, MD_RECORD_EMBEDDED, &keys) == MD_OK)
    #expect(md_record_built(drive.engine, MD_RECORD_UPLOAD, &keys) == MD_OK)
    #expect(keys.has_dds && keys.has_ddd && keys.ddc.0 == CChar(UInt8(ascii: "s")))
    #expect(keys.ddd == episode.event.duration_s)
    #expect(md_record_dropped(drive.engine, keys.token) == MD_OK)
    #expect(md_record_persisted(drive.engine, keys.token) == MD_OK)
    #expect(md_record_built(drive.engine, MD_RECORD_UPLOAD, &keys) == MD_OK)
    #expect(!keys.has_dds)
    #expect(
      md_record_built(drive.engine, md_record_purpose(rawValue: 9), &keys)
        == MD_ERROR_INVALID_ARGUMENT
    )
  }

  @Test("headings come with their error and, with a fix within the model's years, from true north")
  func heading() throws {
    let drive = try CDrive(#"{"heading": {"enabled": true, "runsRegardlessOfMotion": true}}"#)
    #expect(md_clock(drive.engine, 1_796_083_200, 0) == MD_OK)
    _ = push(drive, from: 0, seconds: 4, isHandled: false)
    #expect(md_flush(drive.engine) == MD_OK)
    let last = try #require(drive.events(MD_EVENT_HEADING).last?.event)
    #expect(last.is_true && last.accuracy > 0)
    // The field points along the top of the phone: what is left is the declination.
    #expect(last.heading > 2 && last.heading < 8)
  }

  @Test("a forced stop writes its record and its circle; a heartbeat and a probe are asked for")
  func stop() throws {
    let drive = try CDrive("{}")
    var now = push(drive, from: 0, seconds: 4, isHandled: false)
    #expect(drive.events(MD_EVENT_MOTION_CHANGE).map(\.event.is_moving) == [true])
    #expect(md_step(drive.engine, now) == MD_OK)
    #expect(md_change_pace(drive.engine, false, now) == MD_OK)
    #expect(drive.events(MD_EVENT_MOTION_CHANGE).map(\.event.is_moving) == [true, false])
    let record = try #require(drive.events(MD_EVENT_STOP_RECORD).first?.event)
    #expect(record.has_location && record.timestamp_ns == now)
    let circle = try #require(drive.events(MD_EVENT_REARM_GEOFENCE).last?.event)
    #expect(circle.radius == 200 && circle.location.has_coordinate)
    now += 1_000_000_000
    #expect(md_significant_change(drive.engine, now) == MD_OK)
    #expect(md_visit(drive.engine, now) == MD_OK)
    #expect(drive.events(MD_EVENT_REQUEST_PROBE).contains { $0.text == "significantChange" })
    #expect(drive.events(MD_EVENT_REQUEST_PROBE).contains { $0.text == "visit" })
    let timer = try #require(
      drive.events(MD_EVENT_ARM_TIMER).last { $0.event.timer.purpose == 2 }?.event
    )
    #expect(md_timer_fired(drive.engine, timer.timer, timer.deadline_ns) == MD_OK)
    let heartbeat = try #require(drive.events(MD_EVENT_HEARTBEAT).first?.event)
    #expect(heartbeat.timestamp_ns == timer.deadline_ns && heartbeat.has_location)
    #expect(
      md_timer_fired(
        drive.engine,
        md_timer(purpose: 7, reserved: 0, generation: 1),
        timer.deadline_ns
      )
        == MD_ERROR_INVALID_ARGUMENT
    )
    #expect(md_stop(drive.engine, timer.deadline_ns) == MD_OK)
  }

  @Test("a stop countdown's timer goes through by its purpose")
  func countdown() throws {
    let drive = try CDrive("{}")
    #expect(md_change_pace(drive.engine, true, 0) == MD_OK)
    let second: Int64 = 1_000_000_000
    #expect(md_push_activity(drive.engine, second, "still", 100, second) == MD_OK)
    let timer = try #require(
      drive.events(MD_EVENT_ARM_TIMER).last { $0.event.timer.purpose == 1 }?.event
    )
    #expect(timer.deadline_ns == 301 * second)
    #expect(md_push_activity(drive.engine, 200 * second, "still", 100, 200 * second) == MD_OK)
    #expect(md_timer_fired(drive.engine, timer.timer, timer.deadline_ns) == MD_OK)
    #expect(drive.events(MD_EVENT_MOTION_CHANGE).map(\.event.is_moving) == [true, false])
  }

  @Test("a value that is none is refused and changes nothing")
  func refusals() throws {
    let drive = try CDrive("{}")
    #expect(md_clock(drive.engine, .nan, 0) == MD_ERROR_INVALID_ARGUMENT)
    #expect(md_push_activity(drive.engine, 0, "flying", 50, 0) == MD_ERROR_INVALID_ARGUMENT)
    #expect(md_push_activity(drive.engine, 0, "still", 101, 0) == MD_ERROR_INVALID_ARGUMENT)
    var fix = md_fix()
    fix.version = UInt32(MD_FIX_VERSION) + 1
    #expect(md_push_fix(drive.engine, &fix, 0) == MD_ERROR_UNKNOWN_VERSION)
    fix.version = UInt32(MD_FIX_VERSION)
    fix.has_coordinate = true
    fix.latitude = 91
    #expect(md_push_fix(drive.engine, &fix, 0) == MD_ERROR_INVALID_ARGUMENT)
    #expect(drive.events(MD_EVENT_MOTION_CHANGE).isEmpty)
  }
}
