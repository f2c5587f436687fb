/// Why a reading was not let through.
public enum SampleRejection: String, Hashable, Codable, Sendable, CaseIterable {
  /// A component is infinite or not a number.
  case notFinite
  /// A component lies beyond what the sensors of phones can read.
  case beyondPhysicalRange
  /// The channel has had a reading of this very instant; the first to arrive counts.
  case duplicate
  /// A later reading of the channel has been passed on already.
  case tooLate
  /// The reading's time leapt ahead and the readings after it did not follow.
  case loneLeap
}

/// What the gate has done with the readings of one channel so far.
public struct SampleGateCounts: Hashable, Codable, Sendable {
  /// Readings passed on.
  public internal(set) var released = 0
  /// Readings refused because a component was infinite or not a number.
  public internal(set) var notFinite = 0
  /// Readings refused because a component was beyond the physical range.
  public internal(set) var beyondPhysicalRange = 0
  /// Readings refused because the channel had one of the same instant.
  public internal(set) var duplicate = 0
  /// Readings that came out of order within the reorder window and were put back in order.
  public internal(set) var reordered = 0
  /// Readings refused because a later one of the channel had been passed on.
  public internal(set) var tooLate = 0
  /// Readings refused because their time leapt ahead and the stream did not follow.
  public internal(set) var loneLeap = 0
  /// Silences longer than the channel's limit.
  public internal(set) var gaps = 0
  /// Times that the channel's clock was set back and the channel began anew.
  public internal(set) var clockResets = 0
  /// Readings passed on with an axis at the end of the sensor's range.
  public internal(set) var saturated = 0
  /// Readings passed on before their time because the reorder buffer was full.
  public internal(set) var overflowed = 0

  /// Creates counts that are all zero.
  public init() {}

  /// All readings that were refused, whatever the reason.
  public var rejected: Int { notFinite + beyondPhysicalRange + duplicate + tooLate + loneLeap }

  /// Counts one refused reading.
  mutating func count(_ rejection: SampleRejection) {
    switch rejection {
    case .notFinite: notFinite += 1
    case .beyondPhysicalRange: beyondPhysicalRange += 1
    case .duplicate: duplicate += 1
    case .tooLate: tooLate += 1
    case .loneLeap: loneLeap += 1
    }
  }
}
