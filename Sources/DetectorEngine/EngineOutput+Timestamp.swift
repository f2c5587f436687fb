public import MotionSamples

extension EngineOutput {
  /// When what the output tells was decided; nil for requests to the host, which are for now.
  public var timestamp: Timestamp? {
    switch self {
    case .motionChange(let event): event.timestamp
    case .armTimer, .cancelTimer, .rearmGeofence, .requestProbe: nil
    case .recordStop(let record): record.timestamp
    case .heartbeat(let event): event.timestamp
    case .crash(.candidate(let candidate)): candidate.timestamp
    case .crash(.confirmed(let event)): event.timestamp
    case .crash(.rejected(let rejection)): rejection.timestamp
    case .distraction(let output): output.decidedAt
    case .distractionEpisode(let event): event.timestamp
    case .heading(let event): event.timestamp
    }
  }
}
