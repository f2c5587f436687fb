/// An instant on one monotonic time line, in whole nanoseconds.
///
/// The origin is whatever the host's monotonic clock uses (time since boot on phones, the start of the file in a
/// recording), so only differences mean something. Arithmetic never traps: sums saturate at the ends of the line, and
/// differences are given as seconds in floating point, which cannot overflow.
@frozen
public struct Timestamp: Hashable, Comparable, Codable, Sendable {
  /// Nanoseconds since the origin of the time line.
  public let nanoseconds: Int64

  /// Creates an instant from nanoseconds since the origin.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates the instant nearest to a number of seconds since the origin.
  ///
  /// Returns nil where `seconds` is not finite or lies outside the representable span of about ±292 years.
  @inlinable
  public init?(seconds: Double) {
    let scaled = (seconds * 1e9).rounded(.toNearestOrEven)
    guard let nanoseconds = Int64(exactly: scaled) else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// The earliest instant that can be written down.
  @inlinable
  public static var distantPast: Timestamp { Timestamp(nanoseconds: .min) }

  /// The latest instant that can be written down.
  @inlinable
  public static var distantFuture: Timestamp { Timestamp(nanoseconds: .max) }

  /// Seconds since the origin, exact to the nanosecond within about 104 days of it.
  @inlinable
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Seconds from `earlier` to this instant; negative where `earlier` is the later of the two.
  ///
  /// Exact to the nanosecond for spans below 104 days, never overflowing beyond.
  @inlinable
  public func seconds(since earlier: Timestamp) -> Double {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    // An overflowing difference is some 292 years: whole-nanosecond precision no longer means anything there.
    return overflow
      ? (Double(nanoseconds) - Double(earlier.nanoseconds)) / 1e9 : Double(difference) / 1e9
  }

  /// The instant `seconds` later (earlier where negative), held at the ends of the time line.
  ///
  /// A value that is not a number moves nothing.
  @inlinable
  public func advanced(bySeconds seconds: Double) -> Timestamp {
    let scaled = (seconds * 1e9).rounded(.toNearestOrEven)
    guard !scaled.isNaN else { return self }
    // A step of more than 292 years leads off the line wherever it starts.
    guard let step = Int64(exactly: scaled) else {
      return scaled < 0 ? .distantPast : .distantFuture
    }
    let (sum, overflow) = nanoseconds.addingReportingOverflow(step)
    guard overflow else { return Timestamp(nanoseconds: sum) }
    return step < 0 ? .distantPast : .distantFuture
  }

  /// Orders instants from earlier to later.
  @inlinable
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension Timestamp {
  /// Decodes the plain number of nanoseconds.
  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Encodes the plain number of nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}
