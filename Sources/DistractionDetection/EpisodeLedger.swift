public import MotionSamples

/// Keeps account of which distraction keys each location record carries, so that no episode is lost on the way.
///
/// It is told when an episode opens and closes, when a record is being built, and what became of that record:
///
/// - While an episode is open, records carry its start (`dds`) and cause (`ddc`).
/// - From the close on, every record built carries the closing triple (`dds`, `ddc`, `ddd`), until one of those that
///   are meant for upload is *persisted*. Samples and embedded records carry it too and never use it up, and neither
///   does a record that was built before the close.
/// - Closes that are pending go first and oldest first, ahead of an episode that is open by then. So each of two short
///   episodes between two fixes gets a record of its own.
/// - An episode gives one event, whichever of its own close and the disarming comes first.
///
/// Every operation takes time in proportion to the number of pending closes at most, which is 0 or 1 in practice.
public struct EpisodeLedger: Hashable, Sendable {
  /// An episode that has begun and not ended.
  struct OpenEpisode: Hashable, Codable, Sendable {
    var start: Timestamp
    var startUnixMs: Int64
    var cause: DistractionCause
  }

  /// An episode that has ended and whose closing record has not been persisted.
  struct PendingClose: Hashable, Codable, Sendable {
    var startUnixMs: Int64
    var durationMs: Int64
    var cause: DistractionCause
  }

  /// All that changes; what a snapshot keeps.
  public struct State: Hashable, Codable, Sendable {
    var open: OpenEpisode?
    var pending: [PendingClose] = []
    /// The last id given, so that a clock set back cannot give it again at once.
    var lastStartUnixMs: Int64?
    /// How many closes found the line of pending ones full.
    var overflowCount: Int = 0

    /// The state before the first episode.
    public init() {}
  }

  /// How many closes can be pending, unless told otherwise: hours of short episodes without one persisted record.
  public static let defaultMaximumPendingCloses = 256

  /// How many closes can be pending.
  ///
  /// One more than that keeps its event but gets no closing record, which `overflowCount` tells. The new one gives way
  /// because the older ones may stand in records that are on their way already.
  public let maximumPendingCloses: Int

  /// What a snapshot keeps.
  public private(set) var state: State

  /// Creates a ledger, from what a snapshot kept where there is one.
  ///
  /// A limit below 1 is taken as 1, and pending closes of a restored state beyond the limit are kept.
  public init(
    maximumPendingCloses: Int = EpisodeLedger.defaultMaximumPendingCloses,
    restoring state: State = State()
  ) {
    self.maximumPendingCloses = max(1, maximumPendingCloses)
    self.state = state
  }

  /// Whether an episode is open.
  public var isOpen: Bool { state.open != nil }

  /// How many episodes have closed without a persisted closing record so far.
  public var pendingCount: Int { state.pending.count }

  /// How many closes got no closing record because too many were pending.
  public var overflowCount: Int { state.overflowCount }
}

// MARK: - Episodes

extension EpisodeLedger {
  /// Notes that an episode has opened.
  ///
  /// - Parameters:
  ///   - start: the first instant of handling.
  ///   - startUnixSeconds: the same instant by the wall clock. It becomes the episode's id, to the millisecond, and
  ///     stays what it is now whatever happens to the clock. Where it equals an id that is in use, the next free
  ///     millisecond is taken. A value that is no number is taken as 0.
  ///   - cause: why the episode counts as distraction.
  /// - Returns: false where an episode is open already; nothing changes then.
  @discardableResult
  public mutating func open(
    start: Timestamp,
    startUnixSeconds: Double,
    cause: DistractionCause
  ) -> Bool {
    guard state.open == nil else { return false }
    var id = Self.milliseconds(startUnixSeconds)
    while isInUse(id) { id += 1 }
    state.open = OpenEpisode(start: start, startUnixMs: id, cause: cause)
    state.lastStartUnixMs = id
    return true
  }

