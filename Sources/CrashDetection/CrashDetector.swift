public import MotionSamples
public import SignalFilters

/// Finds crashes in motion frames and trusted fixes.
///
/// An impact opens when acceleration less gravity rises above the duration threshold, and is over when it has stayed
/// below for the bounce time. What passes the impact rules becomes a candidate at once and waits for evidence: speed that
/// no brakes explain, a collapse of speed after a crash's impact, or, where no fix tells anything, rest after a large
/// velocity change. What happens to be doubtful by itself (the phone had fallen, was being handled, or the speed is not
/// known or too low) is kept for a moment, unannounced, in case late fixes say otherwise. Silence confirms nothing.
///
/// The detector opens impacts only while armed; what is open or waiting is carried to its end whatever the arming. Whether
/// crash detection is wanted (`enabled`) is for the host to look at when it arms. Constant time a frame; nothing is
/// allocated after the memory of speeds has filled.
public struct CrashDetector: Sendable {
  /// Where the detector stands between two impacts.
  private typealias Phase = State.Phase

  /// All that changes, to be written down and restored.
  public struct State: Hashable, Codable, Sendable {
    enum Phase: Hashable, Codable, Sendable {
      /// Nothing goes on.
      case idle
      /// An impact is going on, or its bounce time runs.
      case impactOpen(ImpactMeasurement)
      /// A candidate waits, perhaps in a further impact.
      case awaitingCollapse(CrashCandidate, reopened: ImpactMeasurement?)
      /// A candidate was settled; what follows closely belongs to it.
      case refractory(until: Timestamp)
    }

    var phase = Phase.idle
    var background = MotionBackground()
    var speeds = SpeedMemory()
    var location: LocationFix?
    var isArmed = false
    var lastID: UInt64 = 0
    /// The latest instant that the detector has heard of.
    var now = Timestamp.distantPast

    /// Creates the state of a detector that has seen nothing.
    public init() {}
  }

  /// The configuration, which never changes.
  public let configuration: CrashConfiguration

  /// All that changes; write it down anywhere and go on from it later.
  public private(set) var state: State

  /// The duration threshold in m/s².
  private let level: Double
  /// When the phone falls freely.
  private let falls: FallCriteria

  /// Creates a detector, fresh or going on from a state.
  ///
  /// - Throws: ``ConfigurationError`` for a value outside its range.
  public init(
    _ configuration: CrashConfiguration = CrashConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
    level = configuration.durationThreshold * PhysicalConstants.standardGravity
    falls = FallCriteria(configuration)
  }

  /// Whether impacts are being looked for.
  public var isArmed: Bool { state.isArmed }

  /// The candidate that waits for confirmation, absent where there is none.
  public var waitingCandidate: CrashCandidateID? {
    guard case .awaitingCollapse(let candidate, _) = state.phase else { return nil }
    return candidate.id
  }

  /// Takes the next frame.
  public mutating func process(
    _ frame: MotionFrame,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    if frame.isRestart, let last = state.background.timestamp, frame.timestamp < last {
      beginTimeLine(trail: &trail, emit: emit)
    }
    state.now = max(state.now, frame.timestamp)
    // Looked at apart from all other phases, whose contents would be copied for nothing at nearly every frame.
    if case .idle = state.phase {
      if state.isArmed, isAbove(frame) { state.phase = .impactOpen(open(frame)) }
    } else {
      goOn(with: frame, trail: &trail, emit: emit)
    }
    state.background.update(frame, falls: falls)
  }

  /// Takes the next frame where something is under way.
  @inline(never)
  private mutating func goOn(
    with frame: MotionFrame,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    switch state.phase {
    case .idle:
      break
    case .impactOpen(var impact):
      if frame.isRestart {
        close(impact, trail: &trail, emit: emit)
      } else {
        impact.update(frame, level: level)
        if isOver(impact) {
          close(impact, trail: &trail, emit: emit)
        } else {
          state.phase = .impactOpen(impact)
        }
      }
    case .awaitingCollapse(let candidate, let reopened):
      follow(candidate, reopened, frame, trail: &trail, emit: emit)
    case .refractory(let until):
      if frame.timestamp >= until { state.phase = .idle }
    }
  }

