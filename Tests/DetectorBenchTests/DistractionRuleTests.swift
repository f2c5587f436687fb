import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("Baseline rules for distraction")
struct DistractionRuleTests {
  /// A phone at 50 Hz whose reading is given for each instant, with one fix at the start.
  private func recording(
    seconds: Double = 40,
    speedMps: Double = 20,
    _ acceleration: (Double) -> Vector3
  ) -> Recording {
    var recording = Recording()
    recording.append(.fix(LocationFix(timestamp: Timestamp(nanoseconds: 0), speed: speedMps)))
    for index in 0..<Int(seconds * 50) {
      let time = Double(index) / 50
      recording.append(
        .acceleration(
          AccelerationSample(
            timestamp: Timestamp(nanoseconds: Int64(index) * 20_000_000),
            metersPerSecondSquared: acceleration(time)
          )
        )
      )
    }
    return recording
  }

  private func episodes(_ rule: some DetectionRule, _ recording: Recording) -> [ReplayedEvent] {
    var (rule, log) = (rule, ReplayLog())
    rule.replay(recording, log: &log)
    return log.events
  }

  /// Gravity in an attitude that swings between 0 and so many degrees, in 4 s there and back, from 10 to 20 s.
  private func swinging(_ degrees: Double) -> (Double) -> Vector3 {
    { time in
      let isOn = time >= 10 && time < 20
      let angle = isOn ? degrees * (1 - cosine((time - 10) * .pi / 2)) / 2 : 0
      let radians = angle * PhysicalConstants.radiansPerDegree
      return Vector3(sine(radians), 0, cosine(radians)) * PhysicalConstants.standardGravity
    }
  }

  @Test("a phone that swings by much more than 20 degrees is handled", arguments: [15.0, 90])
  func tilt(degrees: Double) {
    let found = episodes(TiltRule(), recording(swinging(degrees)))
    #expect(found.count == (degrees > 20 ? 1 : 0))
    #expect(found.allSatisfy { abs(($0.number(.start) ?? 0) - 10.5) < 1.5 })
  }

  @Test("the vehicle's acceleration counts as tilt, which is what is wrong with it")
  func tiltByBraking() {
    let found = episodes(
      TiltRule(),
      recording { time in
        Vector3(time >= 10 && Int(time / 3) % 2 == 0 ? 5 : 0, 0, PhysicalConstants.standardGravity)
      }
    )
    #expect(found.count == 1)
  }

  @Test("variance of 1 counts and less does not", arguments: [(0.99, 0), (1.01, 1)])
  func variance(deviation: Double, count: Int) {
    // Two values in turn deviate by as much as each of them lies from their mean.
    var isUp = false
    let found = episodes(
      VarianceRule(),
      recording { time in
        isUp.toggle()
        let shake = time >= 10 && time < 20 ? (isUp ? deviation : -deviation) : 0
        return Vector3(0, 0, PhysicalConstants.standardGravity + shake)
      }
    )
    #expect(found.count == count)
  }

  @Test(
    "episodes need 5 s and 5 m/s",
    arguments: [(3.5, 20.0, 0), (8, 20, 1), (8, 4.9, 0), (8, 5, 1)]
  )
  func limits(seconds: Double, speed: Double, count: Int) {
    var isUp = false
    let found = episodes(
      VarianceRule(),
      recording(speedMps: speed) { time in
        isUp.toggle()
        let shake = time >= 10 && time < 10 + seconds ? (isUp ? 3.0 : -3.0) : 0
        return Vector3(0, 0, PhysicalConstants.standardGravity + shake)
      }
    )
    #expect(found.count == count)
  }
}