  /// Notes that the cause of the open episode has changed; without one, nothing changes.
  public mutating func changeCause(to cause: DistractionCause) {
    state.open?.cause = cause
  }

  /// Closes the episode that began at `start`.
  ///
  /// - Parameters:
  ///   - start: the first instant of handling, as it was given when the episode opened.
  ///   - end: the last instant of handling. One before the start gives a duration of 0.
  ///   - location: the last known fix.
  /// - Returns: the episode's event, or nil where that episode is not open (any more): disarming has closed it before.
  public mutating func close(
    start: Timestamp,
    end: Timestamp,
    location: LocationFix?
  ) -> DistractionEvent? {
    guard state.open?.start == start else { return nil }
    return disarm(at: end, location: location)
  }

  /// Closes whatever episode is open, because distraction is not looked for any longer.
  ///
  /// - Returns: the episode's event, or nil where none is open.
  public mutating func disarm(at end: Timestamp, location: LocationFix?) -> DistractionEvent? {
    guard let episode = state.open else { return nil }
    state.open = nil
    let close = PendingClose(
      startUnixMs: episode.startUnixMs,
      durationMs: max(0, Self.milliseconds(end.seconds(since: episode.start))),
      cause: episode.cause
    )
    if state.pending.count < maximumPendingCloses {
      state.pending.append(close)
    } else {
      state.overflowCount += 1
    }
    return DistractionEvent(
      timestamp: max(episode.start, end),
      startTimestamp: episode.start,
      startUnixSeconds: close.startUnixSeconds,
      durationSec: close.durationSec,
      cause: episode.cause,
      location: location
    )
  }

  /// Whether an episode that someone may still hear of has this id.
  private func isInUse(_ id: Int64) -> Bool {
    id == state.lastStartUnixMs || state.pending.contains { $0.startUnixMs == id }
  }

  /// Seconds as whole milliseconds, held to ±100 000 years, so that no sum of two of them leaves the range.
  private static func milliseconds(_ seconds: Double) -> Int64 {
    guard !seconds.isNaN else { return 0 }
    return Int64((min(3.2e12, max(-3.2e12, seconds)) * 1000).rounded())
  }
}

// MARK: - Records

extension EpisodeLedger {
  /// Says which keys the record that is being built carries.
  public func recordBuilt(for purpose: RecordPurpose) -> BuiltRecord {
    if let close = state.pending.first {
      return BuiltRecord(
        extras: .closing(
          start: close.startUnixSeconds,
          cause: close.cause,
          durationSec: close.durationSec
        ),
        token: purpose == .upload ? RecordToken(rawValue: close.startUnixMs) : .carriesNoClose
      )
    }
    guard let episode = state.open else {
      return BuiltRecord(extras: .none, token: .carriesNoClose)
    }
    return BuiltRecord(
      extras: .open(start: Double(episode.startUnixMs) / 1000, cause: episode.cause),
      token: .carriesNoClose
    )
  }

  /// Notes that a record has been persisted, which uses up the close that it carries.
  @discardableResult
  public mutating func recordPersisted(_ token: RecordToken) -> RecordSettlement {
    guard token != .carriesNoClose else { return .carriesNoClose }
    // Only the oldest close is ever handed out, so a token that names no pending one has been used up.
    guard let position = state.pending.firstIndex(where: { $0.startUnixMs == token.rawValue })
    else { return .repeatsClose }
    state.pending.remove(at: position)
    return .closesEpisode
  }

  /// Notes that a record was dropped, which leaves the close that it carries to the next record.
  ///
  /// - Returns: whether that close is pending still.
  @discardableResult
  public func recordDropped(_ token: RecordToken) -> Bool {
    state.pending.contains { $0.startUnixMs == token.rawValue }
  }
}

extension EpisodeLedger.PendingClose {
  /// The episode's start in Unix seconds.
  var startUnixSeconds: Double { Double(startUnixMs) / 1000 }

  /// The episode's length in seconds.
  var durationSec: Double { Double(durationMs) / 1000 }
}
