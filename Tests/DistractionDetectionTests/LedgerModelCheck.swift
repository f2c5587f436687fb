import DistractionDetection
import Foundation
import MotionSamples

/// The keys that a record carries, told by the number of the episode.
enum Carried: Hashable, Sendable {
  case nothing
  case pair(Int)
  case triple(Int, durationSec: Int)
}

/// What the model check asks of a ledger.
///
/// Episodes are numbered from 1 in the order in which they open.
protocol CheckedLedger: Hashable {
  mutating func open(_ episode: Int)
  /// Whether an event came.
  mutating func close(_ episode: Int, durationSec: Int) -> Bool
  mutating func disarm(openFor durationSec: Int) -> Bool
  mutating func build(isUpload: Bool) -> (carried: Carried, token: Int64)
  mutating func persist(_ token: Int64)
  mutating func drop(_ token: Int64)
  /// The ledger that a new process makes from the written state.
  func restored() -> Self
}

/// One step of an interleaving.
enum LedgerStep: Hashable, Sendable {
  case open, close, lateClose, disarm, buildUpload, buildSample, persist(Int), drop(Int),
    snapshotRestore
}

/// Walks every interleaving of steps and compares a ledger with the rules, written down a second time as plain history.
struct LedgerModelCheck<Ledger: CheckedLedger> {
  /// A record between being built and being persisted or dropped.
  struct Record: Hashable {
    var carried: Carried
    var token: Int64
    var isUpload: Bool
  }

  struct Episode: Hashable {
    var number: Int
    var durationSec: Int?
    var closingRecords = 0
    var events = 0
  }

  /// A ledger beside what is known to have happened to it.
  struct World: Hashable {
    var ledger: Ledger
    var episodes: [Episode] = []
    var opened = 0
    var inFlight: [Record] = []

    var open: Episode? { episodes.last.flatMap { $0.durationSec == nil ? $0 : nil } }

    /// What the rules say that a record being built must carry.
    var expected: Carried {
      if let oldest = episodes.first(where: { $0.durationSec != nil && $0.closingRecords == 0 }) {
        return .triple(oldest.number, durationSec: oldest.durationSec ?? 0)
      }
      return open.map { .pair($0.number) } ?? .nothing
    }
  }

  struct Key: Hashable {
    var world: World
    var remaining: Int
  }

  static var closeAfterSec: Int { 7 }
  static var disarmAfterSec: Int { 9 }

  private(set) var interleavings = 0
  private(set) var violations: [String: [LedgerStep]] = [:]
  private var counted: [Key: Int] = [:]
  private var path: [LedgerStep] = []

  var distinctStates: Int { counted.count }

  /// Walks all interleavings of at most `depth` steps from an empty ledger.
  mutating func run(_ ledger: Ledger, depth: Int) {
    interleavings = explore(World(ledger: ledger), remaining: depth)
  }

  /// The number of interleavings that go on from a world, all of them checked.
  private mutating func explore(_ world: World, remaining: Int) -> Int {
    let key = Key(world: world, remaining: remaining)
    if let known = counted[key] { return known }
    checkNothingIsLost(in: world)
    var count = 1
    if remaining > 0 {
      for step in steps(from: world) {
        path.append(step)
        count += explore(apply(step, to: world), remaining: remaining - 1)
        path.removeLast()
      }
    }
    counted[key] = count
    return count
  }

  private func steps(from world: World) -> [LedgerStep] {
    [.open, .close, .lateClose, .disarm, .buildUpload, .buildSample, .snapshotRestore]
      + world.inFlight.indices.flatMap { [.persist($0), .drop($0)] }
  }

  private mutating func apply(_ step: LedgerStep, to before: World) -> World {
    var world = before
    switch step {
    case .open:
      // A second open while one is open is refused: the detector never does it, a confused host might.
      let number = world.open == nil ? world.opened + 1 : world.opened + 100
      world.ledger.open(number)
      if world.open == nil {
        world.opened += 1
        world.episodes.append(Episode(number: number))
      }
    case .close:
      // Names the latest episode even where disarming has closed it before: that is the race.
      let hadEvent = world.ledger.close(world.opened, durationSec: Self.closeAfterSec)
      noteEvent(hadEvent, durationSec: Self.closeAfterSec, in: &world)
    case .lateClose:
      // Names the episode before the latest, which must not end the latest one.
      let hadEvent = world.ledger.close(world.opened - 1, durationSec: Self.closeAfterSec)
      require(!hadEvent, "a late close ended another episode")
    case .disarm:
      let hadEvent = world.ledger.disarm(openFor: Self.disarmAfterSec)
      noteEvent(hadEvent, durationSec: Self.disarmAfterSec, in: &world)
    case .buildUpload, .buildSample:
      let isUpload = step == .buildUpload
      let record = world.ledger.build(isUpload: isUpload)
      require(record.carried == world.expected, "a record carries the wrong keys")
      world.inFlight.append(
        Record(carried: record.carried, token: record.token, isUpload: isUpload)
      )
    case .persist(let index):
      let record = world.inFlight.remove(at: index)
      world.ledger.persist(record.token)
      if record.isUpload, case .triple(let number, _) = record.carried,
        let episode = world.episodes.firstIndex(where: { $0.number == number }),
        world.episodes[episode].closingRecords == 0
      {
        world.episodes[episode].closingRecords = 1
      }
    case .drop(let index):
      world.ledger.drop(world.inFlight.remove(at: index).token)
    case .snapshotRestore:
      world.ledger = before.ledger.restored()
      require(world.ledger == before.ledger, "a restored ledger differs")
    }
    return world
  }

