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

  /// The steps that came, squared, less what vibration gives them.
  var felt = 0.0

  mutating func add(_ hop: TurnAgreement) {
    turned = turned * Self.persistence + hop.turned
    aligned = aligned * Self.persistence + hop.aligned
    felt = felt * Self.persistence + hop.felt
  }

  /// The share of the turning that the accelerometer bears out, absent where nothing turned.
  ///
  /// Near 1 for a phone that is turned in place. One that is shaken about more than it is turned reads steps of any
  /// direction; there the size of the steps speaks, which neither a bag nor a lean reaches.
  var share: Double? {
    guard turned > 0 else { return nil }
    return max(aligned / turned, min(1, felt / turned - 0.5))
  }
}
