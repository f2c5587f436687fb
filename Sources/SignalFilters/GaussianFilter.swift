internal import CGSL

/// Smooths a stream with a Gaussian window: no overshoot, no phase, a lag of half the window.
///
/// Agrees with GSL's `gsl_filter_gaussian` for every kind of ends. With `.truncate` that includes two traits of it:
/// the weights of missing values are missing from the sum, so a steady stream sags at its ends, and the newest value
/// always has the weight of the window's edge, so the last half window of a stream comes out with a lag. `.padValue`
/// has neither. No allocation per value.
public struct GaussianFilter: Sendable {
  /// How many values the window holds; odd.
  public let count: Int

  /// How many standard deviations lie between the window's centre and its edge.
  public let deviations: Double

  /// The weights by age, symmetric and summing to 1; derived from the two above.
  private let kernel: [Double]

  private var stream: WindowedStream

  /// Creates the filter over an empty stream.
  ///
  /// - Parameters:
  ///   - count: How many values the window holds, 1…65535; an even count becomes the next odd one.
  ///   - deviations: Half the window's width in standard deviations, 0.1…10. Larger values smooth less.
  ///   - ends: What stands in at the ends of the stream.
  /// - Throws: `FilterError` where a parameter is outside its range.
  public init(
    count: Int,
    deviations: Double = 3,
    ends: WindowEnds = .padValue
  ) throws(FilterError) {
    try FilterError.require(
      Double(count),
      in: 1...Double(WindowSpan.maximumSide),
      unit: "values",
      field: "gaussianFilter.count"
    )
    try FilterError.require(deviations, in: 0.1...10, field: "gaussianFilter.deviations")
    try self.init(
      stream: try WindowedStream(span: .centered(count), ends: ends),
      deviations: deviations
    )
  }

  private init(stream: WindowedStream, deviations: Double) throws(FilterError) {
    self.stream = stream
    self.deviations = deviations
    count = stream.span.count
    kernel = try Self.kernel(count: count, deviations: deviations)
  }

  /// The library's weights, scaled to sum to 1.
  private static func kernel(count: Int, deviations: Double) throws(FilterError) -> [Double] {
    GSL.prepare()
    var weights = [Double](repeating: 0, count: count)
    let status = weights.withUnsafeMutableBufferPointer { buffer in
      var view = gsl_vector_view_array(buffer.baseAddress, buffer.count)
      return gsl_filter_gaussian_kernel(deviations, 0, 1, &view.vector)
    }
    try FilterError.check(status, "Gaussian kernel of \(count) values")
    return weights
  }

  /// Takes the next value and gives the smoothed one of half a window ago, once there is one.
  ///
  /// A value that is not finite is left out and gives nil.
  public mutating func push(_ value: Double) -> Double? {
    guard value.isFinite else { return nil }
    return stream.push(value, inserted: { _ in }) ? Self.smooth(stream.window, kernel) : nil
  }

  /// Ends the stream: gives the smoothed values that are still due, in order, and begins anew.
  public mutating func finish(_ emit: (Double) -> Void) {
    let kernel = kernel
    stream.finish(
      inserted: { _ in },
      shortened: { _ in },
      due: { window, _ in emit(Self.smooth(window, kernel)) }
    )
  }

  /// Forgets the stream and begins anew.
  public mutating func reset() {
    stream.removeAll()
  }

  /// The weighted sum, from the oldest value to the newest, the newest having the first weight.
  private static func smooth(_ window: ValueRing, _ kernel: [Double]) -> Double {
    var sum = 0.0
    for age in stride(from: window.count - 1, through: 0, by: -1) {
      sum += window.newest(age) * kernel[age]
    }
    return sum
  }
}

extension GaussianFilter: Equatable {
  /// Whether both go on identically whatever comes.
  public static func == (lhs: GaussianFilter, rhs: GaussianFilter) -> Bool {
    lhs.deviations == rhs.deviations && lhs.stream == rhs.stream
  }
}

extension GaussianFilter: Codable {
  private enum CodingKeys: String, CodingKey {
    case deviations, stream
  }

  /// Restores a filter that goes on identically.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let deviations = try container.decode(Double.self, forKey: .deviations)
    try FilterError.require(deviations, in: 0.1...10, field: "gaussianFilter.deviations")
    let stream = try container.decode(WindowedStream.self, forKey: .stream)
    guard stream.span.before == stream.span.after else {
      throw DecodingError.dataCorruptedError(
        forKey: .stream,
        in: container,
        debugDescription: "a Gaussian window is symmetric"
      )
    }
    try self.init(stream: stream, deviations: deviations)
  }

  /// Writes down the window; the weights are derived.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(deviations, forKey: .deviations)
    try container.encode(stream, forKey: .stream)
  }
}
