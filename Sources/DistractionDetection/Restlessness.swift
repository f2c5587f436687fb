import MotionSamples

/// How much more the phone shakes and sways than at rest, smoothed over a second or so.
///
/// It is a ratio, so it is smoothed by its logarithm, held to a factor of three either way: the end of vigorous handling
/// is then seen as soon as that of a faint one.
struct Restlessness: Hashable, Codable, Sendable {
  /// The part of each hop in the smoothed value: a time constant of 1.1 s.
  private static let share = 0.2

  private static let maximum = 3.0

  private var logarithm: Double?

  /// Takes the ratio of one more hop into account and gives the smoothed one.
  mutating func smoothed(with ratio: Double) -> Double {
    let next = naturalLogarithm(min(Self.maximum, max(1 / Self.maximum, ratio)))
    let known = logarithm ?? next
    let value = known + (next - known) * Self.share
    logarithm = value
    return exponential(value)
  }
}
