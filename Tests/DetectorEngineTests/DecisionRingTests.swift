import DetectorEngine
import Testing

@Suite("DecisionRing")
struct DecisionRingTests {
  private func check(_ number: Int) -> DecisionCheck {
    DecisionCheck(
      timestamp: Timestamp(nanoseconds: Int64(number)),
      code: "test",
      measured: nil,
      threshold: nil,
      verdict: .passed
    )
  }

  @Test("the latest checks stay, in order", arguments: 1...5, 0...12)
  func latest(capacity: Int, count: Int) {
    var ring = DecisionRing(capacity: capacity)
    var log = DecisionLog()
    for number in 0..<count {
      ring.record(check(number))
      log.record(check(number))
    }
    #expect(ring.checks == Array(log.checks.suffix(capacity)))
    #expect(ring.overwrittenCount == max(0, count - capacity))
  }

  @Test("a ring keeps at least one check", arguments: [0, -1, Int.min])
  func atLeastOne(capacity: Int) {
    var ring = DecisionRing(capacity: capacity)
    ring.record(check(1))
    ring.record(check(2))
    #expect(ring.checks == [check(2)])
  }
}
