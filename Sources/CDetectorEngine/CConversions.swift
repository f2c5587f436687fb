import CDetectorEngineHeader
import DetectorEngine

extension md_fix {
  /// Dresses a fix up for C, where what is absent is not a number.
  init(_ fix: LocationFix) {
    self.init(
      version: UInt32(MD_FIX_VERSION),
      has_coordinate: fix.coordinate != nil,
      timestamp_ns: fix.timestamp.nanoseconds,
      latitude: fix.coordinate?.latitude ?? .nan,
      longitude: fix.coordinate?.longitude ?? .nan,
      accuracy: fix.accuracy ?? .nan,
      speed: fix.speed ?? .nan,
      course: fix.course ?? .nan
    )
  }
}

extension LocationFix {
  /// Reads a fix from C; nil where it claims a position that is none.
  init?(_ fix: md_fix) {
    var coordinate: Coordinate?
    if fix.has_coordinate {
      guard let position = Coordinate(latitude: fix.latitude, longitude: fix.longitude) else {
        return nil
      }
      coordinate = position
    }
    self.init(
      timestamp: Timestamp(nanoseconds: fix.timestamp_ns),
      coordinate: coordinate,
      accuracy: fix.accuracy.isNaN ? nil : fix.accuracy,
      speed: fix.speed,
      course: fix.course
    )
  }
}

/// The purposes of timers as numbers.
private enum TimerPurpose {
  static let stopTimeout: UInt32 = 1
  static let heartbeat: UInt32 = 2
  static let crashDeadline: UInt32 = 3
}

extension md_timer {
  /// Dresses a timer's identity up for C.
  init(_ id: EngineTimer.ID) {
    switch id {
    case .motion(let id):
      let purpose =
        switch id.purpose {
        case .stopTimeout: TimerPurpose.stopTimeout
        case .heartbeat: TimerPurpose.heartbeat
        }
      self.init(purpose: purpose, reserved: 0, generation: id.generation)
    case .crashDeadline(let candidate):
      self.init(
        purpose: TimerPurpose.crashDeadline,
        reserved: 0,
        generation: candidate.rawValue
      )
    }
  }
}

extension EngineTimer.ID {
  /// Reads a timer's identity from C; nil where its purpose is not known.
  init?(_ timer: md_timer) {
    switch timer.purpose {
    case TimerPurpose.stopTimeout:
      self = .motion(MotionTimer.ID(purpose: .stopTimeout, generation: timer.generation))
    case TimerPurpose.heartbeat:
      self = .motion(MotionTimer.ID(purpose: .heartbeat, generation: timer.generation))
    case TimerPurpose.crashDeadline:
      self = .crashDeadline(CrashCandidateID(rawValue: timer.generation))
    default: return nil
    }
  }
}
