import Foundation
import Testing

@testable import DetectorBench

@Suite("SignalEnvelope")
struct SignalEnvelopeTests {
  private func samples(_ seed: Int, _ count: Int) -> [SignalEnvelope.Sample] {
    var random = SplitMix64(seed: UInt64(seed))
    var t = 0.0
    return (0..<count).map { _ in
      t += 0.001 + Double(random.next() % 30) / 1000
      let spike = random.next() % 200 == 0 ? 50.0 : 1
      return .init(t: t, value: spike * Double(random.next() % 1000) / 1000)
    }
  }

  private func floats(_ text: String) -> [Float] {
    let bytes = Array(Data(base64Encoded: text) ?? Data())
    return stride(from: 0, to: bytes.count, by: 4).map { index in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1)) })
    }
  }

  @Test(
    "few points are left, every one was measured, and each stretch keeps its extremes",
    arguments: 0..<10
  )
  func extremes(_ seed: Int) throws {
    let all = samples(seed, 5000)
    let kept = SignalEnvelope.thinned(all, count: 400, whole: [])
    #expect(kept.count <= 402)
    #expect(kept == Array(Set(kept)).sorted())
    #expect(kept.first == 0 && kept.last == all.count - 1)
    let first = try #require(all.first)
    let last = try #require(all.last)
    // The oracle sorts all samples into their stretches first.
    let stretches = Dictionary(grouping: all.indices) { index in
      Int((all[index].t - first.t) / (last.t - first.t) * 200)
    }
    let values = Set(kept.map { all[$0].value })
    for members in stretches.values {
      let sorted = members.map { all[$0].value }.sorted()
      #expect(sorted.first.map(values.contains) == true)
      #expect(sorted.last.map(values.contains) == true)
    }
  }

  @Test("what is to be looked at closely is kept whole, as far as the budget reaches")
  func whole() {
    let all = (0..<10_000).map { SignalEnvelope.Sample(t: Double($0) / 100, value: 1) }
    let kept = SignalEnvelope.thinned(all, count: 200, whole: [50...51, 70...70.1])
    #expect(Set(5000...5100).isSubset(of: kept))
    #expect(Set(7000...7010).isSubset(of: kept))
    #expect(SignalEnvelope.thinned(all, count: 200, whole: [0...100]).count <= 403)
  }

  @Test("short signals are kept as they are, at their own times, and the line breaks at a pause")
  func packed() throws {
    let envelope = try #require(
      SignalEnvelope(
        [.init(t: 13, value: 3), .init(t: 10, value: 1), .init(t: 10.1, value: 56.75)],
        count: 100,
        origin: 10
      )
    )
    #expect(envelope.samples == 3 && envelope.kept == 3)
    #expect(envelope.largest == 56.75 && envelope.largestAt == 10.1)
    #expect(floats(envelope.times) == [0, 0.1, 3].map { Float($0) })
    #expect(floats(envelope.values) == [1, 56.75, 3])
    let paused = try #require(
      SignalEnvelope(
        (0..<100).map { .init(t: Double($0) / 50 + ($0 < 50 ? 0 : 9), value: 1) },
        count: 200,
        origin: 0
      )
    )
    #expect(floats(paused.values).count { $0.isNaN } == 1)
    #expect(SignalEnvelope([], count: 10, origin: 0) == nil)
  }
}
