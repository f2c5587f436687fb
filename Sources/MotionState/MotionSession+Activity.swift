import MotionSamples

/// The classifier's verdict, as far as it is believed.
private enum ActivityClass {
  case moving
  case still
  case uncertain
}

extension MotionSession {
  /// Takes a verdict of the activity classifier.
  mutating func take(
    _ sample: ActivitySample,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    guard isNews(sample, in: context, trail: &trail) else { return }
    lastActivityTimestamp = sample.timestamp
    switch classify(sample, in: context, trail: &trail) {
    case .moving: takeMovingVerdict(in: context, emit: emit)
    case .still: takeStillVerdict(sample, in: context, trail: &trail, emit: emit)
    case .uncertain: takeUncertainVerdict(in: context, trail: &trail, emit: emit)
    }
  }

  /// Whether a verdict tells about now: recognition is on, and it is neither old nor overtaken by a later one.
  private func isNews(
    _ sample: ActivitySample,
    in context: MotionContext,
    trail: inout some DecisionTrail
  ) -> Bool {
    let configuration = context.configuration
    guard !configuration.disableMotionActivityUpdates else {
      trail.note(.activityAge, nil, at: context.now)
      return false
    }
    guard
      context.isTimely(
        sample.timestamp,
        maximumAge: configuration.maximumActivityAge,
        .activityAge,
        trail: &trail
      )
    else { return false }
    guard let lastActivityTimestamp else { return true }
    return trail.check(
      .activityOrder,
      sample.timestamp.seconds(since: lastActivityTimestamp),
      atLeast: 0,
      at: context.now
    )
  }

  private func classify(
    _ sample: ActivitySample,
    in context: MotionContext,
    trail: inout some DecisionTrail
  ) -> ActivityClass {
    let confidence = Double(sample.confidence)
    let minimum = Double(context.configuration.minimumActivityRecognitionConfidence)
    if context.configuration.triggerActivities.contains(sample.activity) {
      let isSure = trail.check(.movingActivity, confidence, atLeast: minimum, at: context.now)
      return isSure ? .moving : .uncertain
    }
    if sample.activity == .still {
      let isSure = trail.check(.stillActivity, confidence, atLeast: minimum, at: context.now)
      return isSure ? .still : .uncertain
    }
    trail.note(.uncertainActivity, confidence, at: context.now)
    return .uncertain
  }

  private mutating func takeMovingVerdict(
    in context: MotionContext,
    emit: (MotionOutput) -> Void
  ) {
    switch phase {
    case .unconfirmed, .stationary:
      beginMoving(at: lastLocation, in: context, emit: emit)
    case .moving:
      return
    case .stopping(let countdown):
      phase = .moving
      emit(.cancelTimer(countdown.timer.id))
    }
  }

  private mutating func takeStillVerdict(
    _ sample: ActivitySample,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    switch phase {
    case .unconfirmed(let rest):
      guard !speedRefutesStill(in: context, trail: &trail) else { return }
      beginRest(
        at: anchor(since: context.now, known: rest.anchor, in: context),
        stillSince: nil,
        isForced: false,
        in: context,
        emit: emit
      )
    case .stationary:
      return
    case .moving:
      guard !speedRefutesStill(in: context, trail: &trail) else { return }
      armCountdown(with: sample, in: context, emit: emit)
    case .stopping(var countdown):
      guard !speedRefutesStill(in: context, trail: &trail) else { return }
      guard context.now > countdown.timer.deadline else {
        // The verdict that armed the countdown does not feed it, however often it is delivered.
        guard context.now > countdown.start, sample.timestamp > countdown.verdictTimestamp else {
          return
        }
        countdown.isFed = true
        phase = .stopping(countdown)
        return
      }
      // Its timer is late or lost. Once that countdown is settled, a stop that it could not prove starts over.
      settle(countdown, hasFired: false, in: context, trail: &trail, emit: emit)
      if phase == .moving { armCountdown(with: sample, in: context, emit: emit) }
    }
  }

  private mutating func armCountdown(
    with sample: ActivitySample,
    in context: MotionContext,
    emit: (MotionOutput) -> Void
  ) {
    let timer = makeTimer(.stopTimeout, after: context.configuration.stopTimeout, in: context)
    phase = .stopping(
      StopCountdown(
        timer: timer,
        start: context.now,
        verdictTimestamp: sample.timestamp,
        anchor: anchor(since: context.now, in: context)
      )
    )
    speed?.breakStreak()
    emit(.armTimer(timer))
  }

  private mutating func takeUncertainVerdict(
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    guard var rest = phase.rest,
      trail.check(.classifierTrusted, !rest.isQuiet, at: context.now)
    else { return }
    // One probe answers one wavering; it takes new evidence to ask again.
    rest.isQuiet = true
    phase.update(rest)
    emit(.requestProbe(.uncertainActivity))
  }
}
