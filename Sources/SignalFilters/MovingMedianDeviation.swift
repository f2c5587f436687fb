/// The median of a window and how far its values lie from it.
public struct MedianDeviation: Hashable, Codable, Sendable {
  /// The median.
  public let median: Double
  /// The median of the absolute deviations from the median, scaled as the filter was asked to.
  public let deviation: Double

  /// Creates the pair.
  public init(median: Double, deviation: Double) {
    self.median = median
    self.deviation = deviation
  }
}

/// What a median absolute deviation is multiplied by.
public enum DeviationScale: String, Hashable, Codable, Sendable, CaseIterable {
  /// Nothing: the plain deviation.
  case plain
  /// 1.4826…, which makes it the standard deviation where the values are normally distributed.
  case normalConsistent

  /// The factor: 1, or the inverse of the normal distribution's upper quartile, 1 / Φ⁻¹(3/4).
  var factor: Double {
    switch self {
    case .plain: 1
    case .normalConsistent: 1.482_602_218_505_602
    }
  }
}

/// The median and the median absolute deviation (MAD) of a moving window: centre and spread that single wild values do
/// not move.
///
/// Each value costs O(n) in a window of n, and no allocation. Agrees with GSL's `gsl_movstat_mad` and, with the plain
/// scale, `gsl_movstat_mad0` for every kind of ends.
public struct MovingMedianDeviation: Equatable, Sendable {
  private var window: MovingWindow

  /// Creates the filter over an empty stream.
  public init(
    span: WindowSpan,
    ends: WindowEnds = .truncate,
    scale: DeviationScale = .normalConsistent
  ) throws(FilterError) {
    window = try MovingWindow(.medianDeviation, span: span, ends: ends, scale: scale.factor)
  }

  /// Takes the next value and gives centre and spread about the one `span.after` values ago, once there is one.
  ///
  /// A value that is not finite is left out and gives nil.
  public mutating func push(_ value: Double) -> MedianDeviation? {
    window.push(value).map { MedianDeviation(median: $0.first, deviation: $0.second) }
  }

  /// Ends the stream: gives the results that are still due, in order, and begins anew.
  public mutating func finish(_ emit: (MedianDeviation) -> Void) {
    window.finish { emit(MedianDeviation(median: $0.first, deviation: $0.second)) }
  }

  /// Forgets the stream and begins anew.
  public mutating func reset() {
    window.reset()
  }
}

extension MovingMedianDeviation: Codable {
  /// Restores a filter that goes on identically.
  public init(from decoder: any Decoder) throws {
    window = try MovingWindow(.medianDeviation, from: decoder)
  }

  /// Writes down the window.
  public func encode(to encoder: any Encoder) throws {
    try window.encode(to: encoder)
  }
}
