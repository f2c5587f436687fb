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

  /// The reorder window as a step on the time line, backwards.
  private let windowStep: Int64

  /// Creates a gate, one that goes on from a state where there is one.
  public init(
    _ configuration: SampleGateConfiguration = SampleGateConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
    self.state.waiting.reserveCapacity(configuration.reorderCapacity + 1)
    windowStep =
      Timestamp(nanoseconds: 0).advanced(bySeconds: -configuration.reorderWindowMs / 1000)
      .nanoseconds
  }

  /// What became of a channel's readings so far.
  public func counts(of channel: SensorChannel) -> SampleGateCounts {
    state.channels[channel].counts
  }

  /// The channel's rate in Hz by the median of its latest 31 intervals, absent before there are eight.
  public func rateHz(of channel: SensorChannel) -> Double? {
    state.channels[channel].intervals.rateHz
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
    switch admit(sample, trail: &trail) {
    case .refused(let rejection):
      return rejection
    case .waits(let now):
      advance(to: now, trail: &trail, release: release)
    case .beginsTimeLine:
      flush(trail: &trail, release: release)
      beginTimeLine(at: sample)
    }
    return nil
  }

  /// Passes on what has waited long enough by the host's own clock, for when readings have stopped coming.
  public mutating func advance(
    to now: Timestamp,
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) {
    while let due = next(dueAt: now, trail: &trail) { release(GatedSample(due)) }
  }

  /// Passes on everything that still waits: the stream is at its end, or stops for now.
  public mutating func flush(
    trail: inout some DecisionTrail,
    release: (GatedSample) -> Void
  ) {
    while let sample = nextOfAll(trail: &trail) { release(GatedSample(sample)) }
  }
}

// MARK: - Step by step

extension SampleGate {
  /// What is to be done about a reading.
  package enum Admission {
    /// It was refused.
    case refused(SampleRejection)
    /// It waits; ask for what is due at this instant now.
    case waits(Timestamp)
    /// It shows that the clock was set back: ask for everything that waits, then begin a time line with it.
    case beginsTimeLine
  }

  /// Takes one reading without passing anything on.
  package mutating func admit(
    _ sample: SensorSample,
    trail: inout some DecisionTrail
  ) -> Admission {
    let reading = ReorderBuffer.Reading(sample)
    guard reading.isWithin(physicalLimit(of: reading.channel)) else {
      return .refused(refuseImplausible(sample, trail: &trail))
    }
    let place = state.waiting.place(of: reading)
    if isDuplicate(reading, at: place) {
      return .refused(reject(sample, .duplicate, measured: nil, threshold: nil, trail: &trail))
    }

    let last = state.channels.lastReleased(of: reading.channel)
    if let last, reading.timestamp < last { return judgeLate(sample, last: last, trail: &trail) }
    state.channels.update(reading.channel) { $0.lateRun = nil }

    if state.isLastWaitingALeap { settleLeap(before: reading, trail: &trail) }
    advanceNewest(to: reading)
    insert(reading, at: place)
    return .waits(state.newest ?? reading.timestamp)
  }

  /// Passes on the next reading that is due: the oldest where there are too many, or one that has waited long enough.
  package mutating func next(
    dueAt now: Timestamp,
    trail: inout some DecisionTrail
  ) -> PassedReading? {
    guard let first = state.waiting.first else {
      state.isLastWaitingALeap = false
      return nil
    }
    if state.waiting.count > configuration.reorderCapacity {
      // One is too many, or more where a state was restored from a gate that had more room.
      state.channels.update(first.channel) { $0.counts.overflowed += 1 }
    } else {
      // The step is backwards, so that it can lead beyond the beginning of the time line only.
      let (due, isBeyond) = now.nanoseconds.addingReportingOverflow(windowStep)
      guard first.timestamp.nanoseconds <= (isBeyond ? .min : due) else { return nil }
    }
    state.waiting.removeFirst()
    return passed(first, trail: &trail)
  }

