import CDetectorEngine
import CDetectorEngineHeader
import DetectorEngine
import Foundation

/// The whole, through both of its interfaces; a tick is a reading of each of the three sensors, and a fix every second.
extension Subject {
  /// What one engine may hold at most: 256 KiB.
  private static let engineLimit = 256 * 1024

  static let engines: [Subject] =
    [
      engine("DetectorEngine, all armed", .all),
      engine("DetectorEngine, all disarmed", .all, isMoving: false),
      engine("DetectorEngine, crash armed", .only(crash: true)),
      engine("DetectorEngine, distraction armed", .only(distraction: true)),
      engine("DetectorEngine, heading armed", .only(heading: true)),
      // Events carry text and lists; what must not cost anything is a sample from which none follows.
      engine("DetectorEngine, all armed, eventful", .all, drive: .eventful, isEventful: true),
      engine("CDetectorEngine, all armed", .all, isInC: true),
      engine("CDetectorEngine, all disarmed", .all, isInC: true, isMoving: false),
      engine(
        "CDetectorEngine, all armed, eventful",
        .all,
        isInC: true,
        drive: .eventful,
        isEventful: true
      ),
    ]
    + GeneratedDrive.calmAtRate.sorted { $0.key < $1.key }.map { rateHz, drive in
      engine("DetectorEngine, all armed, \(rateHz) Hz", .all, drive: drive)
    }

  private static func engine(
    _ name: String,
    _ configuration: EngineConfiguration,
    isInC: Bool = false,
    drive: GeneratedDrive = .calm,
    isMoving: Bool = true,
    isEventful: Bool = false
  ) -> Subject {
    Subject(name: name, isEventful: isEventful, maximumBytes: engineLimit) {
      isInC
        ? try steppedThroughC(drive, configuration, isMoving: isMoving)
        : try stepped(drive, configuration, isMoving: isMoving)
    }
  }

  private static func stepped(
    _ drive: GeneratedDrive,
    _ configuration: EngineConfiguration,
    isMoving: Bool
  ) throws -> (Range<Int>) -> Void {
    var engine = try DetectorEngine(configuration)
    var trail = NoTrail()
    let start = drive.timestamp(0)
    engine.process(.start, at: start, trail: &trail) { consume($0) }
    engine.process(.paceChange(isMoving: isMoving), at: start, trail: &trail) { consume($0) }
    return stepping(engine) { engine, index in
      var trail = NoTrail()
      let now = drive.timestamp(index)
      let rotation = SensorSample.rotation(drive.rotation(index))
      engine.process(.sensor(rotation), at: now, trail: &trail) { consume($0) }
      let field = SensorSample.magneticField(drive.magneticField(index))
      engine.process(.sensor(field), at: now, trail: &trail) { consume($0) }
      let acceleration = SensorSample.acceleration(drive.acceleration(index))
      engine.process(.sensor(acceleration), at: now, trail: &trail) { consume($0) }
      // Fixes of a phone that stands would say that it drives.
      if isMoving, let fix = drive.fix(index) {
        engine.process(.fix(fix), at: now, trail: &trail) { consume($0) }
      }
    }
  }

  private static func steppedThroughC(
    _ drive: GeneratedDrive,
    _ configuration: EngineConfiguration,
    isMoving: Bool
  ) throws -> (Range<Int>) -> Void {
    let json = try JSONEncoder().encode(configuration)
    var engine: OpaquePointer?
    let status = json.withUnsafeBytes { bytes in
      md_engine_create(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, &engine, nil, 0)
    }
    guard status == MD_OK else { throw RefusedCall(status: status) }
    _ = md_set_event_callback(engine, { _, event in consume(event?.pointee.kind) }, nil)
    let start = drive.timestamp(0).nanoseconds
    _ = md_start(engine, start)
    _ = md_change_pace(engine, isMoving, start)
    return stepping(()) { _, index in
      let now = drive.timestamp(index).nanoseconds
      let rate = drive.rotation(index).rotationRate
      consume(md_push_rotation(engine, now, rate.x, rate.y, rate.z))
      let field = drive.magneticField(index).field
      consume(md_push_magnetic_field(engine, now, field.x, field.y, field.z))
      let reading = drive.acceleration(index).acceleration
      consume(md_push_acceleration(engine, now, reading.x, reading.y, reading.z))
      if isMoving, let fix = drive.fix(index) {
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
  /// Every detector.
  public static var all: EngineConfiguration {
    only(crash: true, distraction: true, heading: true)
  }

  /// The detectors named.
  public static func only(
    crash: Bool = false,
    distraction: Bool = false,
    heading: Bool = false
  ) -> EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.crashDetection.enabled = crash
    configuration.distractionDetection.enabled = distraction
    configuration.heading.enabled = heading
    return configuration
  }
}
