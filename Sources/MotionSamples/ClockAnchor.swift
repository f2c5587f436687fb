/// A pair of readings taken together, one of the monotonic clock and one of the wall clock.
///
/// It is the only way in which wall-clock time enters. The host may renew it whenever it likes: a new anchor changes
/// what later events print and never what they decide.
public struct ClockAnchor: Hashable, Codable, Sendable {
  /// The monotonic reading.
  public let monotonic: Timestamp

  /// The wall-clock reading at the same moment, in seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let unixSeconds: Double

  /// Creates an anchor, or nil where `unixSeconds` is not finite.
  public init?(monotonic: Timestamp, unixSeconds: Double) {
    guard unixSeconds.isFinite else { return nil }
    self.monotonic = monotonic
    self.unixSeconds = unixSeconds
  }

  /// The wall-clock time of an instant, in Unix seconds.
  public func unixSeconds(at timestamp: Timestamp) -> Double {
    unixSeconds + timestamp.seconds(since: monotonic)
  }

  /// The instant of a wall-clock time given in Unix seconds, held at the ends of the time line.
  public func timestamp(atUnixSeconds seconds: Double) -> Timestamp {
    monotonic.advanced(bySeconds: seconds - unixSeconds)
  }
}

extension ClockAnchor {
  /// Decodes an anchor, refusing a time that is not finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard
      let anchor = ClockAnchor(
        monotonic: try container.decode(Timestamp.self, forKey: .monotonic),
        unixSeconds: try container.decode(Double.self, forKey: .unixSeconds)
      )
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .unixSeconds,
        in: container,
        debugDescription: "wall-clock time is finite"
      )
    }
    self = anchor
  }
}