  /// Takes a trusted fix, in any order; its own time decides what it tells of.
  ///
  /// - Parameters:
  ///   - fix: one that passed the fix checks, or failed only as a duplicate.
  ///   - receivedAt: when it was delivered.
  ///   - trail: takes the checks behind decisions.
  ///   - emit: takes the outputs.
  public mutating func process(
    _ fix: LocationFix,
    receivedAt: Timestamp,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    state.now = max(state.now, receivedAt)
    if fix.coordinate != nil, state.location.map({ $0.timestamp <= fix.timestamp }) ?? true {
      state.location = fix
    }
    guard let speed = fix.speed else { return }
    state.speeds.insert(speed, at: fix.timestamp)
    weigh(trail: &trail, emit: emit)
  }

  /// Arms or disarms: an unarmed detector opens no impact, and carries on with what is open or waiting.
  public mutating func setArmed(
    _ isArmed: Bool,
    at timestamp: Timestamp,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    advance(to: timestamp, trail: &trail, emit: emit)
    state.isArmed = isArmed
  }

  /// Lets time pass without a sample: closes an impact after which the samples stopped, and keeps deadlines.
  public mutating func advance(
    to timestamp: Timestamp,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    state.now = max(state.now, timestamp)
    switch state.phase {
    case .idle:
      return
    case .impactOpen(let impact):
      if hasStopped(impact) { close(impact, trail: &trail, emit: emit) }
    case .awaitingCollapse(let candidate, let reopened?):
      if hasStopped(reopened) {
        merge(reopened, into: candidate, trail: &trail, emit: emit)
      }
    case .awaitingCollapse(_, nil):
      break
    case .refractory(let until):
      if state.now >= until { state.phase = .idle }
    }
    weigh(trail: &trail, emit: emit)
  }

  /// Confirms a waiting candidate on the host's word.
  ///
  /// - Returns: whether that candidate was waiting.
  public mutating func confirm(
    _ id: CrashCandidateID,
    at timestamp: Timestamp,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) -> Bool {
    advance(to: timestamp, trail: &trail, emit: emit)
    guard case .awaitingCollapse(var candidate, _) = state.phase, candidate.id == id else {
      return false
    }
    candidate.refresh(at: state.now, speeds: state.speeds, configuration: configuration)
    trail.record(settled(CrashEvidence.host.rawValue, .passed))
    confirm(candidate, by: .host, emit: emit)
    return true
  }

  /// Cancels a waiting candidate on the host's word; it is rejected as `cancelledByHost`.
  ///
  /// - Returns: whether that candidate was waiting.
  public mutating func cancel(
    _ id: CrashCandidateID,
    at timestamp: Timestamp,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) -> Bool {
    advance(to: timestamp, trail: &trail, emit: emit)
    guard case .awaitingCollapse(let candidate, _) = state.phase, candidate.id == id else {
      return false
    }
    trail.record(settled(CrashRejectionReason.cancelledByHost.rawValue, .failed))
    reject(candidate, as: .cancelledByHost, emit: emit)
    return true
  }

  /// The clock was set back: what waits is settled by what is known, and no instant of before means anything now.
  private mutating func beginTimeLine(
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    if case .impactOpen(let impact) = state.phase { close(impact, trail: &trail, emit: emit) }
    if case .awaitingCollapse(let candidate, _) = state.phase {
      let reason =
        candidate.hold
        ?? CrashRules.unconfirmed(candidate.features, candidate.aftermath, configuration)
      settle(candidate, orAs: reason, trail: &trail, emit: emit)
    }
    state.phase = .idle
    state.background = MotionBackground()
    state.speeds = SpeedMemory()
    state.now = .distantPast
  }

  // MARK: Passing over quiet frames

  /// What the next frame can change beside the background.
  package enum Attention: Hashable, Sendable {
    /// Anything.
    case everyFrame
    /// Nothing unless its strength reaches `squaredLevel`.
    case impacts
    /// Nothing at all, nor any frame's before an instant.
    case nothing(until: Timestamp)
  }

