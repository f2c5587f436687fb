import DetectorEngine

extension ReplayedEvent {
  /// The event that an output of the engine is, or nil for what is no event: timers, probes, records, heartbeats.
  init?(_ output: EngineOutput) {
    switch output {
    case .motionChange(let event):
      self.init(
        timestamp: event.timestamp,
        detector: .motion,
        kind: event.isMoving ? .moving : .stationary,
        fields: Self.fields(event.location)
      )
    case .crash(.candidate(let event)):
      self.init(
        timestamp: event.timestamp,
        detector: .crash,
        kind: .candidate,
        fields: Self.fields(event.features).merging([
          .id: .number(Double(event.id.rawValue)),
          .deadline: .number(event.deadline.seconds),
        ])
      )
    case .crash(.confirmed(let event)):
      self.init(
        timestamp: event.timestamp,
        detector: .crash,
        kind: .confirmed,
        fields: Self.fields(event)
      )
    case .crash(.rejected(let event)):
      var fields = Self.fields(event.features)
      fields[.id] = event.id.map { .number(Double($0.rawValue)) }
      fields[.reason] = .text(event.reason.rawValue)
      self.init(timestamp: event.timestamp, detector: .crash, kind: .rejected, fields: fields)
    case .distraction(.opened(let start, let at, let cause)):
      self.init(
        timestamp: at,
        detector: .distraction,
        kind: .opened,
        fields: [.start: .number(start.seconds), .cause: .text(cause.rawValue)]
      )
    case .distractionEpisode(let event):
      self.init(
        timestamp: event.timestamp,
        detector: .distraction,
        kind: .closed,
        fields: Self.fields(event.location).merging([
          .start: .number(event.startTimestamp.seconds),
          .durationSec: .number(event.durationSec),
          .cause: .text(event.cause.rawValue),
        ])
      )
    case .heading(let event):
      self.init(
        timestamp: event.timestamp,
        detector: .heading,
        kind: .heading,
        fields: [
          .heading: .number(event.heading), .accuracy: .number(event.accuracy),
          .isTrue: .flag(event.isTrue),
        ]
      )
    case .armTimer, .cancelTimer, .rearmGeofence, .requestProbe, .recordStop, .heartbeat,
      .distraction:
      // What the host is asked to do is no event, and an episode's end is told by the episode itself.
      return nil
    }
  }

  private static func fields(_ location: LocationFix?) -> EventFields {
    guard let coordinate = location?.coordinate else { return [:] }
    return [.lat: .number(coordinate.latitude), .lon: .number(coordinate.longitude)]
  }

  private static func fields(_ event: CrashEvent) -> EventFields {
    var fields = fields(event.features).merging(fields(event.location))
    fields[.id] = .number(Double(event.id.rawValue))
    fields[.evidence] = .text(event.confirmedBy.rawValue)
    fields[.confidence] = .number(event.confidence)
    fields[.preImpactSpeedMps] = .number(event.preImpactSpeedMps)
    fields[.peakRotationRate] = event.aftermath.peakRotationRate.map { .number($0) }
    fields[.isRollover] = .flag(event.isRollover)
    return fields
  }

  private static func fields(_ features: CrashFeatures) -> EventFields {
    var fields: EventFields = [
      .start: .number(features.onset.seconds),
      .peakG: .number(features.peakG),
      .isPeakLowerBound: .flag(features.isPeakLowerBound),
      .impactDurationMs: .number(features.impactDurationMs),
      .velocityChangeMps: .number(features.velocityChangeMps),
      .hadFreeFall: .flag(features.freeFallMs > 0),
    ]
    fields[.preImpactSpeedMps] = features.preImpactSpeedMps.map { .number($0) }
    if let direction = features.velocityChange.normalized {
      fields[.directionX] = .number(direction.x)
      fields[.directionY] = .number(direction.y)
      fields[.directionZ] = .number(direction.z)
    }
    return fields
  }
}
