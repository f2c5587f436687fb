public import MotionSamples

extension DetectorEngine {
  /// Goes on under another configuration, with everything that is under way.
  ///
  /// An episode that is open stays open unless distraction detection is switched off, which closes it with its event. A
  /// crash candidate that waits for confirmation goes on waiting, even where crash detection is switched off.
  ///
  /// - Throws: ``ConfigurationError`` naming the first field that is outside its range; nothing has changed then.
  public mutating func reconfigure(
    _ configuration: EngineConfiguration,
    at now: Timestamp,
    trail: inout some DecisionTrail,
    emit: (EngineOutput) -> Void
  ) throws(ConfigurationError) {
    var next = try DetectorEngine(configuration, restoring: state)
    next.rearm(at: now, trail: &trail, emit: emit)
    self = next
  }
}
