import MotionSamples

extension MotionSession {
  /// Takes a fix as it came: its speed in every phase, its position against the anchor of the phase.
  mutating func take(
    rawFix fix: LocationFix,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    guard isNews(fix, in: context, trail: &trail) else { return }
    let speed = SpeedEvidence(
      fix,
      isFast: reachesSpeedBar(fix, in: context, trail: &trail),
      after: speed
    )
    self.speed = speed
    let isConfirmed = trail.check(
      .groundSpeedStreak,
      Double(speed.streak),
      atLeast: Double(SpeedEvidence.confirmingStreak),
      at: context.now
    )

    let position = MeasuredPosition(fix)
    if let position { lastRawPosition = position }

    switch phase {
    case .unconfirmed(var rest), .stationary(var rest):
      if speed.isFast { rest.isQuiet = false }
      if isConfirmed {
        beginMoving(at: position == nil ? lastLocation : fix, in: context, emit: emit)
        return
      }
      phase.update(rest)
      guard let position else { return }
      watchGeofence(rest, position, fix, in: context, trail: &trail, emit: emit)
    case .moving:
      return
    case .stopping(let countdown):
      guard !isConfirmed else {
        phase = .moving
        emit(.cancelTimer(countdown.timer.id))
        return
      }
      guard let position else { return }
      watchDisplacement(countdown, position, speed, in: context, trail: &trail, emit: emit)
    }
  }

  /// Takes a fix that passed the fix filter as the last known location.
  mutating func take(
    acceptedFix fix: LocationFix,
    in context: MotionContext,
    emit: (MotionOutput) -> Void
  ) {
    guard MeasuredPosition(fix) != nil else { return }
    if let lastLocation, fix.timestamp <= lastLocation.timestamp { return }
    lastLocation = fix
    // The anchor that a phase still lacks; the raw fix before has usually given it.
    switch phase {
    case .unconfirmed(let rest), .stationary(let rest):
      anchorRest(rest, in: context, emit: emit)
    case .moving:
      return
    case .stopping(let countdown):
      anchorCountdown(countdown, in: context)
    }
  }

  /// Whether a raw fix tells about now: neither old nor from the future nor overtaken by a later one.
  private func isNews(
    _ fix: LocationFix,
    in context: MotionContext,
    trail: inout some DecisionTrail
  ) -> Bool {
    guard
      context.isTimely(
        fix.timestamp,
        maximumAge: context.configuration.maximumFixAge,
        .rawFixAge,
        trail: &trail
      )
    else { return false }
    guard let speed else { return true }
    return trail.check(
      .rawFixOrder,
      fix.timestamp.seconds(since: speed.timestamp),
      above: 0,
      at: context.now
    )
  }

  private func reachesSpeedBar(
    _ fix: LocationFix,
    in context: MotionContext,
    trail: inout some DecisionTrail
  ) -> Bool {
    guard let speed = fix.speed else {
      trail.note(.groundSpeed, nil, at: context.now)
      return false
    }
    return trail.check(
      .groundSpeed,
      speed,
      atLeast: context.configuration.speedBar,
      at: context.now
    )
  }

  /// Looks for a departure from the stop point, or makes this the stop point where there is none yet.
  private mutating func watchGeofence(
    _ rest: Rest,
    _ position: MeasuredPosition,
    _ fix: LocationFix,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    var rest = rest
    guard let anchor = rest.anchor else {
      anchorRest(rest, in: context, emit: emit)
      return
    }
    let isOutside = trail.check(
      .geofenceDistance,
      position.distance(to: anchor),
      above: context.configuration.stationaryRadius,
      at: context.now
    )
    if isOutside {
      if isBeyondError(position, from: anchor, in: context, trail: &trail) {
        beginMoving(at: fix, in: context, emit: emit)
        return
      }
      // A coarse fix far off is no departure yet; a precise one will tell, and is asked for once.
      if !rest.isExitDoubted { emit(.requestProbe(.doubtfulExit)) }
    }
    rest.isExitDoubted = isOutside
    phase.update(rest)
  }

  /// Looks for a displacement from where the countdown was armed.
  ///
  /// One fix is enough where neither its own error radius nor its own speed speaks against it. Position and speed are
  /// measured independently (code delay against Doppler shift), so a position that has jumped while its speed says that
  /// the phone stands is taken for an outlier until the next fix says the same.
  private mutating func watchDisplacement(
    _ countdown: StopCountdown,
    _ position: MeasuredPosition,
    _ speed: SpeedEvidence,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    var countdown = countdown
    guard let anchor = countdown.anchor else {
      anchorCountdown(countdown, in: context)
      return
    }
    let isDisplaced =
      trail.check(
        .countdownDisplacement,
        position.distance(to: anchor),
        above: context.configuration.maximumCountdownDisplacement,
        at: context.now
      ) && isBeyondError(position, from: anchor, in: context, trail: &trail)
    let contradictsItself = speed.speed != nil && !speed.isFast
    if isDisplaced, !contradictsItself || countdown.isJumpSuspected {
      phase = .moving
      emit(.cancelTimer(countdown.timer.id))
      // The classifier's last word was still, and some repeat it only when it changes.
      emit(.requestProbe(.displacement))
      return
    }
    countdown.isJumpSuspected = isDisplaced
    phase = .stopping(countdown)
  }

  /// Whether two positions are farther apart than the errors of both can explain.
  private func isBeyondError(
    _ position: MeasuredPosition,
    from anchor: MeasuredPosition,
    in context: MotionContext,
    trail: inout some DecisionTrail
  ) -> Bool {
    trail.check(
      .displacementBeyondError,
      position.distance(to: anchor),
      above: context.configuration.minimumErrorRadii * position.errorRadius(with: anchor),
      at: context.now
    )
  }

  /// Gives a rest without a stop point the best position there is.
  private mutating func anchorRest(
    _ rest: Rest,
    in context: MotionContext,
    emit: (MotionOutput) -> Void
  ) {
    guard rest.anchor == nil, let anchor = anchor(since: context.now, in: context) else { return }
    var rest = rest
    rest.anchor = anchor
    phase.update(rest)
    rearmGeofence(at: anchor, in: context, emit: emit)
  }

  /// Gives a countdown without an anchor the best position there is.
  private mutating func anchorCountdown(_ countdown: StopCountdown, in context: MotionContext) {
    guard countdown.anchor == nil else { return }
    var countdown = countdown
    countdown.anchor = anchor(since: countdown.start, in: context)
    phase = .stopping(countdown)
  }
}