  /// What the next frame can change beside the background.
  package var attention: Attention {
    switch state.phase {
    case .idle: state.isArmed ? .impacts : .nothing(until: .distantFuture)
    case .refractory(let until): .nothing(until: until)
    case .impactOpen, .awaitingCollapse: .everyFrame
    }
  }

  /// Takes the place of frames that could change nothing but the background, the last of which came at `last`.
  ///
  /// `background` is what they leave behind: it is left out where another such call follows before any other frame.
  package mutating func passOver(framesUntil last: Timestamp?, background: MotionBackground?) {
    if let last { state.now = max(state.now, last) }
    if let background { state.background = background }
  }

  // MARK: Impacts

  /// Seconds beyond the bounce time after which missing samples end an impact: samples may still be in the gate.
  private static let sampleGraceSec = 0.25

  /// How much later than the lag of fixes a doubtful impact is given up: one fix and the one that bears it out.
  private static let holdGraceSec = 2.0

  private func isAbove(_ frame: MotionFrame) -> Bool {
    Self.squaredStrength(frame) >= squaredLevel
  }

  /// The square of the strength of a reading, as an impact measures it, in m²/s⁴.
  package static func squaredStrength(_ frame: MotionFrame) -> Double {
    min(frame.linearAcceleration.squaredMagnitude, frame.acceleration.squaredMagnitude)
  }

  /// The square of the strength from which a reading opens an impact, in m²/s⁴.
  package var squaredLevel: Double { level * level }

  private func open(_ frame: MotionFrame) -> ImpactMeasurement {
    ImpactMeasurement(
      frame,
      after: state.background,
      level: level,
      configuration: configuration
    )
  }

  private func isOver(_ impact: ImpactMeasurement) -> Bool {
    !impact.isAbove
      && impact.timestamp.seconds(since: impact.lastAbove) * 1000 > configuration.bounceTimeMs
  }

  private func hasStopped(_ impact: ImpactMeasurement) -> Bool {
    state.now.seconds(since: impact.timestamp)
      > configuration.bounceTimeMs / 1000 + Self.sampleGraceSec
  }

  /// Ends the first impact of what may be a candidate.
  private mutating func close(
    _ impact: ImpactMeasurement,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    let (features, aftermath) = measured(impact)
    let reason = CrashRules.rejection(
      of: features,
      under: configuration,
      at: state.now,
      trail: &trail
    )
    if let reason, !canBeOverruled(reason, features) {
      state.phase = .idle
      emit(
        .rejected(CrashRejection(id: nil, timestamp: state.now, reason: reason, features: features))
      )
      return
    }
    begin(impact, features, aftermath, hold: reason, emit: emit)
    weigh(trail: &trail, emit: emit)
  }

  private mutating func begin(
    _ impact: ImpactMeasurement,
    _ features: CrashFeatures,
    _ aftermath: CrashAftermath,
    hold: CrashRejectionReason?,
    emit: (CrashOutput) -> Void
  ) {
    let waitSec =
      hold == nil
      ? configuration.collapseDeadlineSec : configuration.fixLagSec + Self.holdGraceSec
    var candidate = CrashCandidate(
      impact,
      features: features,
      aftermath: aftermath,
      hold: hold,
      roadPower: state.background.roadPower,
      deadline: features.onset.advanced(bySeconds: waitSec),
      configuration: configuration
    )
    if hold == nil { announce(&candidate, emit: emit) }
    state.phase = .awaitingCollapse(candidate, reopened: nil)
  }

  private mutating func announce(_ candidate: inout CrashCandidate, emit: (CrashOutput) -> Void) {
    state.lastID += 1
    let id = CrashCandidateID(rawValue: state.lastID)
    candidate.id = id
    candidate.hold = nil
    candidate.deadline = candidate.features.onset.advanced(
      bySeconds: configuration.collapseDeadlineSec
    )
    emit(
      .candidate(
        CrashCandidateEvent(
          id: id,
          timestamp: state.now,
          deadline: candidate.deadline,
          features: candidate.features
        )
      )
    )
  }

