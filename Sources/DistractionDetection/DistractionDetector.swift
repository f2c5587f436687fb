public import MotionSamples
public import SignalFilters

/// Notices that a phone is being handled in a moving vehicle.
///
/// What a hand does to a phone is told from what the vehicle does to it: a hand turns the phone against gravity, a
/// vehicle turns about the vertical; a hand moves it slowly, the road shakes it fast. Motion is measured over quarters
/// of a second, each judged by itself and its neighbours within 1.75 s (see ``DistractionConfiguration`` for the
/// thresholds), so an output comes about a second after what it tells of. Without a gyroscope the direction of the
/// low-passed acceleration stands in for the rotation rate, less well.
///
/// A passenger's hand cannot be told from the driver's.
///
/// Feed frames in time order and trusted fixes as they come. Constant time and memory, nothing allocated a sample.
public struct DistractionDetector: Sendable {
  /// The configuration, which never changes.
  public let configuration: DistractionConfiguration

  /// All that changes; write it down anywhere and go on from it later.
  public private(set) var state: State

  /// What changes from sample to sample.
  public struct State: Hashable, Codable, Sendable {
    var isArmed = false
    var isScreenActive = false
    /// Whether the screen was active at any time since the last hop.
    var wasScreenActive = false
    var speed: Double?
    var speedTimestamp: Timestamp?
    var lastFrame: Timestamp?
    var hop: HopAccumulator?
    var window = HopWindow()
    var rest = RestingState()
    var restlessness = Restlessness()
    var phase = Phase.idle

    /// Creates the state of a detector that is not armed and has seen nothing.
    public init() {}
  }

  enum Phase: Hashable, Codable, Sendable {
    case idle
    /// There is handling, which is too short yet or too slow to be an episode.
    case stirring(HandlingRun)
    case open(HandlingRun)
  }

  /// Creates a detector, fresh or going on from a state.
  ///
  /// - Throws: ``ConfigurationError`` for a value outside its range.
  public init(
    _ configuration: DistractionConfiguration = DistractionConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
  }

  /// Whether the detector looks for handling at present.
  public var isArmed: Bool { state.isArmed }

  /// Whether an episode is open.
  public var isEpisodeOpen: Bool {
    if case .open = state.phase { true } else { false }
  }
}

// MARK: - Inputs

extension DistractionDetector {
  /// Takes one frame of motion.
  public mutating func process(
    _ frame: MotionFrame,
    trail: inout some DecisionTrail,
    emit: (DistractionOutput) -> Void
  ) {
    guard state.isArmed else { return }
    if frame.isRestart { restart(at: frame.timestamp, emit: emit) }
    state.lastFrame = frame.timestamp
    var hop = state.hop ?? HopAccumulator(from: frame.timestamp)
    while frame.timestamp >= hop.end {
      let next = HopAccumulator(from: hop.end)
      // At the end of the time line there is no next hop.
      guard next.end > hop.end else { return }
      finish(hop, trail: &trail, emit: emit)
      hop = next
    }
    hop.add(frame)
    state.hop = hop
  }

  /// Takes one trusted fix; what matters of it is its speed.
  public mutating func process(
    _ fix: LocationFix,
    receivedAt: Timestamp,
    trail: inout some DecisionTrail,
    emit: (DistractionOutput) -> Void
  ) {
    guard let speed = fix.speed else { return }
    if let known = state.speedTimestamp, fix.timestamp < known { return }
    state.speed = speed
    state.speedTimestamp = fix.timestamp
  }

  /// Notes whether the screen is active, which makes handling distraction by the screen.
  public mutating func setScreenActive(_ isActive: Bool) {
    state.isScreenActive = isActive
    if isActive { state.wasScreenActive = true }
  }

  /// Starts or stops looking; stopping ends an open episode at that instant.
  ///
  /// A detector whose configuration is not `enabled` cannot be armed.
  public mutating func setArmed(
    _ isArmed: Bool,
    at timestamp: Timestamp,
    trail: inout some DecisionTrail,
    emit: (DistractionOutput) -> Void
  ) {
    let willBeArmed = isArmed && configuration.enabled
    guard willBeArmed != state.isArmed else { return }
    state.isArmed = willBeArmed
    if case .open(let run) = state.phase {
      emit(.closed(start: run.start, end: max(run.start, timestamp), at: timestamp))
    }
    forgetMotion()
    state.phase = .idle
    state.lastFrame = nil
  }

  /// Lets time pass without frames: an open episode does not outlast a stream that has fallen silent.
  public mutating func advance(
    to timestamp: Timestamp,
    trail: inout some DecisionTrail,
    emit: (DistractionOutput) -> Void
  ) {
    guard let lastFrame = state.lastFrame else { return }
    closeAfterSilence(since: lastFrame, until: timestamp, emit: emit)
  }
}

// MARK: - Hops

extension DistractionDetector {
  /// Begins again after a gap, of which nothing is known.
  private mutating func restart(at timestamp: Timestamp, emit: (DistractionOutput) -> Void) {
    forgetMotion()
    if case .stirring = state.phase { state.phase = .idle }
    guard let lastFrame = state.lastFrame else { return }
    closeAfterSilence(since: lastFrame, until: timestamp, emit: emit)
  }

  private mutating func forgetMotion() {
    state.hop = nil
    state.window.removeAll()
    state.restlessness = Restlessness()
    state.rest.forget()
  }

