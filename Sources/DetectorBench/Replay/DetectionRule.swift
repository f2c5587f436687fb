public import DetectorEngine

/// Something that turns a phone's inputs into events: the engine, or a simple rule to hold beside it.
public protocol DetectionRule {
  /// Takes one input, in arrival order, and the time at which it arrived.
  mutating func process(_ input: RecordedInput, receivedAt: Timestamp, log: inout ReplayLog)

  /// Takes the news that time has passed without any more inputs.
  mutating func finish(at now: Timestamp, log: inout ReplayLog)
}

extension DetectionRule {
  /// Replays a whole recording into a log.
  public mutating func replay(_ recording: Recording, log: inout ReplayLog) {
    var last: Timestamp?
    recording.forEachInput { input, receivedAt in
      last = receivedAt
      process(input, receivedAt: receivedAt, log: &log)
    }
    if let last { finish(at: last, log: &log) }
  }
}