  private func measured(_ impact: ImpactMeasurement) -> (CrashFeatures, CrashAftermath) {
    var features = impact.features(under: configuration)
    features.takeSpeeds(from: state.speeds, configuration: configuration)
    let aftermath = CrashAftermath(
      elapsedSec: state.now.seconds(since: features.onset),
      totalVelocityChangeMps: features.velocityChangeMps,
      peakRotationRate: impact.turn.peakRate,
      turnedDeg: impact.turn.degrees
    )
    return (features, aftermath)
  }

  /// Whether fixes that come later can still make a crash of an impact that fails for this reason.
  private func canBeOverruled(_ reason: CrashRejectionReason, _ features: CrashFeatures) -> Bool {
    switch reason {
    case .loneReading, .tooLong, .freeFallBeforeImpact, .handlingUnderWay, .preImpactSpeedUnknown,
      .preImpactSpeedBelowGate:
      return true
    case .velocityChangeTooSmall:
      // A loose phone that is thrown to and fro ends with little of what it went through.
      return features.impulseMps >= configuration.minimumLooseImpulse
    case .peakBelowThreshold, .heldTooLong, .tooShort, .singleAxis, .impactTooWeak,
      .noSpeedCollapse,
      .noEvidenceAfterImpact, .superseded, .cancelledByHost:
      return false
    }
  }

  // MARK: Waiting

  private mutating func follow(
    _ waiting: CrashCandidate,
    _ reopened: ImpactMeasurement?,
    _ frame: MotionFrame,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    var candidate = waiting
    candidate.update(frame, level: level)
    if var impact = reopened {
      if !frame.isRestart { impact.update(frame, level: level) }
      if frame.isRestart || isOver(impact) {
        merge(impact, into: candidate, trail: &trail, emit: emit)
      } else {
        state.phase = .awaitingCollapse(candidate, reopened: impact)
      }
      return
    }
    // A candidate that was found while armed may not open further impacts once disarmed, but its own go on.
    state.phase = .awaitingCollapse(candidate, reopened: isAbove(frame) ? open(frame) : nil)
    let canRestTell =
      candidate.hold == nil && candidate.aftermath.restSec >= configuration.minimumRestSec
      && frame.timestamp.seconds(since: candidate.onset) >= configuration.inertialDelaySec
    if canRestTell || state.now >= candidate.deadline { weigh(trail: &trail, emit: emit) }
  }

  /// Ends a further impact while a candidate waits.
  private mutating func merge(
    _ impact: ImpactMeasurement,
    into waiting: CrashCandidate,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    var candidate = waiting
    state.phase = .awaitingCollapse(candidate, reopened: nil)
    let (features, aftermath) = measured(impact)
    let reason = CrashRules.rejection(
      of: features,
      under: configuration,
      at: state.now,
      trail: &trail
    )
    let isChained =
      features.onset.seconds(since: candidate.chainEnd) <= configuration.refractorySec
    switch (reason, candidate.hold) {
    case (nil, .some):
      // The doubtful one gives way to a sound one: a drop before the crash, say.
      begin(impact, features, aftermath, hold: nil, emit: emit)
    case (nil, nil) where isChained:
      candidate.join(features)
      candidate.chainEnd = features.end
      if features.velocityChangeMps > candidate.features.velocityChangeMps {
        candidate.takeOver(features)
      }
      state.phase = .awaitingCollapse(candidate, reopened: nil)
    case (nil, nil):
      guard state.isArmed else { break }
      // An impact of its own: the waiting one has to stand on what there is.
      settle(candidate, orAs: .superseded, trail: &trail, emit: emit)
      begin(impact, features, aftermath, hold: nil, emit: emit)
    case (.some, _):
      if isChained && features.peakG >= configuration.impactThreshold {
        candidate.join(features)
        state.phase = .awaitingCollapse(candidate, reopened: nil)
      }
    }
    weigh(trail: &trail, emit: emit)
  }

