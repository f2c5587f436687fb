import MotionSamples

extension MotionSession {
  /// Enters MOVING from rest.
  mutating func beginMoving(
    at location: LocationFix?,
    in context: MotionContext,
    emit: (MotionOutput) -> Void
  ) {
    phase = .moving
    emit(
      .transition(MotionChangeEvent(timestamp: context.now, isMoving: true, location: location))
    )
  }

  /// Enters STATIONARY, from MOVING or as the first verdict.
  ///
  /// `stillSince` is absent where no motion has ended, and then there is no stop to record.
  mutating func beginRest(
    at stopPoint: MeasuredPosition?,
    stillSince: Timestamp?,
    isForced: Bool,
    in context: MotionContext,
    emit: (MotionOutput) -> Void
  ) {
    phase = .stationary(Rest(anchor: stopPoint, isQuiet: true))
    speed?.breakStreak()
    emit(
      .transition(
        MotionChangeEvent(timestamp: context.now, isMoving: false, location: lastLocation)
      )
    )
    if let stillSince {
      emit(
        .recordStop(
          StopRecord(
            timestamp: context.now,
            stillSince: stillSince,
            isForced: isForced,
            location: lastLocation
          )
        )
      )
    }
    if let stopPoint { rearmGeofence(at: stopPoint, in: context, emit: emit) }
  }

  func rearmGeofence(
    at anchor: MeasuredPosition,
    in context: MotionContext,
    emit: (MotionOutput) -> Void
  ) {
    emit(
      .rearmGeofence(
        Geofence(center: anchor.coordinate, radius: context.configuration.stationaryRadius)
      )
    )
  }

  /// The best position that tells where the phone is, or has been since `start`; absent where all are older.
  ///
  /// `known` is one that holds for the present phase: better than a raw fix, which may be coarse, and worse than a
  /// recent accepted one.
  func anchor(
    since start: Timestamp,
    known: MeasuredPosition? = nil,
    in context: MotionContext
  ) -> MeasuredPosition? {
    let accepted = lastLocation.flatMap(MeasuredPosition.init)
    if let accepted, isFit(accepted, since: start, in: context) { return accepted }
    if let known { return known }
    if let lastRawPosition, isFit(lastRawPosition, since: start, in: context) {
      return lastRawPosition
    }
    return nil
  }

  /// Whether a position can be an anchor: recent, and known better than the geofence is wide.
  private func isFit(
    _ position: MeasuredPosition,
    since start: Timestamp,
    in context: MotionContext
  ) -> Bool {
    let isRecent =
      position.timestamp >= start
      || context.age(of: position.timestamp) <= context.configuration.maximumFixAge
    return isRecent && position.accuracy <= context.configuration.stationaryRadius
  }
}
