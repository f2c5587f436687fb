import CrashDetection
import Foundation
import MotionSamples
import Testing

@Suite("CrashEvent")
struct CrashEventTests {
  @Test("an event comes back from JSON bit for bit")
  func roundTrip() throws {
    let event = CrashEvent(
      timestamp: Timestamp(nanoseconds: 7),
      peakG: 12.3,
      impactDurationMs: 91.7,
      preImpactSpeedMps: 16.6,
      location: nil
    )
    let data = try JSONEncoder().encode(event)
    #expect(try JSONDecoder().decode(CrashEvent.self, from: data) == event)
  }
}
