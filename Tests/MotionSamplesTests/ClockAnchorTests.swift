import MotionSamples
import Testing

@Suite("ClockAnchor")
struct ClockAnchorTests {
  private let boot = Timestamp(nanoseconds: 5_000_000_000)

  @Test("wall-clock time and the time line lead to each other")
  func bothWays() throws {
    let anchor = try #require(ClockAnchor(monotonic: boot, unixSeconds: 1_700_000_000))
    #expect(anchor.unixSeconds(at: boot) == 1_700_000_000)
    #expect(anchor.unixSeconds(at: Timestamp(nanoseconds: 4_500_000_000)) == 1_699_999_999.5)
    #expect(anchor.timestamp(atUnixSeconds: 1_700_000_001.25).nanoseconds == 6_250_000_000)
  }

  @Test("a wall clock that is not finite is none", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(seconds: Double) {
    #expect(ClockAnchor(monotonic: boot, unixSeconds: seconds) == nil)
  }

  @Test("times off the line are held at its ends")
  func ends() throws {
    let anchor = try #require(ClockAnchor(monotonic: boot, unixSeconds: 0))
    #expect(anchor.timestamp(atUnixSeconds: 1e300) == .distantFuture)
    #expect(anchor.timestamp(atUnixSeconds: -1e300) == .distantPast)
    #expect(anchor.timestamp(atUnixSeconds: .nan) == boot)
  }
}
