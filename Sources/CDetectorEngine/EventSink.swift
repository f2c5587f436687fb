import CDetectorEngineHeader
import DetectorEngine

/// Where events go, with what is needed to dress them up for C.
struct EventSink {
  let callback: md_event_callback?
  let context: UnsafeMutableRawPointer?

  /// How wall-clock time is told; the time line itself where there is no anchor.
  let clock: ClockAnchor?

  /// Hands one event to the callback, if there is one.
  func deliver(_ output: EngineOutput) {
    guard let callback else { return }
    var event = md_event()
    event.version = UInt32(MD_EVENT_VERSION)
    if let timestamp = output.timestamp {
      event.timestamp_ns = timestamp.nanoseconds
      event.timestamp_unix_s = clock?.unixSeconds(at: timestamp) ?? timestamp.seconds
    }
    let text = event.fill(from: output)
    // Codes are literals, whose bytes stand in the program itself: nothing is copied.
    text.withCString { pointer in
      event.text = pointer
      callback(context, &event)
    }
  }
}

extension md_event {
  /// Fills in the fields that the output has and gives the code that goes into `text`.
  fileprivate mutating func fill(from output: EngineOutput) -> String {
    switch output {
    case .motionChange(let event):
      kind = MD_EVENT_MOTION_CHANGE
      is_moving = event.isMoving
      place(event.location)
    case .armTimer(let armed):
      kind = MD_EVENT_ARM_TIMER
      timer = md_timer(armed.id)
      deadline_ns = armed.deadline.nanoseconds
    case .cancelTimer(let id):
      kind = MD_EVENT_CANCEL_TIMER
      timer = md_timer(id)
    case .rearmGeofence(let geofence):
      kind = MD_EVENT_REARM_GEOFENCE
      radius = geofence.radius
      place(LocationFix(timestamp: .distantPast, coordinate: geofence.center))
    case .requestProbe(let reason):
      kind = MD_EVENT_REQUEST_PROBE
      return reason.rawValue
    case .recordStop(let record):
      kind = MD_EVENT_STOP_RECORD
      start_ns = record.stillSince.nanoseconds
      place(record.location)
    case .heartbeat(let event):
      kind = MD_EVENT_HEARTBEAT
      place(event.location)
    case .crash(let output): return fill(from: output)
    case .distraction(let output): return fill(from: output)
    case .distractionEpisode(let event):
      kind = MD_EVENT_DISTRACTION
      start_ns = event.startTimestamp.nanoseconds
      duration_s = event.durationSec
      place(event.location)
      return event.cause.rawValue
    case .heading(let event):
      kind = MD_EVENT_HEADING
      heading = event.heading
      accuracy = event.accuracy
      is_true = event.isTrue
    }
    return ""
  }

  private mutating func fill(from output: CrashOutput) -> String {
    switch output {
    case .candidate(let candidate):
      kind = MD_EVENT_CRASH_CANDIDATE
      id = candidate.id.rawValue
      deadline_ns = candidate.deadline.nanoseconds
      fill(from: candidate.features)
      return ""
    case .confirmed(let event):
      kind = MD_EVENT_CRASH_CONFIRMED
      id = event.id.rawValue
      confidence = event.confidence
      fill(from: event.features)
      pre_impact_speed_mps = event.preImpactSpeedMps
      peak_rotation_rate = event.aftermath.peakRotationRate ?? .nan
      is_rollover = event.isRollover
      place(event.location)
      return event.confirmedBy.rawValue
    case .rejected(let rejection):
      kind = MD_EVENT_CRASH_REJECTED
      id = rejection.id?.rawValue ?? 0
      fill(from: rejection.features)
      return rejection.reason.rawValue
    }
  }

  private mutating func fill(from features: CrashFeatures) {
    start_ns = features.onset.nanoseconds
    peak_g = features.peakG
    is_peak_lower_bound = features.isPeakLowerBound
    is_saturated = features.isSaturated
    impact_duration_ms = features.impactDurationMs
    pre_impact_speed_mps = features.preImpactSpeedMps ?? .nan
    velocity_change_mps = features.velocityChangeMps
    let direction = features.velocityChange.normalized ?? Vector3(.nan, .nan, .nan)
    direction_x = direction.x
    direction_y = direction.y
    direction_z = direction.z
    free_fall_ms = features.freeFallMs
  }

  private mutating func fill(from output: DistractionOutput) -> String {
    switch output {
    case .opened(let start, _, let cause):
      kind = MD_EVENT_DISTRACTION_OPENED
      start_ns = start.nanoseconds
      return cause.rawValue
    case .causeChanged(let start, _, let cause):
      kind = MD_EVENT_DISTRACTION_CAUSE
      start_ns = start.nanoseconds
      return cause.rawValue
    case .closed(let start, let end, _):
      kind = MD_EVENT_DISTRACTION_CLOSED
      start_ns = start.nanoseconds
      end_ns = end.nanoseconds
      return ""
    }
  }

  private mutating func place(_ fix: LocationFix?) {
    guard let fix else { return }
    has_location = true
    location = md_fix(fix)
  }
}
