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

  /// What was found out about a reading when it was passed on.
  struct Passage {
    /// Why the channel begins anew with it, if it does.
    var restart: RestartCause?
    /// The silence before it in seconds, where that was too long.
    var gap: Double?
    /// Whether an axis stood at its rail.
    var isSaturated = false
    /// Whether it has renewed the whole window of intervals once more.
    var hasRenewedIntervals = false
  }

  /// Takes note of a reading that is passed on.
  @inline(__always)
  mutating func pass(_ reading: ReorderBuffer.Reading, maximumGap: Double) -> Passage {
    var passage = Passage(restart: pendingRestart)
    if passage.restart == nil, let lastReleased {
      let interval = reading.timestamp.seconds(since: lastReleased)
      if interval > maximumGap {
        passage.restart = .gap
        passage.gap = interval
      } else {
        passage.hasRenewedIntervals = intervals.append(interval)
      }
    }
    if let restart = passage.restart { begin(restart) }
    passage.isSaturated = rails.isSaturated(reading.value, of: reading.channel)
    lastReleased = reading.timestamp
    counts.released += 1
    counts.saturated += passage.isSaturated ? 1 : 0
    return passage
  }

  /// Starts anew: what the readings before have taught about the sensor's range is forgotten.
  @inline(never)
  private mutating func begin(_ cause: RestartCause) {
    pendingRestart = nil
    rails = RailDetector()
    switch cause {
    case .start: break
    case .gap: counts.gaps += 1
    case .clockReset: counts.clockResets += 1
    }
  }
}

/// What the gate remembers of each channel, side by side so that none costs a look through a list.
struct ChannelStates: Hashable, Sendable {
  private var rotation = ChannelState()
  private var magneticField = ChannelState()
  private var acceleration = ChannelState()

  /// What is remembered of one channel: a copy, for the rare look.
  subscript(channel: SensorChannel) -> ChannelState {
    switch channel {
    case .rotation: rotation
    case .magneticField: magneticField
    case .acceleration: acceleration
    }
  }

  /// The latest instant of a channel that was passed on.
  @inline(__always)
  func lastReleased(of channel: SensorChannel) -> Timestamp? {
    switch channel {
    case .rotation: rotation.lastReleased
    case .magneticField: magneticField.lastReleased
    case .acceleration: acceleration.lastReleased
    }
  }

  /// Changes in place what is remembered of one channel.
  @inline(__always)
  mutating func update<Result>(
    _ channel: SensorChannel,
    _ change: (inout ChannelState) -> Result
  ) -> Result {
    switch channel {
    case .rotation: change(&rotation)
    case .magneticField: change(&magneticField)
    case .acceleration: change(&acceleration)
    }
  }
}

extension ChannelStates: Codable {
  /// Decodes the list of the channels' states, in the channels' order.
  init(from decoder: any Decoder) throws {
    let states = try [ChannelState](from: decoder)
    guard states.count == SensorChannel.allCases.count else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not three channels")
      )
    }
    for channel in SensorChannel.allCases { update(channel) { $0 = states[channel.index] } }
  }

  /// Encodes the list of the channels' states, in the channels' order.
  func encode(to encoder: any Encoder) throws {
    try SensorChannel.allCases.map { self[$0] }.encode(to: encoder)
  }
}

extension SampleGate {
  /// Everything that changes in a gate; written down at any sample, it lets another gate go on identically.
  public struct State: Hashable, Codable, Sendable {
    /// The readings that wait for earlier ones, in the order in which they will be passed on.
    var waiting = ReorderBuffer()

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
    var channels = ChannelStates()

    /// Creates the state of a gate that has seen nothing.
    public init() {}

    /// Decodes a state, refusing one that no gate can have been in.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      waiting = try container.decode(ReorderBuffer.self, forKey: .waiting)
      newest = try container.decodeIfPresent(Timestamp.self, forKey: .newest)
      isNewestUnconfirmed = try container.decode(Bool.self, forKey: .isNewestUnconfirmed)
      isLastWaitingALeap = try container.decode(Bool.self, forKey: .isLastWaitingALeap)
      hasReportedLowRate = try container.decode(Bool.self, forKey: .hasReportedLowRate)
      lastRejection = try container.decodeIfPresent(SampleRejection.self, forKey: .lastRejection)
      channels = try container.decode(ChannelStates.self, forKey: .channels)
      guard !isLastWaitingALeap || waiting.count > 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: .waiting,
          in: container,
          debugDescription: "not the state of a gate"
        )
      }
    }
  }
}
