public import MotionSamples

/// What a linear filter can work on: anything that can be added and scaled.
public protocol FilterSignal: Equatable, Sendable, Codable {
  /// The sum.
  static func + (lhs: Self, rhs: Self) -> Self
  /// The difference.
  static func - (lhs: Self, rhs: Self) -> Self
  /// The multiple.
  static func * (signal: Self, factor: Double) -> Self
  /// Whether no part is infinite or not a number.
  var isFinite: Bool { get }
}

extension Double: FilterSignal {}

extension Vector3: FilterSignal {}
