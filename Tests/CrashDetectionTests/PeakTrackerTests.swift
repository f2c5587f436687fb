import CrashDetection
import Foundation
import Testing

@Suite("PeakTracker")
struct PeakTrackerTests {
  private func vertex(of wave: (Double) -> Double, hz: Double, phase: Double) -> (Double, Bool) {
    var tracker = PeakTracker()
    var previous = 0.0
    for index in 0..<Int(hz / 2) {
      let reading = wave((Double(index) + phase) / hz)
      tracker.add(reading, previous: previous, interval: 1 / hz)
      previous = reading
    }
    let vertex = tracker.vertex
    return (vertex.value, vertex.isLowerBound)
  }

  @Test(
    "a half sine's peak is within 5 %, or a lower bound and says so",
    arguments: [25.0, 50, 100, 200],
    [0.05, 0.08, 0.1, 0.15]
  )
  func halfSine(hz: Double, seconds: Double) {
    for phase in stride(from: 0.0, to: 1, by: 0.05) {
      let (value, isLowerBound) = vertex(
        of: { $0 < 0.1 || $0 > 0.1 + seconds ? 0 : 20 * sin(.pi * ($0 - 0.1) / seconds) },
        hz: hz,
        phase: phase
      )
      if isLowerBound {
        #expect(value <= 20)
      } else {
        #expect(abs(value - 20) <= 1)
      }
      if hz >= 100 && seconds >= 0.1 { #expect(!isLowerBound) }
    }
  }

  @Test("a single reading between quiet ones is a lower bound")
  func spike() {
    var tracker = PeakTracker()
    tracker.add(10, previous: 0, interval: 0.01)
    #expect(tracker.vertex == (10, true))
    tracker.add(0, previous: 10, interval: 0.01)
    #expect(tracker.vertex == (10, true))
  }

  @Test("a flat top is taken as it is")
  func flat() {
    var tracker = PeakTracker()
    tracker.add(10, previous: 10, interval: 0.01)
    tracker.add(10, previous: 10, interval: 0.01)
    #expect(tracker.vertex == (10, false))
  }
}
