/// The fine, even time line on which scenarios are computed before a phone samples them.
///
/// 2 kHz: a phone that hits plastic stops within 2 to 20 ms, and no phone sensor of interest passes more than a few
/// hundred hertz.
struct SimulationClock: Hashable, Sendable {
  /// Steps a second.
  static let rate = 2000.0

  /// Seconds a step.
  static let step = 1 / rate

  /// How long the scenario lasts, in seconds.
  let duration: Double

  /// The number of instants on the line, both ends included.
  var count: Int { Int((duration * Self.rate).rounded(.down)) + 1 }

  /// The instant of an index, in seconds.
  func time(_ index: Int) -> Double { Double(index) * Self.step }

  /// The index at or before an instant, held inside the line.
  func index(_ time: Double) -> Int {
    min(count - 1, max(0, Int((time * Self.rate).rounded(.down))))
  }
}
