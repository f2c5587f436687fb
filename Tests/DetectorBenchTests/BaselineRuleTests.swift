import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("Baseline rules")
struct BaselineRuleTests {
  /// A phone that lies flat at 100 Hz with one fix at the start, and spikes added along z, in g.
  private func recording(speedMps: Double, spikes: [(t: Double, g: Double)]) -> Recording {
    var recording = Recording()
    recording.append(.fix(LocationFix(timestamp: Timestamp(nanoseconds: 0), speed: speedMps)))
    for index in 0..<2000 {
      let t = Timestamp(nanoseconds: Int64(index) * 10_000_000)
      let spike = spikes.first { abs($0.t - t.seconds) < 1e-9 }?.g ?? 0
      recording.append(
        .acceleration(
          AccelerationSample(
            timestamp: t,
            metersPerSecondSquared: Vector3(0, 0, (1 + spike) * PhysicalConstants.standardGravity)
          )
        )
      )
    }
    return recording
  }

  private func instants(_ rule: some DetectionRule, _ recording: Recording) -> [Double] {
    var (rule, log) = (rule, ReplayLog())
    rule.replay(recording, log: &log)
    return log.events.map(\.timestamp.seconds)
  }

  @Test(
    "4 g of acceleration less gravity count, just less don't",
    arguments: [(3.999, 0), (4.001, 1)]
  )
  func contractPeak(g: Double, count: Int) {
    let recording = recording(speedMps: 20, spikes: [(5, g)])
    #expect(instants(PeakAndSpeedRule(), recording).count == count)
  }

  @Test("11.11 m/s count, just less don't", arguments: [(11.10, 0), (11.11, 1)])
  func contractSpeed(speed: Double, count: Int) {
    let recording = recording(speedMps: speed, spikes: [(5, 6)])
    #expect(instants(PeakAndSpeedRule(), recording).count == count)
  }

  @Test("nothing keeps a bounce from counting again, but one crossing counts once")
  func contractBounce() {
    let recording = recording(speedMps: 20, spikes: [(5, 6), (5.01, 7), (5.1, 6)])
    #expect(instants(PeakAndSpeedRule(), recording) == [5, 5.1])
  }

  @Test("2 g count with gravity included, just less don't", arguments: [(0.999, 0), (1.001, 1)])
  func twoGPeak(g: Double, count: Int) {
    #expect(instants(TwoGRule(), recording(speedMps: 20, spikes: [(5, g)])).count == count)
  }

  @Test("25 km/h count, just less don't", arguments: [(6.94, 0), (6.95, 1)])
  func twoGSpeed(speed: Double, count: Int) {
    #expect(instants(TwoGRule(), recording(speedMps: speed, spikes: [(5, 3)])).count == count)
  }

  @Test("five seconds of quiet follow an event")
  func twoGRefractory() {
    let recording = recording(speedMps: 20, spikes: [(5, 3), (9.99, 3), (10, 3), (12, 3)])
    #expect(instants(TwoGRule(), recording) == [5, 10])
  }

  @Test("an unknown speed keeps the last known one, and none at all gives nothing")
  func unknownSpeed() {
    for rule in [PeakAndSpeedRule() as any DetectionRule, TwoGRule()] {
      var recording = Recording()
      func spike(_ seconds: Int64) -> RecordedInput {
        .acceleration(
          AccelerationSample(
            timestamp: Timestamp(nanoseconds: seconds * 1_000_000_000),
            metersPerSecondSquared: Vector3(0, 0, seconds % 2 == 1 ? 90 : 9.8)
          )
        )
      }
      func fix(_ seconds: Int64, _ speed: Double?) -> RecordedInput {
        .fix(LocationFix(timestamp: Timestamp(nanoseconds: seconds * 1_000_000_000), speed: speed))
      }
      let inputs = [
        spike(0), spike(1), spike(2), fix(2, 20), spike(4), fix(6, nil), spike(8), spike(9),
      ]
      inputs.forEach { recording.append($0) }
      #expect(instants(rule, recording) == [9])
    }
  }
}
