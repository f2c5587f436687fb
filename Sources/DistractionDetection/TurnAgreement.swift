import MotionSamples

/// Whether the accelerometer bears out the turning that the gyroscope shows.
///
/// A phone that a hand turns against gravity reads gravity along other axes, step by step as the gyroscope foretells. One
/// that swings in a bag, or leans into a bend on a motorcycle, turns as well, but what pulls at it turns with it, so its
/// reading hardly changes. Sums over several seconds, older hops counting less and less, tell the two apart.
struct TurnAgreement: Hashable, Codable, Sendable {
  /// What is left of a hop's weight from one hop to the next: half of it after 3.4 s.
  private static let persistence = 0.95

  /// The foretold steps of the reading, squared, in m²/s⁴.
  var turned = 0.0

  /// The steps that came, along the foretold ones.
  var aligned = 0.0

  mutating func add(_ hop: TurnAgreement) {
    turned = turned * Self.persistence + hop.turned
    aligned = aligned * Self.persistence + hop.aligned
  }

  /// How much of the turning the accelerometer bears out, by size, absent where nothing turned.
  ///
  /// About 1 for a phone that is turned in place, about 0 for one that what pulls at it turns along. An arm that swings
  /// a phone makes it less than 0: it is the hand that pulls then, and that is as good a sign of one.
  var share: Double? {
    turned > 0 ? abs(aligned / turned) : nil
  }
}
