import MotionSamples

/// Handling that is going on: from when, until when so far, and how dense.
struct HandlingRun: Hashable, Codable, Sendable {
  /// How far before the first hop that begins handling the start may be dated back, in seconds.
  ///
  /// A hand closes around a phone before it lifts it; what came earlier than this was the road.
  static let maximumLeadInSec = 1.5

  /// How many hops must be strong enough to begin handling, so that one pothole is not.
  static let minimumBegunHops = 3

  /// Seconds of quiet that end what has not begun.
  static let lullSec = 0.5

  /// The first instant of handling.
  private(set) var start: Timestamp
  /// The last instant of handling so far.
  private(set) var last: Timestamp
  private var hops = 1
  private var handledHops = 1
  private var begunHops: Int
  private var quietHops = 0
  /// Whether the screen was active in a hop of handling.
  private(set) var hasActiveScreen: Bool
  /// Whether what the gyroscope shows is a turn against gravity.
  private(set) var agreement = TurnAgreement()

  init(from start: Timestamp, to end: Timestamp, level: HandlingLevel, isScreenActive: Bool) {
    self.start = start
    last = end
    begunHops = level == .begun ? 1 : 0
    hasActiveScreen = isScreenActive
  }

  /// Whether a hop was strong enough to begin handling.
  var hasBegun: Bool { begunHops > 0 }

  /// How long it has been quiet since the last handling, as far as that was measured: a gap is no quiet.
  var quietSec: Double { Double(quietHops) * HopAccumulator.hopSec }

  /// The share of hops that show handling.
  var density: Double { Double(handledHops) / Double(hops) }

  /// Whether enough of it was strong enough to begin handling.
  var isStrong: Bool { begunHops >= Self.minimumBegunHops }

  var durationSec: Double { last.seconds(since: start) }

  var cause: DistractionCause { hasActiveScreen ? .screen : .handling }

  mutating func add(
    from hopStart: Timestamp,
    to hopEnd: Timestamp,
    level: HandlingLevel,
    agreement: TurnAgreement?,
    isScreenActive: Bool
  ) {
    hops += 1
    if let agreement { self.agreement.add(agreement) }
    guard level != .quiet else {
      quietHops += 1
      return
    }
    quietHops = 0
    if level == .begun {
      if !hasBegun { dropLeadIn(before: hopStart) }
      begunHops += 1
    }
    handledHops += 1
    last = hopEnd
    if isScreenActive { hasActiveScreen = true }
  }

  private mutating func dropLeadIn(before hopStart: Timestamp) {
    let earliest = hopStart.advanced(bySeconds: -Self.maximumLeadInSec)
    guard start < earliest else { return }
    start = earliest
    hops = Int(Self.maximumLeadInSec / HopAccumulator.hopSec) + 1
    handledHops = min(handledHops, hops)
  }
}
