/// The distraction keys of one uploaded location record.
///
/// Either all are absent, or `dds` and `ddc` are present (the episode is open), or all three are (the episode has
/// closed). A key that is absent is left out of the encoded form, and a missing key and a null decode alike.
public struct EpisodeExtras: Hashable, Codable, Sendable {
  /// The episode's start in Unix seconds, to the millisecond; also the episode's id.
  public let dds: Double?

  /// Why the episode counts as distraction.
  public let ddc: DistractionCause?

  /// The episode's final duration in seconds, to the millisecond; present on a closing record only.
  public let ddd: Double?

  /// The extras of a record that no episode touches.
  public static let none = EpisodeExtras(dds: nil, ddc: nil, ddd: nil)

  /// The pair of an open episode.
  public static func open(start dds: Double, cause ddc: DistractionCause) -> EpisodeExtras {
    EpisodeExtras(dds: dds, ddc: ddc, ddd: nil)
  }

  /// The triple of a closed episode.
  public static func closing(
    start dds: Double,
    cause ddc: DistractionCause,
    durationSec ddd: Double
  ) -> EpisodeExtras {
    EpisodeExtras(dds: dds, ddc: ddc, ddd: ddd)
  }

  private init(dds: Double?, ddc: DistractionCause?, ddd: Double?) {
    self.dds = dds
    self.ddc = ddc
    self.ddd = ddd
  }

  /// Whether there is no key to write.
  public var isEmpty: Bool { dds == nil && ddc == nil && ddd == nil }
}
