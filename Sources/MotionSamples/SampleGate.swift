/// The door for all three sensors: what comes out is finite, plausible, in order and free of repetitions.
///
/// Readings are pushed as they arrive and wait until none that is earlier can still be on its way, which is when they
/// are older than the newest instant seen by the reorder window. Then they are passed on in the order of their own
/// time, all channels together. A reading that comes after a later one of its own channel has been passed on is
/// dropped; one that is late only against other channels is passed on at once.
///
/// Checks, in this order: finite, within the physical range, not a duplicate, not too late. Each refusal has a reason,
/// is counted per channel and can be seen in the trail. Nothing in the data can stall the gate for good:
/// - A single reading whose time leaps ahead waits until the next one follows it there, and is dropped if that goes on
///   where the stream was.
/// - A clock that is set back shows as readings of one channel that all come far too late, each later than the one
///   before, for half a second. The gate then begins a new time line, and every channel restarts on it.
///
/// After `init` nothing is allocated.
public struct SampleGate: Sendable {
  /// How long a run of late readings must be, in seconds of its own time, to mean that the clock was set back.
  private static let clockResetRunSec = 0.5

  /// What the gate tolerates.
  public let configuration: SampleGateConfiguration

  /// Everything that changes, to be written down and restored from.
  public private(set) var state: State

  /// Creates a gate, one that goes on from a state where there is one.
  public init(
    _ configuration: SampleGateConfiguration = SampleGateConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
    self.state.waiting.reserveCapacity(configuration.reorderCapacity + 1)
  }

  /// What became of a channel's readings so far.
  public func counts(of channel: SensorChannel) -> SampleGateCounts {
    state.channels[channel.index].counts
  }

  /// The channel's rate in Hz by the median of its latest 31 intervals, absent before there are eight.
  public func rateHz(of channel: SensorChannel) -> Double? {
    state.channels[channel.index].intervals.rateHz
  }

  /// The latest reason for which a reading was refused, absent where none was.
  public var lastRejection: SampleRejection? { state.lastRejection }

  /// Takes one reading and passes on all that have waited long enough.
  ///
  /// Returns the reason where the reading is refused. A leap ahead is known to be one only later: it is then counted
  /// and recorded in the trail.
  @discardableResult
  public mutating func process(
    _ sample: SensorSample,
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) -> SampleRejection? {
    if let rejection = implausibility(of: sample, trail: &trail) { return rejection }

    let place = placeInOrder(of: sample)
    if isDuplicate(sample, at: place) {
      return reject(sample, .duplicate, measured: nil, threshold: nil, trail: &trail)
    }

    if let last = state.channels[sample.channel.index].lastReleased, sample.timestamp < last {
      guard provesClockReset(sample, last: last) else {
        return reject(
          sample,
          .tooLate,
          measured: last.seconds(since: sample.timestamp),
          threshold: configuration.reorderWindowMs / 1000,
          trail: &trail
        )
      }
      beginTimeLine(at: sample, last: last, trail: &trail, release: release)
      return nil
    }
    state.channels[sample.channel.index].lateRun = nil

    settleLeap(before: sample, trail: &trail)
    advanceNewest(to: sample)
    insert(sample, at: place)
    releaseOverflow(trail: &trail, release: release)
    releaseDue(now: state.newest ?? sample.timestamp, trail: &trail, release: release)
    return nil
  }

  /// Passes on what has waited long enough by the host's own clock, for when readings have stopped coming.
  public mutating func advance(
    to now: Timestamp,
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) {
    releaseDue(now: now, trail: &trail, release: release)
    if state.waiting.isEmpty { state.isLastWaitingALeap = false }
  }

  /// Passes on everything that still waits: the stream is at its end, or stops for now.
  public mutating func flush(
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) {
    state.isLastWaitingALeap = false
    for sample in state.waiting {
      pass(sample, trail: &trail, release: release)
    }
    state.waiting.removeAll(keepingCapacity: true)
  }
}

// MARK: - Checks

extension SampleGate {
  /// Refuses a reading that is not finite or cannot be true.
  private mutating func implausibility(
    of sample: SensorSample,
    trail: inout some DecisionTrail
  ) -> SampleRejection? {
    let reading = sample.reading
    guard reading.isFinite else {
      return reject(sample, .notFinite, measured: nil, threshold: nil, trail: &trail)
    }
    let largest = max(abs(reading.x), abs(reading.y), abs(reading.z))
    let limit = physicalLimit(of: sample.channel)
    guard largest <= limit else {
      return reject(
        sample,
        .beyondPhysicalRange,
        measured: largest,
        threshold: limit,
        trail: &trail
      )
    }
    return nil
  }

