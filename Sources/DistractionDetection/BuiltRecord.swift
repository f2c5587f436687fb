/// What becomes of a location record that is being built.
public enum RecordPurpose: String, Hashable, Codable, Sendable, CaseIterable {
  /// It is to be persisted and uploaded by itself.
  case upload
  /// It is shown or passed on as a sample and never persisted.
  case sample
  /// It is the location inside another event.
  case embedded
}

/// What the ledger must be told when a record has been persisted or dropped.
///
/// A token says which closing triple the record carries and nothing else, so it may be kept, copied, stored beside the
/// record and handed in more than once or never: the ledger holds nothing per record.
public struct RecordToken: RawRepresentable, Hashable, Codable, Sendable {
  /// The start of the episode whose close the record carries, in Unix milliseconds, or `Int64.min` for none.
  public let rawValue: Int64

  /// Restores a token from its number; any number is a token, if only of an episode that nobody knows.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The token of a record that uses up no close.
  public static let carriesNoClose = RecordToken(rawValue: .min)
}

/// The ledger's answer to a record that is being built.
public struct BuiltRecord: Hashable, Codable, Sendable {
  /// The keys to put into the record's extras.
  public let extras: EpisodeExtras

  /// What to hand in once the record is persisted or dropped.
  public let token: RecordToken
}

/// What persisting a record meant to the ledger.
public enum RecordSettlement: String, Hashable, Codable, Sendable {
  /// The record carries no close that it could use up: an ordinary record, a sample or an embedded one.
  case carriesNoClose
  /// The record is the closing record of its episode; the close is pending no longer.
  case closesEpisode
  /// Another record had used the close up before: two were being built at the same time, or the token came twice.
  ///
  /// A host that can still change the record may leave its three keys out. One that cannot does no harm: records are
  /// grouped by `dds`, and both carry the same triple.
  case repeatsClose
}
