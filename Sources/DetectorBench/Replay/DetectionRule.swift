public import DetectorEngine

/// Something that turns a phone's inputs into events: the engine, or a simple rule to hold beside it.
public protocol DetectionRule {
  /// Takes one input, in arrival order, and the time at which it arrived.
  mutating func process(_ input: RecordedInput, receivedAt: Timestamp, log: inout ReplayLog)

  /// Takes the news that time has passed without any more inputs.
  mutating func finish(at now: Timestamp, log: inout ReplayLog)
}

extension DetectionRule {
  /// Replays a whole recording into a log, with the silence after its last row where it is said to last longer.
  public mutating func replay(
    _ recording: Recording,
    duration: Double? = nil,
    log: inout ReplayLog
  ) {
    guard let span = recording.arrivalSpan(duration: duration) else { return }
    recording.forEachInput { input, receivedAt in
      process(input, receivedAt: receivedAt, log: &log)
    }
    finish(at: span.last, log: &log)
  }
}
