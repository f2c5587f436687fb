import DistractionDetection
import Foundation
import MotionSamples
import Testing

@Suite("EpisodeLedger")
struct EpisodeLedgerTests {
  static let unix = 1_700_000_000.0

  static func at(_ seconds: Double) -> Timestamp {
    Timestamp.init(nanoseconds: 0).advanced(bySeconds: seconds)
  }

  /// A ledger with episodes that opened and closed at the given seconds.
  static func ledger(closed episodes: [(Double, Double)], limit: Int = 256) -> EpisodeLedger {
    var ledger = EpisodeLedger(maximumPendingCloses: limit)
    for (start, end) in episodes {
      ledger.open(start: at(start), startUnixSeconds: unix + start, cause: .handling)
      _ = ledger.close(start: at(start), end: at(end), location: nil)
    }
    return ledger
  }

  @Test("records carry nothing, the pair, the triple, and nothing again")
  func lifeOfAnEpisode() {
    var ledger = EpisodeLedger()
    #expect(ledger.recordBuilt(for: .upload).extras == .none)
    ledger.open(start: Self.at(10), startUnixSeconds: Self.unix + 10, cause: .handling)
    #expect(
      ledger.recordBuilt(for: .upload).extras == .open(start: Self.unix + 10, cause: .handling)
    )
    ledger.changeCause(to: .screen)
    #expect(ledger.recordBuilt(for: .upload).extras == .open(start: Self.unix + 10, cause: .screen))
    let event = ledger.close(start: Self.at(10), end: Self.at(17.25), location: nil)
    #expect(
      event
        == DistractionEvent(
          timestamp: Self.at(17.25),
          startTimestamp: Self.at(10),
          startUnixSeconds: Self.unix + 10,
          durationSec: 7.25,
          cause: .screen,
          location: nil
        )
    )
    #expect(event?.endUnixSeconds == Self.unix + 17.25)
    let closing = ledger.recordBuilt(for: .upload)
    #expect(
      closing.extras == .closing(start: Self.unix + 10, cause: .screen, durationSec: 7.25)
    )
    #expect(ledger.recordPersisted(closing.token) == .closesEpisode)
    #expect(ledger.recordPersisted(closing.token) == .repeatsClose)
    #expect(ledger.recordBuilt(for: .upload).extras.isEmpty)
  }

  @Test(
    "a sample and an embedded record carry the close and leave it",
    arguments: [RecordPurpose.sample, .embedded]
  )
  func doesNotUseUp(_ purpose: RecordPurpose) {
    var ledger = Self.ledger(closed: [(10, 16)])
    let record = ledger.recordBuilt(for: purpose)
    #expect(record.extras.ddd == 6)
    #expect(ledger.recordPersisted(record.token) == .carriesNoClose)
    #expect(ledger.recordBuilt(for: .upload).extras.ddd == 6)
  }

  @Test("a record built before the close does not use it up")
  func builtBeforeTheClose() {
    var ledger = EpisodeLedger()
    ledger.open(start: Self.at(1), startUnixSeconds: 1, cause: .handling)
    let early = ledger.recordBuilt(for: .upload)
    _ = ledger.close(start: Self.at(1), end: Self.at(9), location: nil)
    #expect(ledger.recordPersisted(early.token) == .carriesNoClose)
    #expect(ledger.pendingCount == 1)
  }

  @Test("a dropped record leaves the close to the next one")
  func dropped() {
    var ledger = Self.ledger(closed: [(10, 16)])
    #expect(ledger.recordDropped(ledger.recordBuilt(for: .upload).token))
    let next = ledger.recordBuilt(for: .upload)
    #expect(next.extras.ddd == 6)
    #expect(ledger.recordPersisted(next.token) == .closesEpisode)
    #expect(!ledger.recordDropped(next.token))
  }

  @Test("two records on their way with the same close use up one close only")
  func twoInFlight() {
    var ledger = Self.ledger(closed: [(10, 16), (20, 27)])
    let first = ledger.recordBuilt(for: .upload)
    let second = ledger.recordBuilt(for: .upload)
    #expect(first == second)
    #expect(ledger.recordPersisted(second.token) == .closesEpisode)
    #expect(ledger.recordPersisted(first.token) == .repeatsClose)
    #expect(ledger.recordBuilt(for: .upload).extras.ddd == 7)
  }

  @Test("the close of the episode before goes ahead of an open one")
  func pendingCloseFirst() {
    var ledger = Self.ledger(closed: [(10, 16)])
    ledger.open(start: Self.at(30), startUnixSeconds: Self.unix + 30, cause: .handling)
    let record = ledger.recordBuilt(for: .upload)
    #expect(record.extras == .closing(start: Self.unix + 10, cause: .handling, durationSec: 6))
    ledger.recordPersisted(record.token)
    #expect(
      ledger.recordBuilt(for: .upload).extras == .open(start: Self.unix + 30, cause: .handling)
    )
  }

  @Test("the detector's close and the disarming give one event, in either order")
  func race() {
    var first = EpisodeLedger()
    first.open(start: Self.at(10), startUnixSeconds: 10, cause: .handling)
    var second = first
    #expect(first.close(start: Self.at(10), end: Self.at(18), location: nil)?.durationSec == 8)
    #expect(first.disarm(at: Self.at(20), location: nil) == nil)
    #expect(second.disarm(at: Self.at(20), location: nil)?.durationSec == 10)
    #expect(second.close(start: Self.at(10), end: Self.at(18), location: nil) == nil)
    #expect(first.pendingCount == 1 && second.pendingCount == 1)
  }

  @Test("a late close does not end the next episode")
  func lateClose() {
    var ledger = EpisodeLedger()
    ledger.open(start: Self.at(10), startUnixSeconds: 10, cause: .handling)
    _ = ledger.disarm(at: Self.at(20), location: nil)
    ledger.open(start: Self.at(30), startUnixSeconds: 30, cause: .handling)
    #expect(ledger.close(start: Self.at(10), end: Self.at(18), location: nil) == nil)
    #expect(ledger.isOpen)
  }

  @Test("an id is given once even where the wall clock goes back")
  func clockSetBack() {
    var ledger = EpisodeLedger()
    var ids: [Double] = []
    for start in [10.0, 30, 50] {
      ledger.open(start: Self.at(start), startUnixSeconds: 99.5, cause: .handling)
      let event = ledger.close(start: Self.at(start), end: Self.at(start + 6), location: nil)
      ids.append(event?.startUnixSeconds ?? 0)
    }
    #expect(ids == [99.5, 99.501, 99.502])
  }

  @Test(
    "a full line of pending closes keeps the old ones and counts the new",
    arguments: [1, 2, 3]
  )
  func overflow(limit: Int) {
    let episodes = (0..<3).map { (Double($0) * 20, Double($0) * 20 + 6) }
    var ledger = Self.ledger(closed: episodes, limit: limit)
    #expect(ledger.pendingCount == limit)
    #expect(ledger.overflowCount == 3 - limit)
    #expect(ledger.recordBuilt(for: .upload).extras.dds == Self.unix)
    ledger.open(start: Self.at(90), startUnixSeconds: Self.unix + 90, cause: .handling)
    #expect(ledger.close(start: Self.at(90), end: Self.at(96), location: nil)?.durationSec == 6)
    #expect(ledger.overflowCount == 4 - limit)
  }

  @Test(
    "values that are no time trap nothing",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300]
  )
  func senselessTimes(unix: Double) {
    var ledger = EpisodeLedger()
    ledger.open(start: .distantFuture, startUnixSeconds: unix, cause: .handling)
    #expect(
      ledger.close(start: .distantFuture, end: .distantPast, location: nil)?.durationSec == 0
    )
    ledger.open(start: .distantPast, startUnixSeconds: unix, cause: .handling)
    let event = ledger.disarm(at: .distantFuture, location: nil)
    #expect(event?.durationSec ?? 0 > 1e10)
    #expect(event?.startUnixSeconds.isFinite == true)
  }

  @Test("extras leave absent keys out and read a null as absent")
  func extrasCoding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func json(_ extras: EpisodeExtras) throws -> String {
      String(decoding: try encoder.encode(extras), as: UTF8.self)
    }
    #expect(try json(.none) == "{}")
    #expect(try json(.open(start: 12.5, cause: .screen)) == #"{"ddc":"s","dds":12.5}"#)
    #expect(
      try json(.closing(start: 12.5, cause: .handling, durationSec: 6.25))
        == #"{"ddc":"h","ddd":6.25,"dds":12.5}"#
    )
    let read = try JSONDecoder().decode(
      EpisodeExtras.self,
      from: Data(#"{"ddc":"h","ddd":null,"dds":12.5}"#.utf8)
    )
    #expect(read == .open(start: 12.5, cause: .handling))
  }

  @Test("a written state is the same state")
  func stateCoding() throws {
    var ledger = Self.ledger(closed: [(10, 16), (20, 27)])
    ledger.open(start: Self.at(30), startUnixSeconds: Self.unix + 30.123, cause: .screen)
    let state = try JSONDecoder().decode(
      EpisodeLedger.State.self,
      from: try JSONEncoder().encode(ledger.state)
    )
    #expect(EpisodeLedger(restoring: state) == ledger)
  }
}
