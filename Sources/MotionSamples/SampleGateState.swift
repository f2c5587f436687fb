/// A run of readings that all came too late, each later than the one before: the mark of a clock that was set back.
struct LateRun: Hashable, Codable, Sendable {
  /// The run's first instant.
  let first: Timestamp
  /// The run's latest instant.
  var last: Timestamp
}

/// What the gate remembers of one channel.
struct ChannelState: Hashable, Codable, Sendable {
  /// The latest instant that was passed on on the present time line.
  var lastReleased: Timestamp?
  /// Why the next reading begins the channel anew, where it does so whatever its time.
  var pendingRestart: RestartCause? = .start
  /// The late readings since the last one that was in time.
  var lateRun: LateRun?
  /// The latest intervals between readings.
  var intervals = IntervalWindow()
  /// What is known of the ends of the sensor's range since the last restart.
  var rails = RailDetector()
  /// What became of the readings.
  var counts = SampleGateCounts()
}

extension SampleGate {
  /// Everything that changes in a gate; written down at any sample, it lets another gate go on identically.
  public struct State: Hashable, Codable, Sendable {
    /// The readings that wait for earlier ones, in the order in which they will be passed on.
    var waiting: [SensorSample] = []

    /// The latest instant seen on the present time line, a leap that nothing has followed apart.
    var newest: Timestamp?

    /// Whether `newest` rests on the first reading of the time line alone.
    var isNewestUnconfirmed = false

    /// Whether the last of the waiting readings has leapt ahead and no other has followed yet.
    var isLastWaitingALeap = false

    /// Whether the accelerometer was found to be too slow and this has been reported.
    var hasReportedLowRate = false

    /// The latest reason for which a reading was refused.
    var lastRejection: SampleRejection?

    /// What is remembered of each channel, in the channels' order.
    var channels = [ChannelState](repeating: ChannelState(), count: SensorChannel.allCases.count)

    /// Creates the state of a gate that has seen nothing.
    public init() {}

    /// Decodes a state, refusing one that no gate can have been in.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      waiting = try container.decode([SensorSample].self, forKey: .waiting)
      newest = try container.decodeIfPresent(Timestamp.self, forKey: .newest)
      isNewestUnconfirmed = try container.decode(Bool.self, forKey: .isNewestUnconfirmed)
      isLastWaitingALeap = try container.decode(Bool.self, forKey: .isLastWaitingALeap)
      hasReportedLowRate = try container.decode(Bool.self, forKey: .hasReportedLowRate)
      lastRejection = try container.decodeIfPresent(SampleRejection.self, forKey: .lastRejection)
      channels = try container.decode([ChannelState].self, forKey: .channels)
      guard channels.count == SensorChannel.allCases.count,
        zip(waiting, waiting.dropFirst()).allSatisfy({ $1.isAfter($0) }),
        !isLastWaitingALeap || !waiting.isEmpty
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .channels,
          in: container,
          debugDescription: "not the state of a gate"
        )
      }
    }
  }
}