  /// Passes on the next reading, due or not.
  package mutating func nextOfAll(trail: inout some DecisionTrail) -> PassedReading? {
    state.isLastWaitingALeap = false
    guard let first = state.waiting.first else { return nil }
    state.waiting.removeFirst()
    return passed(first, trail: &trail)
  }

  /// Begins a new time line with a reading, after everything of the old one has been passed on.
  package mutating func beginTimeLine(at sample: SensorSample) {
    for channel in SensorChannel.allCases {
      // A channel that is at the new clock already just goes on.
      guard let released = state.channels.lastReleased(of: channel),
        released.seconds(since: sample.timestamp) >= configuration.minimumClockResetSec
      else { continue }
      state.channels.update(channel) { channel in
        channel.lastReleased = nil
        channel.lateRun = nil
        channel.pendingRestart = .clockReset
      }
    }
    state.newest = sample.timestamp
    state.isNewestUnconfirmed = true
    state.waiting.append(ReorderBuffer.Reading(sample))
  }
}

// MARK: - Checks

extension SampleGate {
  /// Refuses a reading that is not finite or cannot be true.
  private mutating func refuseImplausible(
    _ sample: SensorSample,
    trail: inout some DecisionTrail
  ) -> SampleRejection {
    let reading = sample.reading
    guard reading.isFinite else {
      return reject(sample, .notFinite, measured: nil, threshold: nil, trail: &trail)
    }
    return reject(
      sample,
      .beyondPhysicalRange,
      measured: max(abs(reading.x), abs(reading.y), abs(reading.z)),
      threshold: physicalLimit(of: sample.channel),
      trail: &trail
    )
  }

  /// The largest reading of one axis that can be true, in the channel's unit.
  @inline(__always)
  private func physicalLimit(of channel: SensorChannel) -> Double {
    switch channel {
    case .acceleration: configuration.maximumAccelerationG * PhysicalConstants.standardGravity
    case .rotation: configuration.maximumRotationRate
    case .magneticField: configuration.maximumMagneticField
    }
  }

  /// The longest silence that does not restart the channel, in seconds.
  @inline(__always)
  private func maximumGap(of channel: SensorChannel) -> Double {
    switch channel {
    case .acceleration: configuration.maximumAccelerationGapSec
    case .rotation: configuration.maximumRotationGapSec
    case .magneticField: configuration.maximumMagneticFieldGapSec
    }
  }

  /// Whether the channel has this instant already, among the waiting or as the last one passed on.
  @inline(__always)
  private func isDuplicate(_ reading: ReorderBuffer.Reading, at place: Int) -> Bool {
    if place > 0, state.waiting[place - 1].isTwin(of: reading) { return true }
    return state.channels.lastReleased(of: reading.channel) == reading.timestamp
  }

