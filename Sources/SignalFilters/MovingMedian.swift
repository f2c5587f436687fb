/// The median of a moving window.
///
/// The mean of the two middle values where their number is even. Each value costs O(log n) in a window of n, and no
/// allocation. Agrees with GSL's `gsl_movstat_median` for every kind of ends.
public struct MovingMedian: Equatable, Sendable {
  private var window: MovingWindow

  /// Creates the filter over an empty stream.
  public init(span: WindowSpan, ends: WindowEnds = .truncate) throws(FilterError) {
    window = try MovingWindow(.median, span: span, ends: ends)
  }

  /// Takes the next value and gives the median about the one `span.after` values ago, once there is one.
  ///
  /// A value that is not finite is left out and gives nil.
  public mutating func push(_ value: Double) -> Double? {
    window.push(value)?.first
  }

  /// Ends the stream: gives the medians that are still due, in order, and begins anew.
  public mutating func finish(_ emit: (Double) -> Void) {
    window.finish { emit($0.first) }
  }

  /// Forgets the stream and begins anew.
  public mutating func reset() {
    window.reset()
  }
}

extension MovingMedian: Codable {
  /// Restores a filter that goes on identically.
  public init(from decoder: any Decoder) throws {
    window = try MovingWindow(.median, from: decoder)
  }

  /// Writes down the window.
  public func encode(to encoder: any Encoder) throws {
    try window.encode(to: encoder)
  }
}
