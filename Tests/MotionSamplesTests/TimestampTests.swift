import MotionSamples
import Testing

@Suite("Timestamp")
struct TimestampTests {
  @Test("differences across the whole line do not overflow")
  func extremeDifferences() {
    let span = Timestamp.distantFuture.seconds(since: .distantPast)
    #expect(abs(span - 18_446_744_073.709_55) < 1e-4)
    #expect(Timestamp.distantPast.seconds(since: .distantFuture) == -span)
  }

  @Test("sums are held at the ends of the line")
  func saturation() {
    #expect(Timestamp.distantFuture.advanced(bySeconds: 1) == .distantFuture)
    #expect(Timestamp.distantPast.advanced(bySeconds: -1) == .distantPast)
    #expect(Timestamp(nanoseconds: 5).advanced(bySeconds: .infinity) == .distantFuture)
    #expect(Timestamp(nanoseconds: 5).advanced(bySeconds: -.infinity) == .distantPast)
    #expect(Timestamp(nanoseconds: 5).advanced(bySeconds: .nan) == Timestamp(nanoseconds: 5))
  }

  @Test(
    "seconds become the nearest nanosecond, or nothing",
    arguments: [
      (0.0, 0), (1.5, 1_500_000_000), (-0.000_000_001, -1), (1.000_000_000_4, 1_000_000_000),
    ]
  )
  func fromSeconds(seconds: Double, nanoseconds: Int) {
    #expect(Timestamp(seconds: seconds)?.nanoseconds == Int64(nanoseconds))
  }

  @Test(
    "seconds off the line are refused",
    arguments: [
      Double.nan, .infinity, -.infinity, 9.3e9, -9.3e9,
    ]
  )
  func offTheLine(seconds: Double) {
    #expect(Timestamp(seconds: seconds) == nil)
  }
}
