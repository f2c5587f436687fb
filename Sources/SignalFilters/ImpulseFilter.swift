/// A value of a stream after impulses have been taken out, and what the judgement rests on.
public struct ImpulseFilterOutput: Hashable, Codable, Sendable {
  /// The value itself, or the window's median where it was an impulse.
  public let value: Double
  /// Whether the value was an impulse.
  public let isImpulse: Bool
  /// The window's median.
  public let median: Double
  /// The window's spread: its median absolute deviation, scaled to a standard deviation.
  public let spread: Double
}

/// Takes single wild values out of a stream and leaves all others as they are (Hampel's identifier).
///
/// A value farther from the median of its window than `threshold` spreads is replaced by that median. In a window of
/// which more than half is one value the spread is zero, and then every other value is an impulse. Agrees with GSL's
/// `gsl_filter_impulse` with the scale `GSL_FILTER_SCALE_MAD` for every kind of ends. No allocation per value.
public struct ImpulseFilter: Equatable, Sendable {
  /// How many spreads from the median make an impulse.
  public let threshold: Double

  private var window: MovingWindow

  /// Creates the filter over an empty stream.
  ///
  /// - Parameters:
  ///   - span: A centred window judges best; a trailing one judges at once.
  ///   - ends: What stands in at the ends of the stream.
  ///   - threshold: 0…1000 spreads; 3 is usual. Small values flatten true peaks, large ones let impulses through.
  /// - Throws: `FilterError` where the span or the threshold is outside its range.
  public init(
    span: WindowSpan,
    ends: WindowEnds = .truncate,
    threshold: Double = 3
  ) throws(FilterError) {
    try FilterError.require(threshold, in: 0...1000, field: "impulseFilter.threshold")
    self.threshold = threshold
    window = try MovingWindow(
      .medianDeviation,
      span: span,
      ends: ends,
      scale: DeviationScale.normalConsistent.factor
    )
  }

  /// Takes the next value and judges the one `span.after` values ago, once there is one.
  ///
  /// A value that is not finite is left out and gives nil.
  public mutating func push(_ value: Double) -> ImpulseFilterOutput? {
    window.push(value).map(judge)
  }

  /// Ends the stream: judges the values that are still due, in order, and begins anew.
  public mutating func finish(_ emit: (ImpulseFilterOutput) -> Void) {
    let threshold = threshold
    window.finish { emit(Self.judge($0, threshold: threshold)) }
  }

  /// Forgets the stream and begins anew.
  public mutating func reset() {
    window.reset()
  }

  private func judge(_ result: MovingWindow.Result) -> ImpulseFilterOutput {
    Self.judge(result, threshold: threshold)
  }

  private static func judge(
    _ result: MovingWindow.Result,
    threshold: Double
  ) -> ImpulseFilterOutput {
    let isImpulse = abs(result.center - result.first) > threshold * result.second
    return ImpulseFilterOutput(
      value: isImpulse ? result.first : result.center,
      isImpulse: isImpulse,
      median: result.first,
      spread: result.second
    )
  }
}

extension ImpulseFilter: Codable {
  private enum CodingKeys: String, CodingKey {
    case threshold, window
  }

  /// Restores a filter that goes on identically.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    threshold = try container.decode(Double.self, forKey: .threshold)
    try FilterError.require(threshold, in: 0...1000, field: "impulseFilter.threshold")
    window = try MovingWindow(.medianDeviation, from: container.superDecoder(forKey: .window))
  }

  /// Writes down the threshold and the window.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(threshold, forKey: .threshold)
    try window.encode(to: container.superEncoder(forKey: .window))
  }
}
