/// A ledger in a few lines that can be given one of the faults that such ledgers have, to show that the check finds it.
struct FaultyLedger: CheckedLedger {
  enum Fault: CaseIterable, Sendable {
    case none
    case persistSettlesWhateverIsOldest
    case buildingUsesUp
    case sampleUsesUp
    case newestCloseFirst
    case openPairBeforePendingClose
    case onlyOnePendingClose
    case disarmForgetsTheClose
    case staleCloseGivesAnotherEvent
    case lateCloseEndsTheNext
    case secondOpenReplaces
    case dropUsesUp
    case restoreForgetsPending
    case persistedOpenRecordSettles
  }

  var fault: Fault
  var openEpisode: Int?
  var pending: [Carried] = []

  init(_ fault: Fault) {
    self.fault = fault
  }

  mutating func open(_ episode: Int) {
    if openEpisode == nil || fault == .secondOpenReplaces { openEpisode = episode }
  }

  mutating func close(_ episode: Int, durationSec: Int) -> Bool {
    guard openEpisode == episode else {
      if let openEpisode, fault == .lateCloseEndsTheNext { return end(openEpisode, durationSec) }
      return fault == .staleCloseGivesAnotherEvent && episode > 0
    }
    return end(episode, durationSec)
  }

  mutating func disarm(openFor durationSec: Int) -> Bool {
    guard let episode = openEpisode else { return false }
    guard fault != .disarmForgetsTheClose else {
      openEpisode = nil
      return true
    }
    return end(episode, durationSec)
  }

  private mutating func end(_ episode: Int, _ durationSec: Int) -> Bool {
    openEpisode = nil
    if fault == .onlyOnePendingClose { pending.removeAll() }
    let close = Carried.triple(episode, durationSec: durationSec)
    if fault == .newestCloseFirst { pending.insert(close, at: 0) } else { pending.append(close) }
    return true
  }

  mutating func build(isUpload: Bool) -> (carried: Carried, token: Int64) {
    if let openEpisode, fault == .openPairBeforePendingClose || pending.isEmpty {
      return (.pair(openEpisode), fault == .persistedOpenRecordSettles ? Int64(openEpisode) : 0)
    }
    guard case .triple(let episode, _)? = pending.first else { return (.nothing, 0) }
    let close = pending[0]
    if fault == .buildingUsesUp { pending.removeFirst() }
    return (close, isUpload || fault == .sampleUsesUp ? Int64(episode) : 0)
  }

  mutating func persist(_ token: Int64) {
    if fault == .persistSettlesWhateverIsOldest, token != 0, !pending.isEmpty {
      pending.removeFirst()
    } else {
      settle(token)
    }
  }

  mutating func drop(_ token: Int64) {
    if fault == .dropUsesUp { settle(token) }
  }

  private mutating func settle(_ token: Int64) {
    pending.removeAll {
      if case .triple(let episode, _) = $0 { Int64(episode) == token } else { false }
    }
  }

  func restored() -> FaultyLedger {
    var copy = self
    if fault == .restoreForgetsPending { copy.pending = [] }
    return copy
  }
}
