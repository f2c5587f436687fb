import MotionSamples
import Testing

@Suite("SampleGate: rate")
struct SampleGateRateTests {
  @Test("the rate is measured from 10 to 400 Hz", arguments: [10.0, 25, 50, 100, 104, 200, 400])
  func measured(hz: Double) throws {
    var run = try GateRun()
    run.finish((0..<100).map { acceleration(Double($0) * 1000 / hz) })
    let rate = try #require(run.gate.rateHz(of: .acceleration))
    #expect(abs(rate - hz) < hz * 1e-6)
    #expect(run.gate.rateHz(of: .rotation) == nil)
  }

  @Test("nothing is measured before there are eight intervals")
  func tooFew() throws {
    var run = try GateRun()
    run.finish((0..<8).map { acceleration(Double($0) * 10) })
    #expect(run.gate.rateHz(of: .acceleration) == nil)
    run.finish([acceleration(80)])
    #expect(run.gate.rateHz(of: .acceleration) != nil)
  }

  @Test(
    "dropped readings, jitter and gaps do not disturb it",
    arguments: 1...10 as ClosedRange<UInt64>
  )
  func robust(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var run = try GateRun()
    var stream: [SensorSample] = []
    for step in 0..<500 where Int.random(in: 0..<10, using: &random) != 0 {
      let pause = step < 480 ? 0.0 : 5000
      stream.append(
        acceleration(pause + Double(step) * 10 + Double.random(in: -3...3, using: &random))
      )
    }
    run.finish(stream)
    let rate = try #require(run.gate.rateHz(of: .acceleration))
    #expect(abs(rate - 100) < 15)
  }

  @Test(
    "an accelerometer below the bar is reported once, one at it is not, and 25 Hz less a clock error is not",
    arguments: [
      (10.0, true), (22.9, true), (23, false), (23.1, false), (24.4, false), (100, false),
    ]
  )
  func tooLow(hz: Double, isReported: Bool) throws {
    var run = try GateRun()
    run.finish((0..<200).map { acceleration((Double($0) * 1000 / hz * 1000).rounded() / 1000) })
    let reports = run.log.checks.filter { $0.code == "sampleRateTooLow" }
    #expect(reports.count == (isReported ? 1 : 0))
    if let report = reports.first {
      #expect(report.threshold == 23 && report.verdict == .failed)
      #expect(abs((report.measured ?? 0) - hz) < 0.01)
    }
  }

  @Test("a slow gyroscope or magnetometer is no decision")
  func othersMayBeSlow() throws {
    var run = try GateRun()
    run.finish((0..<100).flatMap { [rotation(Double($0) * 100), magneticField(Double($0) * 100)] })
    #expect(run.log.checks.isEmpty)
  }
}