  /// The largest reading of one axis that can be true, in the channel's unit.
  private func physicalLimit(of channel: SensorChannel) -> Double {
    switch channel {
    case .acceleration: configuration.maximumAccelerationG * PhysicalConstants.standardGravity
    case .rotation: configuration.maximumRotationRate
    case .magneticField: configuration.maximumMagneticField
    }
  }

  /// The longest silence that does not restart the channel, in seconds.
  private func maximumGap(of channel: SensorChannel) -> Double {
    switch channel {
    case .acceleration: configuration.maximumAccelerationGapSec
    case .rotation: configuration.maximumRotationGapSec
    case .magneticField: configuration.maximumMagneticFieldGapSec
    }
  }

  /// Whether the channel has this instant already, among the waiting or as the last one passed on.
  private func isDuplicate(_ sample: SensorSample, at place: Int) -> Bool {
    if place > 0, state.waiting[place - 1].isTwin(of: sample) { return true }
    return state.channels[sample.channel.index].lastReleased == sample.timestamp
  }

  /// Counts and records a refusal.
  private mutating func reject(
    _ sample: SensorSample,
    _ rejection: SampleRejection,
    measured: Double?,
    threshold: Double?,
    trail: inout some DecisionTrail
  ) -> SampleRejection {
    state.channels[sample.channel.index].counts.count(rejection)
    state.lastRejection = rejection
    let code =
      switch rejection {
      case .notFinite: "sampleNotFinite"
      case .beyondPhysicalRange: "sampleBeyondPhysicalRange"
      case .duplicate: "sampleDuplicate"
      case .tooLate: "sampleTooLate"
      case .loneLeap: "sampleLoneLeap"
      }
    trail.record(
      DecisionCheck(
        timestamp: sample.timestamp,
        code: code,
        measured: measured,
        threshold: threshold,
        verdict: .failed
      )
    )
    return rejection
  }
}

// MARK: - The time line

extension SampleGate {
  /// Lengthens or restarts the channel's run of late readings and tells whether it shows that the clock was set back.
  private mutating func provesClockReset(_ sample: SensorSample, last: Timestamp) -> Bool {
    let slot = sample.channel.index
    guard last.seconds(since: sample.timestamp) >= configuration.minimumClockResetSec else {
      state.channels[slot].lateRun = nil
      return false
    }
    guard var run = state.channels[slot].lateRun, sample.timestamp > run.last,
      sample.timestamp.seconds(since: run.last) <= maximumGap(of: sample.channel)
    else {
      state.channels[slot].lateRun = LateRun(first: sample.timestamp, last: sample.timestamp)
      return false
    }
    run.last = sample.timestamp
    state.channels[slot].lateRun = run
    return run.last.seconds(since: run.first) >= Self.clockResetRunSec
  }

  /// Closes the old time line and begins a new one with a reading.
  private mutating func beginTimeLine(
    at sample: SensorSample,
    last: Timestamp,
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) {
    trail.record(
      DecisionCheck(
        timestamp: sample.timestamp,
        code: "sampleClockReset",
        measured: last.seconds(since: sample.timestamp),
        threshold: configuration.minimumClockResetSec,
        verdict: .passed
      )
    )
    flush(trail: &trail, release: release)
    for slot in state.channels.indices {
      // A channel that is at the new clock already just goes on.
      guard let released = state.channels[slot].lastReleased,
        released.seconds(since: sample.timestamp) >= configuration.minimumClockResetSec
      else { continue }
      state.channels[slot].lastReleased = nil
      state.channels[slot].lateRun = nil
      state.channels[slot].pendingRestart = .clockReset
    }
    state.newest = sample.timestamp
    state.isNewestUnconfirmed = true
    state.waiting.append(sample)
  }

  /// Believes or drops a leap ahead, now that the next reading shows where the stream goes on.
  private mutating func settleLeap(before next: SensorSample, trail: inout some DecisionTrail) {
    guard state.isLastWaitingALeap, let leap = state.waiting.last else { return }
    state.isLastWaitingALeap = false
    let lag = leap.timestamp.seconds(since: next.timestamp)
    if lag <= maximumGap(of: leap.channel) {
      state.newest = leap.timestamp
      state.isNewestUnconfirmed = false
    } else {
      state.waiting.removeLast()
      _ = reject(
        leap,
        .loneLeap,
        measured: lag,
        threshold: maximumGap(of: leap.channel),
        trail: &trail
      )
    }
  }