  /// Counts and records a refusal.
  private mutating func reject(
    _ sample: SensorSample,
    _ rejection: SampleRejection,
    measured: Double?,
    threshold: Double?,
    trail: inout some DecisionTrail
  ) -> SampleRejection {
    state.channels.update(sample.channel) { $0.counts.count(rejection) }
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
  /// What is to be done about a reading that comes after a later one of its channel was passed on.
  private mutating func judgeLate(
    _ sample: SensorSample,
    last: Timestamp,
    trail: inout some DecisionTrail
  ) -> Admission {
    let lateness = last.seconds(since: sample.timestamp)
    guard provesClockReset(sample, lateness: lateness) else {
      return .refused(
        reject(
          sample,
          .tooLate,
          measured: lateness,
          threshold: configuration.reorderWindowMs / 1000,
          trail: &trail
        )
      )
    }
    trail.record(
      DecisionCheck(
        timestamp: sample.timestamp,
        code: "sampleClockReset",
        measured: lateness,
        threshold: configuration.minimumClockResetSec,
        verdict: .passed
      )
    )
    return .beginsTimeLine
  }

  /// Lengthens or restarts the channel's run of late readings and tells whether it shows that the clock was set back.
  private mutating func provesClockReset(_ sample: SensorSample, lateness: Double) -> Bool {
    guard lateness >= configuration.minimumClockResetSec else {
      state.channels.update(sample.channel) { $0.lateRun = nil }
      return false
    }
    guard var run = state.channels[sample.channel].lateRun, sample.timestamp > run.last,
      sample.timestamp.seconds(since: run.last) <= maximumGap(of: sample.channel)
    else {
      let run = LateRun(first: sample.timestamp, last: sample.timestamp)
      state.channels.update(sample.channel) { $0.lateRun = run }
      return false
    }
    run.last = sample.timestamp
    state.channels.update(sample.channel) { $0.lateRun = run }
    return run.last.seconds(since: run.first) >= Self.clockResetRunSec
  }

  /// Believes or drops a leap ahead, now that the next reading shows where the stream goes on.
  @inline(never)
  private mutating func settleLeap(
    before next: ReorderBuffer.Reading,
    trail: inout some DecisionTrail
  ) {
    guard let leap = state.waiting.last else { return }
    state.isLastWaitingALeap = false
    let lag = leap.timestamp.seconds(since: next.timestamp)
    if lag <= maximumGap(of: leap.channel) {
      state.newest = leap.timestamp
      state.isNewestUnconfirmed = false
    } else {
      state.waiting.removeLast()
      _ = reject(
        leap.sample,
        .loneLeap,
        measured: lag,
        threshold: maximumGap(of: leap.channel),
        trail: &trail
      )
    }
  }

  /// Moves the newest instant on, unless the reading's time leaps.
  @inline(__always)
  private mutating func advanceNewest(to reading: ReorderBuffer.Reading) {
    guard let newest = state.newest else {
      state.newest = reading.timestamp
      state.isNewestUnconfirmed = true
      return
    }
    let gap = maximumGap(of: reading.channel)
    let step = reading.timestamp.seconds(since: newest)
    if step > gap {
      // Everything else that waits is no later than `newest`, so this one will stand last.
      state.isLastWaitingALeap = true
    } else if step < -gap, state.isNewestUnconfirmed {
      // The line's only reading so far is far ahead of this one: either may be the odd one out.
      state.isLastWaitingALeap = state.waiting.last?.timestamp == newest
      state.newest = reading.timestamp
    } else {
      state.newest = max(newest, reading.timestamp)
      state.isNewestUnconfirmed = false
    }
  }
}

// MARK: - The reorder buffer

extension SampleGate {
  /// Puts a reading in its place and counts it as reordered where a later one of its channel had come before.
  @inline(__always)
  private mutating func insert(_ reading: ReorderBuffer.Reading, at place: Int) {
    guard place < state.waiting.count else {
      state.waiting.append(reading)
      return
    }
    let end = state.waiting.count - (state.isLastWaitingALeap ? 1 : 0)
    for index in place..<max(place, end) where state.waiting[index].channel == reading.channel {
      state.channels.update(reading.channel) { $0.counts.reordered += 1 }
      break
    }
    state.waiting.insert(reading, at: place)
  }

  /// Passes a reading on with what is found out about it in the order of time.
  @inline(__always)
  private mutating func passed(
    _ reading: ReorderBuffer.Reading,
    trail: inout some DecisionTrail
  ) -> PassedReading {
    let limit = maximumGap(of: reading.channel)
    let passage = state.channels.update(reading.channel) { $0.pass(reading, maximumGap: limit) }
    if let gap = passage.gap {
      trail.record(
        DecisionCheck(
          timestamp: reading.timestamp,
          code: "sampleGap",
          measured: gap,
          threshold: limit,
          verdict: .failed
        )
      )
    }
    if passage.hasRenewedIntervals, reading.channel == .acceleration {
      reportLowRate(at: reading.timestamp, trail: &trail)
    }
    return PassedReading(
      timestamp: reading.timestamp,
      value: reading.value,
      channel: reading.channel,
      isSaturated: passage.isSaturated,
      restart: passage.restart
    )
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
