import CDetectorEngineHeader
import DetectorEngine

extension EngineSlot {
  /// Gives the engine an input, and what follows from it to the callbacks.
  func process(_ input: EngineInput, at now: Timestamp) {
    if let decisionCallback {
      var trail = CallbackTrail(callback: decisionCallback, context: decisionContext)
      let events = eventSink
      engine.process(input, at: now, trail: &trail) { events.deliver($0) }
    } else {
      var trail = NoTrail()
      let events = eventSink
      engine.process(input, at: now, trail: &trail) { events.deliver($0) }
    }
  }

  /// Hands on what the gate holds back, and what follows from it to the callbacks.
  func flush() {
    if let decisionCallback {
      var trail = CallbackTrail(callback: decisionCallback, context: decisionContext)
      let events = eventSink
      engine.flush(trail: &trail) { events.deliver($0) }
    } else {
      var trail = NoTrail()
      let events = eventSink
      engine.flush(trail: &trail) { events.deliver($0) }
    }
  }

  /// Goes on under another configuration, and gives what follows from it to the callbacks.
  func reconfigure(
    _ configuration: EngineConfiguration,
    at now: Timestamp
  ) throws(ConfigurationError) {
    let events = eventSink
    if let decisionCallback {
      var trail = CallbackTrail(callback: decisionCallback, context: decisionContext)
      try engine.reconfigure(configuration, at: now, trail: &trail) { events.deliver($0) }
    } else {
      var trail = NoTrail()
      try engine.reconfigure(configuration, at: now, trail: &trail) { events.deliver($0) }
    }
  }

  private var eventSink: EventSink {
    EventSink(callback: eventCallback, context: eventContext, clock: engine.clockAnchor)
  }
}