  /// Moves the newest instant on, unless the reading's time leaps.
  private mutating func advanceNewest(to sample: SensorSample) {
    guard let newest = state.newest else {
      state.newest = sample.timestamp
      state.isNewestUnconfirmed = true
      return
    }
    let gap = maximumGap(of: sample.channel)
    let step = sample.timestamp.seconds(since: newest)
    if step > gap {
      // Everything else that waits is no later than `newest`, so this one will stand last.
      state.isLastWaitingALeap = true
    } else if step < -gap, state.isNewestUnconfirmed {
      // The line's only reading so far is far ahead of this one: either may be the odd one out.
      state.isLastWaitingALeap = state.waiting.last?.timestamp == newest
      state.newest = sample.timestamp
    } else {
      state.newest = max(newest, sample.timestamp)
      state.isNewestUnconfirmed = false
    }
  }
}

// MARK: - The reorder buffer

extension SampleGate {
  /// Where the reading stands among the waiting ones; its twin, if it has one, is just before that place.
  private func placeInOrder(of sample: SensorSample) -> Int {
    var place = state.waiting.count
    while place > 0, state.waiting[place - 1].isAfter(sample) {
      place -= 1
    }
    return place
  }

  /// Puts a reading in its place and counts it as reordered where a later one of its channel had come before.
  private mutating func insert(_ sample: SensorSample, at place: Int) {
    let end = state.waiting.count - (state.isLastWaitingALeap ? 1 : 0)
    for index in place..<max(place, end) where state.waiting[index].channel == sample.channel {
      state.channels[sample.channel.index].counts.reordered += 1
      break
    }
    state.waiting.insert(sample, at: place)
  }

  /// Makes room by passing on the oldest before its time.
  private mutating func releaseOverflow(
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) {
    // One is too many, or more where a state was restored from a gate that had more room.
    while state.waiting.count > configuration.reorderCapacity {
      let sample = state.waiting.removeFirst()
      state.channels[sample.channel.index].counts.overflowed += 1
      pass(sample, trail: &trail, release: release)
    }
  }

  /// Passes on all that is older than an instant by the reorder window.
  private mutating func releaseDue(
    now: Timestamp,
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) {
    let due = now.advanced(bySeconds: -configuration.reorderWindowMs / 1000)
    var count = 0
    while count < state.waiting.count, state.waiting[count].timestamp <= due {
      pass(state.waiting[count], trail: &trail, release: release)
      count += 1
    }
    state.waiting.removeFirst(count)
  }

  /// Passes a reading on with what is found out about it in the order of time.
  private mutating func pass(
    _ sample: SensorSample,
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) {
    let slot = sample.channel.index
    var restart = state.channels[slot].pendingRestart
    var hasRenewedIntervals = false
    if restart == nil, let last = state.channels[slot].lastReleased {
      let interval = sample.timestamp.seconds(since: last)
      let limit = maximumGap(of: sample.channel)
      if interval > limit {
        restart = .gap
        trail.record(
          DecisionCheck(
            timestamp: sample.timestamp,
            code: "sampleGap",
            measured: interval,
            threshold: limit,
            verdict: .failed
          )
        )
      } else {
        hasRenewedIntervals = state.channels[slot].intervals.append(interval)
      }
    }
    if let restart {
      begin(sample.channel, restart)
    }
    let isSaturated = state.channels[slot].rails.isSaturated(
      sample.reading,
      limits: .limits(of: sample.channel)
    )
    state.channels[slot].lastReleased = sample.timestamp
    state.channels[slot].counts.released += 1
    state.channels[slot].counts.saturated += isSaturated ? 1 : 0
    if hasRenewedIntervals, sample.channel == .acceleration {
      reportLowRate(at: sample.timestamp, trail: &trail)
    }
    release(GatedSample(sample: sample, isSaturated: isSaturated, restart: restart))
  }

  /// Starts a channel anew: what the readings before have taught about the sensor's range is forgotten.
  private mutating func begin(_ channel: SensorChannel, _ cause: RestartCause) {
    let slot = channel.index
    state.channels[slot].pendingRestart = nil
    state.channels[slot].rails = RailDetector()
    switch cause {
    case .start: break
    case .gap: state.channels[slot].counts.gaps += 1
    case .clockReset: state.channels[slot].counts.clockResets += 1
    }
  }

  /// Reports, once, that the accelerometer is too slow to see an impact's peak.
  private mutating func reportLowRate(at timestamp: Timestamp, trail: inout some DecisionTrail) {
    guard !state.hasReportedLowRate, let rate = rateHz(of: .acceleration),
      rate < configuration.minimumAccelerationRateHz
    else { return }
    state.hasReportedLowRate = true
    trail.record(
      DecisionCheck(
        timestamp: timestamp,
        code: "sampleRateTooLow",
        measured: rate,
        threshold: configuration.minimumAccelerationRateHz,
        verdict: .failed
      )
    )
  }
}
