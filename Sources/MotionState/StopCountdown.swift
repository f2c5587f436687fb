import MotionSamples

/// A stop that is being proven.
struct StopCountdown: Hashable, Codable, Sendable {
  let timer: MotionTimer

  /// When the countdown was armed; nothing later moves it.
  let start: Timestamp

  /// The arming verdict's own time: the same verdict, delivered again, is no second one.
  let verdictTimestamp: Timestamp

  /// Where the countdown was armed.
  var anchor: MeasuredPosition?

  /// Whether one more still verdict has arrived while the countdown ran.
  var isFed = false

  /// Whether the last fix lay far off while its own speed said that it stood.
  var isJumpSuspected = false
}
