/// The smallest and the largest value of a window.
public struct Extrema: Hashable, Codable, Sendable {
  /// The smallest value.
  public let minimum: Double
  /// The largest value.
  public let maximum: Double

  /// Creates the pair.
  public init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// How far apart the two are.
  public var range: Double { maximum - minimum }
}

/// The smallest and the largest value of a moving window.
///
/// Each value costs O(1) on average, whatever the window, and no allocation (Lemire, Streaming maximum-minimum filter
/// using no more than three comparisons per element, 2006). Agrees with GSL's `gsl_movstat_minmax` for every kind of
/// ends.
public struct MovingExtrema: Equatable, Sendable {
  private var window: MovingWindow

  /// Creates the filter over an empty stream.
  public init(span: WindowSpan, ends: WindowEnds = .truncate) throws(FilterError) {
    window = try MovingWindow(.extrema, span: span, ends: ends)
  }

  /// Takes the next value and gives the extrema about the one `span.after` values ago, once there are any.
  ///
  /// A value that is not finite is left out and gives nil.
  public mutating func push(_ value: Double) -> Extrema? {
    window.push(value).map { Extrema(minimum: $0.first, maximum: $0.second) }
  }

  /// Ends the stream: gives the results that are still due, in order, and begins anew.
  public mutating func finish(_ emit: (Extrema) -> Void) {
    window.finish { emit(Extrema(minimum: $0.first, maximum: $0.second)) }
  }

  /// Forgets the stream and begins anew.
  public mutating func reset() {
    window.reset()
  }
}

extension MovingExtrema: Codable {
  /// Restores a filter that goes on identically.
  public init(from decoder: any Decoder) throws {
    window = try MovingWindow(.extrema, from: decoder)
  }

  /// Writes down the window.
  public func encode(to encoder: any Encoder) throws {
    try window.encode(to: encoder)
  }
}