  private mutating func finish(
    _ hop: HopAccumulator,
    trail: inout some DecisionTrail,
    emit: (DistractionOutput) -> Void
  ) {
    state.window.append(hop.features)
    let isScreenActive = state.isScreenActive || state.wasScreenActive
    state.wasScreenActive = false
    guard state.window.isFull else { return }
    let middle = state.window.middle
    let middleEnd = middle.start.advanced(bySeconds: HopAccumulator.hopSec)
    // Where nothing was measured, nothing is known: neither handling nor quiet.
    guard var features = state.window.features(rest: state.rest) else { return }
    features.smoothedRestlessness = features.restlessness.map {
      state.restlessness.smoothed(with: $0)
    }
    let level = HandlingRules.judge(features, configuration, trail: &trail)
    switch state.phase {
    case .idle:
      guard level != .quiet else {
        state.rest.learn(middle.meanAcceleration, features)
        return
      }
      state.phase = .stirring(
        HandlingRun(
          from: middle.start,
          to: middleEnd,
          level: level,
          isScreenActive: isScreenActive
        )
      )
    case .stirring(var run):
      run.add(
        from: middle.start,
        to: middleEnd,
        level: level,
        agreement: features.agreement,
        isScreenActive: isScreenActive
      )
      if level == .quiet {
        let isOver =
          run.quietSec > (run.hasBegun ? configuration.mergeGapSec : HandlingRun.lullSec)
        // The phone may have been left in another attitude.
        if isOver, run.hasBegun { state.rest.forget() }
        state.phase = isOver ? .idle : .stirring(run)
      } else if canOpen(run, at: hop.end, trail: &trail) {
        state.phase = .open(run)
        emit(.opened(start: run.start, at: hop.end, cause: run.cause))
      } else {
        state.phase = .stirring(run)
      }
    case .open(var run):
      let cause = run.cause
      run.add(
        from: middle.start,
        to: middleEnd,
        level: level,
        agreement: features.agreement,
        isScreenActive: isScreenActive
      )
      state.phase = .open(run)
      if run.cause != cause {
        emit(.causeChanged(start: run.start, at: hop.end, cause: run.cause))
      }
      if run.quietSec > configuration.mergeGapSec {
        close(run, at: hop.end, emit: emit)
      }
    }
  }

  private func canOpen(
    _ run: HandlingRun,
    at timestamp: Timestamp,
    trail: inout some DecisionTrail
  ) -> Bool {
    guard run.isStrong else { return false }
    let isLongEnough = run.durationSec >= configuration.minEpisodeSec
    trail.record(
      DecisionCheck(
        timestamp: timestamp,
        code: "handlingTooShort",
        measured: run.durationSec,
        threshold: configuration.minEpisodeSec,
        verdict: isLongEnough ? .passed : .failed
      )
    )
    guard isLongEnough else { return false }
    let isDense = run.density >= configuration.minimumHandledShare
    trail.record(
      DecisionCheck(
        timestamp: timestamp,
        code: "handlingTooSparse",
        measured: run.density,
        threshold: configuration.minimumHandledShare,
        verdict: isDense ? .passed : .failed
      )
    )
    guard isDense else { return false }
    let share = run.agreement.share
    let isBorneOut = share.map { $0 >= configuration.minimumTurnAgreement }
    trail.record(
      DecisionCheck(
        timestamp: timestamp,
        code: "turnNotFelt",
        measured: share,
        threshold: configuration.minimumTurnAgreement,
        verdict: isBorneOut.map { $0 ? .passed : .failed } ?? .notApplicable
      )
    )
    guard isBorneOut != false else { return false }
    return isFastEnough(at: timestamp, trail: &trail)
  }

  private func isFastEnough(at timestamp: Timestamp, trail: inout some DecisionTrail) -> Bool {
    guard let speed = state.speed, let taken = state.speedTimestamp,
      timestamp.seconds(since: taken) <= configuration.maximumSpeedAgeSec
    else {
      trail.record(
        DecisionCheck(
          timestamp: timestamp,
          code: "speedUnknown",
          measured: state.speedTimestamp.map { timestamp.seconds(since: $0) },
          threshold: configuration.maximumSpeedAgeSec,
          verdict: .failed
        )
      )
      return false
    }
    let isFast = speed >= configuration.minSpeed
    trail.record(
      DecisionCheck(
        timestamp: timestamp,
        code: "speedBelowMinimum",
        measured: speed,
        threshold: configuration.minSpeed,
        verdict: isFast ? .passed : .failed
      )
    )
    return isFast
  }

  /// Closes an open episode that nothing has been heard of for too long.
  private mutating func closeAfterSilence(
    since lastFrame: Timestamp,
    until timestamp: Timestamp,
    emit: (DistractionOutput) -> Void
  ) {
    guard case .open(let run) = state.phase,
      timestamp.seconds(since: lastFrame) > configuration.maximumGapSec
    else { return }
    close(run, at: timestamp, emit: emit)
  }

  private mutating func close(
    _ run: HandlingRun,
    at timestamp: Timestamp,
    emit: (DistractionOutput) -> Void
  ) {
    state.phase = .idle
    state.rest.forget()
    emit(.closed(start: run.start, end: run.last, at: timestamp))
  }
}
