import MotionSamples
import MotionState

extension Timestamp {
  /// The instant so many nanoseconds later.
  func shifted(by nanoseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: self.nanoseconds &+ nanoseconds)
  }
}

extension LocationFix {
  fileprivate func shifted(by nanoseconds: Int64) -> LocationFix {
    LocationFix(
      timestamp: timestamp.shifted(by: nanoseconds),
      coordinate: coordinate,
      accuracy: accuracy,
      speed: speed,
      course: course
    )
  }
}

extension MotionInput {
  /// The same input, its measurement so many nanoseconds later.
  func shifted(by nanoseconds: Int64) -> MotionInput {
    switch self {
    case .rawFix(let fix): .rawFix(fix.shifted(by: nanoseconds))
    case .acceptedFix(let fix): .acceptedFix(fix.shifted(by: nanoseconds))
    case .activity(let sample):
      .activity(
        ActivitySample(
          timestamp: sample.timestamp.shifted(by: nanoseconds),
          activity: sample.activity,
          confidence: sample.confidence
        )
      )
    case .start, .stop, .paceChange, .timerFired, .significantChange, .visit, .step: self
    }
  }
}

extension MotionOutput {
  /// The same output, all its times so many nanoseconds later.
  func shifted(by nanoseconds: Int64) -> MotionOutput {
    switch self {
    case .transition(let event):
      .transition(
        MotionChangeEvent(
          timestamp: event.timestamp.shifted(by: nanoseconds),
          isMoving: event.isMoving,
          location: event.location?.shifted(by: nanoseconds)
        )
      )
    case .armTimer(let timer):
      .armTimer(MotionTimer(id: timer.id, deadline: timer.deadline.shifted(by: nanoseconds)))
    case .recordStop(let stop):
      .recordStop(
        StopRecord(
          timestamp: stop.timestamp.shifted(by: nanoseconds),
          stillSince: stop.stillSince.shifted(by: nanoseconds),
          isForced: stop.isForced,
          location: stop.location?.shifted(by: nanoseconds)
        )
      )
    case .heartbeat(let heartbeat):
      .heartbeat(
        HeartbeatEvent(
          timestamp: heartbeat.timestamp.shifted(by: nanoseconds),
          location: heartbeat.location?.shifted(by: nanoseconds)
        )
      )
    case .cancelTimer, .rearmGeofence, .requestProbe: self
    }
  }
}
