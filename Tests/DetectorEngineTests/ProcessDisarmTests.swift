import DetectorEngine
import Testing

/// The engine's disarming races the detector's own close, and both race the records that carry it.
@Suite("The disarm race")
struct ProcessDisarmTests {
  /// What can happen to an open episode.
  private enum Step: Hashable {
    /// Time passes at speed, quiet for a part of the gap that closes an episode.
    case quiet
    /// The motion state becomes STATIONARY.
    case stop
    /// A location record is built.
    case build
    /// The oldest record that was built and not settled is persisted.
    case persist
  }

  /// A drive in the midst of an episode.
  private func opened() throws -> EngineDrive {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 10)
    drive.drive(mps: 15, seconds: 9, turn: handling)
    #expect(drive.engine.recordBuilt(for: .upload).extras.dds != nil)
    return drive
  }

  /// Every order of some steps, equal ones not told apart.
  private static func orders(of steps: [Step: Int]) -> [[Step]] {
    let left = steps.filter { $0.value > 0 }
    guard !left.isEmpty else { return [[]] }
    return left.keys.flatMap { step in
      var rest = left
      rest[step, default: 0] -= 1
      return orders(of: rest).map { [step] + $0 }
    }
  }

  @Test("every order of close, stop, build and persist gives one event and one closing record")
  func everyOrder() throws {
    let opened = try opened()
    // Two stretches of quiet: the first leaves the episode open, in the second the detector closes it.
    let orders = Self.orders(of: [.quiet: 2, .stop: 1, .build: 2, .persist: 1])
    #expect(orders.count == 180)
    for order in orders {
      var drive = opened
      var built: [RecordToken] = []
      var closings: [EpisodeExtras] = []
      func build(_ drive: inout EngineDrive) {
        let record = drive.engine.recordBuilt(for: .upload)
        if record.extras.ddd != nil { closings.append(record.extras) }
        built.append(record.token)
      }
      var settledCount = 0
      func persist(_ drive: inout EngineDrive) {
        guard !built.isEmpty else { return }
        if drive.engine.recordPersisted(built.removeFirst()) == .closesEpisode { settledCount += 1 }
      }
      for step in order {
        switch step {
        case .quiet: drive.drive(mps: nil, seconds: 3.5)
        case .stop: drive.send(.paceChange(isMoving: false))
        case .build: build(&drive)
        case .persist: persist(&drive)
        }
      }
      // Whatever is left over is settled by the records that come next.
      for _ in 0..<4 {
        build(&drive)
        persist(&drive)
      }
      #expect(drive.episodes.count == 1, "\(order)")
      #expect(settledCount == 1, "\(order)")
      let event = try #require(drive.episodes.first)
      #expect(!closings.isEmpty)
      #expect(
        closings.allSatisfy { $0.dds == event.startUnixSeconds && $0.ddd == event.durationSec },
        "\(order)"
      )
      #expect(drive.engine.recordBuilt(for: .upload).extras == .none, "\(order)")
    }
  }
}
