public import MotionSamples
public import MotionState

/// What a field investigation asks of an engine first.
public struct EngineHealth: Hashable, Codable, Sendable {
  /// What became of one sensor's readings.
  public struct Channel: Hashable, Codable, Sendable {
    /// Readings passed on and refused so far, by reason.
    public let counts: SampleGateCounts

    /// The measured rate in Hz, absent before eight intervals.
    public let rateHz: Double?
  }

  /// A detector that the motion state arms.
  public enum Detector: String, Hashable, Codable, Sendable, CaseIterable {
    /// Crash detection.
    case crash
    /// Distraction detection.
    case distraction
    /// The heading.
    case heading
  }

  /// Whether the phone is on the move, absent before the first verdict of a session.
  public let isMoving: Bool?

  /// The detectors that are armed.
  public let armedDetectors: Set<Detector>

  /// The three sensors.
  public let channels: [SensorChannel: Channel]

  /// The latest reason for which a reading was refused, absent where none was.
  public let lastSampleRejection: SampleRejection?

  /// Fixes by verdict.
  public let fixCounts: FixVerdictCounts

  /// The latest reason for which a fix was turned away, absent where none was.
  public let lastFixRejection: FixRejection?

  /// Seconds since the last raw fix was received, absent until there is one.
  public let rawFixAge: Double?

  /// Seconds since the last accepted fix was received, absent until there is one.
  public let acceptedFixAge: Double?

  /// Closed episodes whose closing record has not been persisted.
  public let pendingCloseCount: Int

  /// Closed episodes that got no closing record because too many were pending.
  public let overflowedCloseCount: Int
}

// Makes the channels keys of an object in JSON, instead of every other element of a list.
extension SensorChannel: CodingKeyRepresentable {}

extension DetectorEngine {
  /// How things stand at an instant.
  public func health(at now: Timestamp) -> EngineHealth {
    var armed: Set<EngineHealth.Detector> = []
    if crash.isArmed { armed.insert(.crash) }
    if distraction.isArmed { armed.insert(.distraction) }
    if isHeadingArmed { armed.insert(.heading) }
    var channels: [SensorChannel: EngineHealth.Channel] = [:]
    for channel in SensorChannel.allCases {
      channels[channel] = EngineHealth.Channel(
        counts: gate.counts(of: channel),
        rateHz: gate.rateHz(of: channel)
      )
    }
    return EngineHealth(
      isMoving: machine.isMoving,
      armedDetectors: armed,
      channels: channels,
      lastSampleRejection: gate.lastRejection,
      fixCounts: fixFilter.state.counts,
      lastFixRejection: fixFilter.state.lastRejection,
      rawFixAge: fixFilter.state.rawFixAge(at: now),
      acceptedFixAge: fixFilter.state.acceptedFixAge(at: now),
      pendingCloseCount: ledger.pendingCount,
      overflowedCloseCount: ledger.overflowCount
    )
  }
}
