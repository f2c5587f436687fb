/// A low- or high-pass of second order over a stream of numbers or vectors, designed for the stream's measured rate.
///
/// It begins as if the first value had been there for ever, so there is no transient from zero. What it remembers are
/// past inputs and outputs themselves, not intermediate sums, so the design can follow the rate within the stream
/// without a jump. No allocation, O(1) per value.
@frozen
public struct SecondOrderFilter<Signal: FilterSignal>: Equatable, Sendable {
  /// Which side of the cut-off passes.
  public let response: SecondOrderSection.Response

  /// Where the gain is √½, in Hz.
  public let cutoffHz: Double

  /// The rate that the present coefficients are designed for, in Hz.
  public private(set) var rateHz: Double

  @usableFromInline
  var section: SecondOrderSection

  /// The two latest inputs and outputs, absent before the first value.
  @usableFromInline
  var memory: Memory?

  /// What the filter remembers of the stream.
  @frozen
  @usableFromInline
  struct Memory: Equatable, Codable, Sendable {
    /// The latest input.
    @usableFromInline var x1: Signal
    /// The input before.
    @usableFromInline var x2: Signal
    /// The latest output.
    @usableFromInline var y1: Signal
    /// The output before.
    @usableFromInline var y2: Signal

    @inlinable
    init(x1: Signal, x2: Signal, y1: Signal, y2: Signal) {
      self.x1 = x1
      self.x2 = x2
      self.y1 = y1
      self.y2 = y2
    }
  }

  /// By how much, relative to the design's rate, the measured rate may differ before the design follows it.
  ///
  /// 2 % of rate is 2 % of cut-off, far below what matters, and above the wobble of a measured median.
  public static var rateTolerance: Double { 0.02 }

  /// Designs the filter.
  ///
  /// - Throws: `FilterError` where the cut-off is not above zero, or the rate is too low for it.
  public init(
    _ response: SecondOrderSection.Response,
    cutoffHz: Double,
    rateHz: Double
  ) throws(FilterError) {
    section = try .butterworth(response, cutoffHz: cutoffHz, rateHz: rateHz)
    self.response = response
    self.cutoffHz = cutoffHz
    self.rateHz = rateHz
  }

  /// Designs anew where the measured rate has left the present design's by more than the tolerance.
  ///
  /// - Throws: `FilterError` where the rate is too low for the cut-off; the filter then stays as it is.
  public mutating func follow(rateHz measured: Double) throws(FilterError) {
    guard !(abs(measured - rateHz) <= rateHz * Self.rateTolerance) else { return }
    section = try .butterworth(response, cutoffHz: cutoffHz, rateHz: measured)
    rateHz = measured
  }

  /// Takes the next value and gives the filtered one.
  ///
  /// A value that is not finite gives nil and leaves no trace. One so large that the output overflows gives nil, and
  /// the filter begins anew.
  @inlinable
  public mutating func push(_ value: Signal) -> Signal? {
    guard value.isFinite else { return nil }
    let past = memory ?? settled(at: value)
    let output =
      value * section.b0 + past.x1 * section.b1 + past.x2 * section.b2 - past.y1 * section.a1
      - past.y2 * section.a2
    guard output.isFinite else {
      // Inputs near the end of the range of `Double`: what is remembered would spoil all that follows.
      memory = nil
      return nil
    }
    memory = Memory(x1: value, x2: past.x1, y1: output, y2: past.y1)
    return output
  }

  /// Forgets the stream and begins anew; the design stays.
  @inlinable
  public mutating func reset() {
    memory = nil
  }

  /// What the filter would remember if a value had been there for ever.
  @inlinable
  func settled(at value: Signal) -> Memory {
    let output = response == .lowPass ? value : value - value
    return Memory(x1: value, x2: value, y1: output, y2: output)
  }
}

extension SecondOrderFilter: Codable {
  private enum CodingKeys: String, CodingKey {
    case response, cutoffHz, rateHz, memory
  }

  /// Restores a filter that goes on identically.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      try container.decode(SecondOrderSection.Response.self, forKey: .response),
      cutoffHz: try container.decode(Double.self, forKey: .cutoffHz),
      rateHz: try container.decode(Double.self, forKey: .rateHz)
    )
    memory = try container.decodeIfPresent(Memory.self, forKey: .memory)
  }

  /// Writes down the design's parameters and what is remembered of the stream.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(response, forKey: .response)
    try container.encode(cutoffHz, forKey: .cutoffHz)
    try container.encode(rateHz, forKey: .rateHz)
    try container.encodeIfPresent(memory, forKey: .memory)
  }
}
