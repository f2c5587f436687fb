import Foundation
import MotionSamples
import MotionState
import Testing

@Suite("MotionChangeEvent")
struct MotionChangeEventTests {
  @Test("a transition without location comes back from JSON without one")
  func roundTrip() throws {
    let event = MotionChangeEvent(
      timestamp: Timestamp(nanoseconds: 7),
      isMoving: true,
      location: nil
    )
    let data = try JSONEncoder().encode(event)
    #expect(try JSONDecoder().decode(MotionChangeEvent.self, from: data) == event)
  }
}
