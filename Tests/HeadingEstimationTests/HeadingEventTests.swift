import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("HeadingEvent")
struct HeadingEventTests {
  @Test("an event comes back from JSON bit for bit")
  func roundTrip() throws {
    let event = HeadingEvent(
      timestamp: Timestamp(nanoseconds: 7),
      heading: 359.9,
      accuracy: 4.2,
      isTrue: true
    )
    let data = try JSONEncoder().encode(event)
    #expect(try JSONDecoder().decode(HeadingEvent.self, from: data) == event)
  }
}
