public import MotionSamples
public import MotionState

/// What a new process has to recreate, in this order, so that a session goes on.
public struct RestorationPlan: Hashable, Sendable {
  /// One thing to recreate.
  public enum Step: Hashable, Sendable {
    /// Restore the engine from the latest snapshot, or start a fresh one where there is none.
    case restoreEngine
    /// Ask for location updates, precise while moving and coarse otherwise.
    case watchLocation(isPrecise: Bool)
    /// Ask for the activity classifier's verdicts.
    case watchActivity
    /// Ask for significant changes of position and for visits.
    case watchSignificantChanges
    /// Watch this circle.
    case watchGeofence(Geofence)
    /// Ask for readings of this sensor.
    case readSensor(SensorChannel)
    /// Schedule this timer. One whose deadline has passed fires at once, late as it is.
    case scheduleTimer(EngineTimer)
  }

  /// What to recreate, first things first; empty where nothing was running.
  public let steps: [Step]

  /// Derives the plan from what the app wrote down, and from nothing else.
  ///
  /// Without a record, or with one that says that no session ran, nothing is started.
  public init(_ record: SessionRecord?) {
    guard let record, record.isStarted else {
      steps = []
      return
    }
    let isMoving = record.isMoving == true
    var steps: [Step] = [
      .restoreEngine, .watchLocation(isPrecise: isMoving), .watchActivity, .watchSignificantChanges,
    ]
    // A phone on the move has left its last stop: there is no circle to watch.
    if !isMoving, let geofence = record.geofence { steps.append(.watchGeofence(geofence)) }
    steps += SensorChannel.allCases.filter(record.sensors.contains).map(Step.readSensor)
    steps += record.timers.sorted { $0.deadline < $1.deadline }.map(Step.scheduleTimer)
    self.steps = steps
  }
}