  /// Looks at a waiting candidate in the light of what is known now.
  private mutating func weigh(trail: inout some DecisionTrail, emit: (CrashOutput) -> Void) {
    guard case .awaitingCollapse(var candidate, let reopened) = state.phase else { return }
    let known = candidate.features.preImpactSpeedMps
    candidate.refresh(at: state.now, speeds: state.speeds, configuration: configuration)
    if let hold = candidate.hold, candidate.features.preImpactSpeedMps != known {
      reconsider(&candidate, doubted: hold, trail: &trail, emit: emit)
    }
    var silence = NoTrail()
    let evidence = CrashRules.evidence(
      for: candidate.features,
      after: candidate.aftermath,
      hold: candidate.hold,
      under: configuration,
      at: state.now,
      trail: &silence
    )
    state.phase = .awaitingCollapse(candidate, reopened: reopened)
    guard evidence != nil || state.now >= candidate.deadline else { return }
    let reason =
      candidate.hold
      ?? CrashRules.unconfirmed(candidate.features, candidate.aftermath, configuration)
    settle(candidate, orAs: reason, trail: &trail, emit: emit)
  }

  /// A late fix has told a speed from before the impact: the doubt may be gone.
  private mutating func reconsider(
    _ candidate: inout CrashCandidate,
    doubted hold: CrashRejectionReason,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    let reason = CrashRules.rejection(
      of: candidate.features,
      under: configuration,
      at: state.now,
      trail: &trail
    )
    if let reason {
      candidate.hold = reason
    } else {
      announce(&candidate, emit: emit)
    }
  }

  /// Settles a candidate by the evidence there is, writing the checks down.
  private mutating func settle(
    _ candidate: CrashCandidate,
    orAs reason: CrashRejectionReason,
    trail: inout some DecisionTrail,
    emit: (CrashOutput) -> Void
  ) {
    let evidence = CrashRules.evidence(
      for: candidate.features,
      after: candidate.aftermath,
      hold: candidate.hold,
      under: configuration,
      at: state.now,
      trail: &trail
    )
    if let evidence {
      var confirmed = candidate
      if confirmed.id == nil { announceConfirmed(&confirmed, emit: emit) }
      confirm(confirmed, by: evidence, emit: emit)
    } else {
      trail.record(settled(reason.rawValue, .failed))
      reject(candidate, as: reason, emit: emit)
    }
  }

  /// Every crash was a candidate first, so one that was doubted until now is announced before it is confirmed.
  private mutating func announceConfirmed(
    _ candidate: inout CrashCandidate,
    emit: (CrashOutput) -> Void
  ) {
    let hold = candidate.hold
    announce(&candidate, emit: emit)
    candidate.hold = hold
  }

  private mutating func confirm(
    _ candidate: CrashCandidate,
    by evidence: CrashEvidence,
    emit: (CrashOutput) -> Void
  ) {
    guard let id = candidate.id, let speed = candidate.features.impactSpeedMps else { return }
    // What fixes still tell of the time before must not make a second crash of this one.
    state.speeds.forget(before: candidate.onset.advanced(bySeconds: configuration.fixLagSec))
    rest(after: candidate)
    emit(
      .confirmed(
        CrashEvent(
          timestamp: state.now,
          id: id,
          location: state.location,
          confirmedBy: evidence,
          confidence: CrashRules.confidence(
            candidate.features,
            candidate.aftermath,
            hold: candidate.hold,
            by: evidence,
            configuration
          ),
          preImpactSpeedMps: speed,
          features: candidate.features,
          aftermath: candidate.aftermath
        )
      )
    )
  }

  private mutating func reject(
    _ candidate: CrashCandidate,
    as reason: CrashRejectionReason,
    emit: (CrashOutput) -> Void
  ) {
    rest(after: candidate)
    emit(
      .rejected(
        CrashRejection(
          id: candidate.id,
          timestamp: state.now,
          reason: reason,
          features: candidate.features
        )
      )
    )
  }

  /// Goes on to the refractory time of an announced candidate; one that never was leaves nothing behind.
  private mutating func rest(after candidate: CrashCandidate) {
    let until = candidate.chainEnd.advanced(bySeconds: configuration.refractorySec)
    state.phase = candidate.id != nil && state.now < until ? .refractory(until: until) : .idle
  }

  private func settled(_ code: String, _ verdict: CheckVerdict) -> DecisionCheck {
    DecisionCheck(
      timestamp: state.now,
      code: code,
      measured: nil,
      threshold: nil,
      verdict: verdict
    )
  }
}
