import MotionSamples

extension MotionSession {
  /// Takes the state that the app forces; forcing the one that holds already is no transition.
  mutating func changePace(
    _ isMoving: Bool,
    in context: MotionContext,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    trail.note(.paceChange, isMoving ? 1 : 0, at: context.now)
    if isMoving {
      forceMoving(in: context, emit: emit)
    } else {
      forceRest(in: context, emit: emit)
    }
  }

  private mutating func forceMoving(in context: MotionContext, emit: (MotionOutput) -> Void) {
    switch phase {
    case .unconfirmed, .stationary:
      beginMoving(at: lastLocation, in: context, emit: emit)
    case .moving:
      return
    case .stopping(let countdown):
      // The app's word contradicts the stop that was being proven.
      phase = .moving
      emit(.cancelTimer(countdown.timer.id))
    }
  }

  private mutating func forceRest(in context: MotionContext, emit: (MotionOutput) -> Void) {
    switch phase {
    case .unconfirmed(let rest):
      beginRest(
        at: anchor(since: context.now, known: rest.anchor, in: context),
        stillSince: nil,
        isForced: true,
        in: context,
        emit: emit
      )
    case .stationary:
      return
    case .moving:
      beginRest(
        at: anchor(since: context.now, in: context),
        stillSince: context.now,
        isForced: true,
        in: context,
        emit: emit
      )
    case .stopping(let countdown):
      emit(.cancelTimer(countdown.timer.id))
      beginRest(
        at: anchor(since: context.now, known: countdown.anchor, in: context),
        stillSince: countdown.start,
        isForced: true,
        in: context,
        emit: emit
      )
    }
  }
}
