import CDetectorEngine
import CDetectorEngineHeader
import DetectorEngine
import Foundation

/// The whole, through both of its interfaces.
extension Subject {
  /// What one engine may hold at most: 256 KiB.
  private static let engineLimit = 256 * 1024

  static let engines: [Subject] = [
    // Events carry text and lists; what must not cost anything is a sample from which none follows.
    Subject(name: "DetectorEngine without events", maximumBytes: engineLimit) {
      try stepped(.calm, configuration: .drivers)
    },
    Subject(name: "DetectorEngine with headings", maximumBytes: engineLimit) {
      try stepped(.calm, configuration: .all)
    },
    Subject(name: "DetectorEngine with events", isEventful: true, maximumBytes: engineLimit) {
      try stepped(.eventful, configuration: .all)
    },
    Subject(name: "CDetectorEngine without events", maximumBytes: engineLimit) {
      try steppedThroughC(.calm, configuration: .drivers)
    },
    Subject(name: "CDetectorEngine with headings", maximumBytes: engineLimit) {
      try steppedThroughC(.calm, configuration: .all)
    },
    Subject(name: "CDetectorEngine with events", isEventful: true, maximumBytes: engineLimit) {
      try steppedThroughC(.eventful, configuration: .all)
    },
  ]

  private static func stepped(
    _ drive: GeneratedDrive,
    configuration: EngineConfiguration
  ) throws -> (Int) -> Void {
    var engine = try DetectorEngine(configuration)
    var trail = NoTrail()
    let start = drive.timestamp(0)
    engine.process(.start, at: start, trail: &trail) { consume($0) }
    engine.process(.paceChange(isMoving: true), at: start, trail: &trail) { consume($0) }
    return { index in
      let now = drive.timestamp(index)
      let rotation = SensorSample.rotation(drive.rotation(index))
      engine.process(.sensor(rotation), at: now, trail: &trail) { consume($0) }
      let acceleration = SensorSample.acceleration(drive.acceleration(index))
      engine.process(.sensor(acceleration), at: now, trail: &trail) { consume($0) }
      if index.isMultiple(of: 4) {
        let field = SensorSample.magneticField(drive.magneticField(index))
        engine.process(.sensor(field), at: now, trail: &trail) { consume($0) }
      }
      if let fix = drive.fix(index) {
        engine.process(.fix(fix), at: now, trail: &trail) { consume($0) }
      }
    }
  }

  private static func steppedThroughC(
    _ drive: GeneratedDrive,
    configuration: EngineConfiguration
  ) throws -> (Int) -> Void {
    let json = try JSONEncoder().encode(configuration)
    var engine: OpaquePointer?
    let status = json.withUnsafeBytes { bytes in
      md_engine_create(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, &engine, nil, 0)
    }
    guard status == MD_OK else { throw RefusedCall(status: status) }
    _ = md_set_event_callback(engine, { _, event in consume(event?.pointee.kind) }, nil)
    let start = drive.timestamp(0).nanoseconds
    _ = md_start(engine, start)
    _ = md_change_pace(engine, true, start)
    return { index in
      let now = drive.timestamp(index).nanoseconds
      let rate = drive.rotation(index).rotationRate
      consume(md_push_rotation(engine, now, rate.x, rate.y, rate.z))
      let reading = drive.acceleration(index).acceleration
      consume(md_push_acceleration(engine, now, reading.x, reading.y, reading.z))
      if index.isMultiple(of: 4) {
        let field = drive.magneticField(index).field
        consume(md_push_magnetic_field(engine, now, field.x, field.y, field.z))
      }
      if let fix = drive.fix(index) {
        var passed = md_fix(
          version: UInt32(MD_FIX_VERSION),
          has_coordinate: fix.coordinate != nil,
          timestamp_ns: fix.timestamp.nanoseconds,
          latitude: fix.coordinate?.latitude ?? .nan,
          longitude: fix.coordinate?.longitude ?? .nan,
          accuracy: fix.accuracy ?? .nan,
          speed: fix.speed ?? .nan,
          course: fix.course ?? .nan
        )
        consume(md_push_fix(engine, &passed, now))
      }
    }
  }
}

/// A call through the C interface that did not succeed.
private struct RefusedCall: Error {
  let status: md_status
}

extension EngineConfiguration {
  /// Crash and distraction detection.
  fileprivate static var drivers: EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.crashDetection.enabled = true
    configuration.distractionDetection.enabled = true
    return configuration
  }

  /// Every detector.
  fileprivate static var all: EngineConfiguration {
    var configuration = drivers
    configuration.heading.enabled = true
    return configuration
  }
}
