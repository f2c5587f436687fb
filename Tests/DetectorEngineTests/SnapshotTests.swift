import Foundation
import Testing

@testable import DetectorEngine

/// SplitMix64 (Steele, Lea and Flood 2014): random numbers that a seed determines.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Snapshot")
struct SnapshotTests {
  @Test("an engine restored at any of many cuts goes on exactly as the uncut one", arguments: 0..<4)
  func cuts(seed: Int) throws {
    let drive = try EngineDrive.eventful()
    #expect(drive.confirmedCrashes.count == 1)
    #expect(drive.episodes.count == 1)
    var uncut = try DetectorEngine(.allOn)
    var trail = NoTrail()
    // Cuts every 97 inputs, offset by the seed: before, amid and after an episode and a crash.
    for (index, (input, now)) in drive.inputs.enumerated() {
      if index % 97 == seed * 24 {
        var restored = try DetectorEngine(restoring: uncut.snapshot())
        // One step more shows that the two agree; the whole rest is walked for a few cuts only, for time.
        var outputs: [EngineOutput] = []
        var expected: [EngineOutput] = []
        var original = uncut
        let rest =
          index % (97 * 8) == seed * 24 ? drive.inputs.count : min(index + 300, drive.inputs.count)
        for (later, instant) in drive.inputs[index..<rest] {
          restored.process(later, at: instant, trail: &trail) { outputs.append($0) }
          original.process(later, at: instant, trail: &trail) { expected.append($0) }
        }
        #expect(outputs == expected)
        #expect(try restored.snapshot().count == original.snapshot().count)
      }
      uncut.process(input, at: now, trail: &trail) { _ in }
    }
  }

  @Test("snapshots that are damaged in ten thousand ways are refused")
  func damaged() throws {
    let drive = try EngineDrive.eventful()
    let snapshot = try drive.engine.snapshot()
    #expect(snapshot.count <= 64 * 1024)
    var generator = SeededGenerator(seed: 20_260_101)
    for trial in 0..<10_000 {
      var bytes = Array(snapshot)
      switch trial % 4 {
      case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
      case 1:
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= UInt8(1 << (trial / 4 % 8))
      case 2:
        let version = UInt16.random(in: 2...UInt16.max, using: &generator)
        bytes[4] = UInt8(version & 0xFF)
        bytes[5] = UInt8(version >> 8)
      default:
        let first = Int.random(in: 0..<bytes.count, using: &generator)
        let second = Int.random(in: 0..<bytes.count, using: &generator)
        guard bytes[first] != bytes[second] else { continue }
        bytes.swapAt(first, second)
      }
      #expect(throws: SnapshotError.self) { try DetectorEngine(restoring: Data(bytes)) }
    }
  }

  @Test("an intact container around something else is refused")
  func otherContent() throws {
    for content in [Data(), Data("bplist00".utf8), Data("{}".utf8)] {
      let sealed = try SnapshotContainer.seal(content)
      let error = #expect(throws: SnapshotError.self) { try DetectorEngine(restoring: sealed) }
      guard case .invalidContent = error else {
        Issue.record("refused as \(String(describing: error))")
        continue
      }
    }
  }
}
