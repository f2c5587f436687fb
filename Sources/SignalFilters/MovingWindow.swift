/// A window statistic that moves along a stream: the common ground of the moving filters.
///
/// A value type with the library's accumulator behind it. A copy shares the accumulator until either is changed; then
/// that one builds its own from the window. All that is written down is the window, since the statistics here depend on
/// the values in it alone and not on how they got there.
struct MovingWindow: Sendable {
  /// What the window says about one value of the stream.
  struct Result {
    /// The value that the window is about.
    let center: Double
    /// The median or the minimum.
    let first: Double
    /// The scaled deviation or the maximum.
    let second: Double
  }

  private let statistic: WindowStatistic

  /// The factor of the median absolute deviation; 1 where there is none.
  private let scale: Double

  private var stream: WindowedStream

  private var accumulator: WindowAccumulator

  /// Creates a window over an empty stream.
  init(
    _ statistic: WindowStatistic,
    span: WindowSpan,
    ends: WindowEnds,
    scale: Double = 1
  ) throws(FilterError) {
    self.init(statistic, stream: try WindowedStream(span: span, ends: ends), scale: scale)
  }

  private init(_ statistic: WindowStatistic, stream: WindowedStream, scale: Double) {
    self.statistic = statistic
    self.stream = stream
    self.scale = scale
    accumulator = WindowAccumulator(statistic, window: stream.window)
  }

  /// Takes the next value and gives the result about the one `span.after` values ago, once there is one.
  ///
  /// A value that is not finite is left out, and a failure of the library gives no result.
  mutating func push(_ value: Double) -> Result? {
    guard value.isFinite else { return nil }
    makeUnique()
    let accumulator = accumulator
    let isDue = stream.push(value) { accumulator.insert($0) }
    return isDue ? result(stream.window, centerAge: stream.span.after) : nil
  }

  /// Ends the stream: gives the results about the last `span.after` values and begins anew.
  mutating func finish(_ emit: (Result) -> Void) {
    makeUnique()
    let (accumulator, scale) = (accumulator, scale)
    stream.finish(
      inserted: { accumulator.insert($0) },
      shortened: { accumulator.rebuild(from: $0) },
      due: { window, centerAge in
        if let result = Self.result(accumulator, scale, window, centerAge) { emit(result) }
      }
    )
    accumulator.rebuild(from: stream.window)
  }

  /// Forgets the stream and begins anew.
  mutating func reset() {
    makeUnique()
    stream.removeAll()
    accumulator.rebuild(from: stream.window)
  }

  private func result(_ window: ValueRing, centerAge: Int) -> Result? {
    Self.result(accumulator, scale, window, centerAge)
  }

  private static func result(
    _ accumulator: WindowAccumulator,
    _ scale: Double,
    _ window: ValueRing,
    _ centerAge: Int
  ) -> Result? {
    guard let results = accumulator.results(scale: scale) else { return nil }
    return Result(
      center: window.newest(centerAge),
      first: results.first,
      second: results.second
    )
  }

  private mutating func makeUnique() {
    guard !isKnownUniquelyReferenced(&accumulator) else { return }
    accumulator = WindowAccumulator(statistic, window: stream.window)
  }
}

extension MovingWindow: Equatable {
  /// Whether both go on identically whatever comes.
  static func == (lhs: MovingWindow, rhs: MovingWindow) -> Bool {
    lhs.statistic == rhs.statistic && lhs.scale == rhs.scale && lhs.stream == rhs.stream
  }
}

extension MovingWindow {
  private enum CodingKeys: String, CodingKey {
    case scale, stream
  }

  /// Writes down the window, from which the accumulator can be built anew.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(scale, forKey: .scale)
    try container.encode(stream, forKey: .stream)
  }

  /// Restores a window of the given statistic.
  init(_ statistic: WindowStatistic, from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      statistic,
      stream: try container.decode(WindowedStream.self, forKey: .stream),
      scale: try container.decode(Double.self, forKey: .scale)
    )
  }
}
