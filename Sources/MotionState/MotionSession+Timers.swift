import MotionSamples

extension MotionSession {
  /// Takes the firing of a timer; one that is no longer armed does nothing.
  mutating func fire(
    _ id: MotionTimer.ID,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    if id == heartbeat.id {
      _ = trail.check(.timerKnown, true, at: context.now)
      beat(in: context, trail: &trail, emit: emit)
    } else if let countdown = phase.countdown, id == countdown.timer.id {
      _ = trail.check(.timerKnown, true, at: context.now)
      guard isDue(countdown.timer, in: context, trail: &trail, emit: emit) else { return }
      settle(countdown, hasFired: true, in: context, trail: &trail, emit: emit)
    } else {
      _ = trail.check(.timerKnown, false, at: context.now)
    }
  }

  /// Ends a countdown whose time is over, one way or the other.
  ///
  /// However its end was noticed, the same three questions decide: was it noticed in time, did a second still verdict
  /// come while it ran, and does no fresh ground speed say otherwise. `hasFired` says that its own timer brought us
  /// here and needs no cancelling.
  mutating func settle(
    _ countdown: StopCountdown,
    hasFired: Bool,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    if !hasFired { emit(.cancelTimer(countdown.timer.id)) }
    if let doubt = doubt(about: countdown, in: context, trail: &trail) {
      phase = .moving
      emit(.requestProbe(doubt))
    } else {
      beginRest(
        at: anchor(since: countdown.start, known: countdown.anchor, in: context),
        stillSince: countdown.start,
        isForced: false,
        in: context,
        emit: emit
      )
    }
  }

  /// Why a countdown that has run out proves nothing, or nil where it proves the stop.
  private func doubt(
    about countdown: StopCountdown,
    in context: MotionContext,
    trail: inout some DecisionTrail
  ) -> ProbeReason? {
    let isInTime = trail.check(
      .stopTimerLateness,
      context.age(of: countdown.timer.deadline),
      atMost: context.configuration.maximumTimerLateness,
      at: context.now
    )
    guard isInTime else { return .stopTimerLate }
    guard trail.check(.stopTimerFed, countdown.isFed, at: context.now) else {
      return .stopTimerUnfed
    }
    return speedRefutesStill(in: context, trail: &trail) ? .stopRefutedBySpeed : nil
  }

  private mutating func beat(
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    guard isDue(heartbeat, in: context, trail: &trail, emit: emit) else { return }
    heartbeat = makeTimer(
      .heartbeat,
      after: context.configuration.heartbeatInterval,
      in: context
    )
    emit(.heartbeat(HeartbeatEvent(timestamp: context.now, location: lastLocation)))
    emit(.armTimer(heartbeat))
    // A countdown whose own timer was lost must not run for ever.
    if let countdown = phase.countdown, context.now >= countdown.timer.deadline {
      settle(countdown, hasFired: false, in: context, trail: &trail, emit: emit)
    }
  }

  /// Whether a fired timer has reached its deadline; one that fired early is armed again as it was.
  private func isDue(
    _ timer: MotionTimer,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) -> Bool {
    let isDue = trail.check(
      .timerDue,
      context.age(of: timer.deadline),
      atLeast: 0,
      at: context.now
    )
    if !isDue { emit(.armTimer(timer)) }
    return isDue
  }
}
