import CrashDetection
import Foundation
import MotionSamples
import Testing

@Suite("CrashEvent")
struct CrashEventTests {
  @Test("every output comes back from JSON bit for bit")
  func roundTrip() throws {
    let timeline = Timeline(hz: 100).drive(mps: 15, s: 10).pothole(peakG: 6, ms: 50)
      .drive(mps: 15, s: 8).pulse(deltaV: 15, ms: 120).rest(s: 20)
    let outputs = try Rig.run(timeline).outputs
    #expect(outputs.count >= 3)
    for output in outputs {
      let data = try JSONEncoder().encode(output)
      #expect(try JSONDecoder().decode(CrashOutput.self, from: data) == output)
    }
  }

  @Test("the contract's figures are those of the features")
  func figures() throws {
    let timeline = Timeline(hz: 100).drive(mps: 15, s: 10).pulse(deltaV: 15, ms: 120).rest(s: 20)
    let event = try #require(Rig.run(timeline).crashes.first)
    #expect(event.peakG == event.features.peakG)
    #expect(event.impactDurationMs == event.features.impactDurationMs)
    #expect(event.preImpactSpeedMps == event.features.impactSpeedMps)
    #expect(event.velocityChangeMps == event.features.velocityChange.magnitude)
    #expect((0...1).contains(event.confidence))
    #expect(event.location?.coordinate != nil)
  }
}
