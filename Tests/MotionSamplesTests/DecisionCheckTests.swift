import MotionSamples
import Testing

@Suite("Decision trails")
struct DecisionCheckTests {
  private func check(_ code: String) -> DecisionCheck {
    DecisionCheck(
      timestamp: Timestamp(nanoseconds: 1),
      code: code,
      measured: 2,
      threshold: 3,
      verdict: .failed
    )
  }

  @Test("the log keeps checks in order until it is told to forget")
  func log() {
    var log = DecisionLog()
    log.record(check("a"))
    log.record(check("b"))
    #expect(log.checks == [check("a"), check("b")])
    log.removeAll()
    #expect(log.checks.isEmpty)
  }

  @Test("the empty trail takes anything")
  func noTrail() {
    var trail = NoTrail()
    trail.record(check("a"))
    #expect(MemoryLayout.size(ofValue: trail) == 0)
  }

  @Test("a configuration error says field, value and range, with the unit where there is one")
  func configurationError() {
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationError.require(.nan, in: 1...2, unit: "g", field: "x.y")
    }
    #expect(error?.description == "x.y: nan is not allowed; expected 1.0...2.0 g")
    let bare = #expect(throws: ConfigurationError.self) {
      try ConfigurationError.require(3, in: 1...2, field: "n")
    }
    #expect(bare?.allowed == "1.0...2.0")
    #expect(throws: Never.self) { try ConfigurationError.require(2, in: 1...2, field: "n") }
  }
}