  private mutating func noteEvent(_ hadEvent: Bool, durationSec: Int, in world: inout World) {
    guard let open = world.open else {
      require(!hadEvent, "an event without an open episode")
      return
    }
    require(hadEvent, "an episode closed without its event")
    let index = world.episodes.count - 1
    world.episodes[index].durationSec = durationSec
    world.episodes[index].events = open.events + 1
  }

  /// Lets the world come to its end and looks at what every episode has got.
  ///
  /// What is in flight is dropped, and records are built and persisted until they carry nothing. Then every episode
  /// must have had its one closing record, oldest first, and its one event.
  private mutating func checkNothingIsLost(in start: World) {
    var world = start
    while !world.inFlight.isEmpty { world = apply(.drop(0), to: world) }
    world = apply(.disarm, to: world)
    var order: [Int] = []
    for _ in 0...world.episodes.count {
      let record = world.ledger.build(isUpload: true)
      require(record.carried == world.expected, "a record at the end carries the wrong keys")
      guard case .triple(let number, _) = record.carried else { break }
      order.append(number)
      world.inFlight = [Record(carried: record.carried, token: record.token, isUpload: true)]
      world = apply(.persist(0), to: world)
    }
    require(order == order.sorted() && Set(order).count == order.count, "closes out of order")
    for episode in world.episodes {
      require(episode.closingRecords == 1, "an episode without exactly one closing record")
      require(episode.events == 1, "an episode without exactly one event")
    }
    require(
      world.ledger.build(isUpload: true).carried == .nothing,
      "keys after everything was persisted"
    )
  }

  private mutating func require(_ condition: Bool, _ rule: String) {
    if !condition, violations[rule] == nil { violations[rule] = path }
  }
}

/// The ledger itself, with times made from the episodes' numbers.
struct RealLedger: CheckedLedger {
  var ledger = EpisodeLedger()

  private static func start(_ episode: Int) -> Timestamp {
    Timestamp(nanoseconds: Int64(episode) * 100_000_000_000)
  }

  mutating func open(_ episode: Int) {
    ledger.open(
      start: Self.start(episode),
      startUnixSeconds: Double(episode) * 100,
      cause: .handling
    )
  }

  mutating func close(_ episode: Int, durationSec: Int) -> Bool {
    let start = Self.start(episode)
    let end = start.advanced(bySeconds: Double(durationSec))
    return ledger.close(start: start, end: end, location: nil) != nil
  }

  mutating func disarm(openFor durationSec: Int) -> Bool {
    // The open episode's own start is what its extras say once nothing is pending; disarming needs only an instant.
    var probe = ledger
    guard let event = probe.disarm(at: .distantPast, location: nil) else {
      return ledger.disarm(at: .distantFuture, location: nil) != nil
    }
    let end = event.startTimestamp.advanced(bySeconds: Double(durationSec))
    return ledger.disarm(at: end, location: nil) != nil
  }

  func build(isUpload: Bool) -> (carried: Carried, token: Int64) {
    let record = ledger.recordBuilt(for: isUpload ? .upload : .sample)
    let carried: Carried =
      switch (record.extras.dds, record.extras.ddc, record.extras.ddd) {
      case (nil, nil, nil): .nothing
      case (let dds?, .handling?, nil): .pair(Int(dds / 100))
      case (let dds?, .handling?, let ddd?): .triple(Int(dds / 100), durationSec: Int(ddd))
      default: .pair(-1)
      }
    return (carried, record.token.rawValue)
  }

  mutating func persist(_ token: Int64) {
    ledger.recordPersisted(RecordToken(rawValue: token))
  }

  mutating func drop(_ token: Int64) {
    ledger.recordDropped(RecordToken(rawValue: token))
  }

  func restored() -> RealLedger {
    guard let bytes = try? JSONEncoder().encode(ledger.state),
      let state = try? JSONDecoder().decode(EpisodeLedger.State.self, from: bytes)
    else { return RealLedger() }
    return RealLedger(ledger: EpisodeLedger(restoring: state))
  }
}
