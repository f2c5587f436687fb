import DetectorEngine
import Testing

@Suite("A sensor clock that is set back")
struct EngineClockResetTests {
  private static let daySec = 86_400.0

  /// Goes on with sensor readings alone, whose own clock is a day behind.
  private func goOn(_ drive: inout EngineDrive, seconds: Double, turn: (Double) -> Vector3) {
    let begin = drive.now
    for tick in 0..<Int(seconds * 100) {
      let elapsed = Double(tick) / 100
      drive.now = begin.advanced(bySeconds: elapsed)
      let sensorTime = drive.now.advanced(bySeconds: -Self.daySec)
      let rest = Vector3(0, 0.1, PhysicalConstants.standardGravity)
      drive.send(
        .sensor(.rotation(RotationSample(timestamp: sensorTime, radiansPerSecond: turn(elapsed))))
      )
      drive.send(
        .sensor(
          .acceleration(
            AccelerationSample(timestamp: sensorTime, metersPerSecondSquared: rest)
          )
        )
      )
    }
  }

  @Test("an open episode is closed once, with its length on the old time line")
  func openEpisode() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: 15, seconds: 10, turn: handling)
    goOn(&drive, seconds: 10) { _ in .zero }
    #expect(drive.episodes.count == 1)
    let event = try #require(drive.episodes.first)
    #expect(abs(event.durationSec - 10) < 1.5)
    #expect(drive.engine.health(at: drive.now).armedDetectors == [.crash, .distraction])
  }

  @Test("a waiting crash candidate is settled once")
  func waitingCandidate() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    #expect(drive.crashes.count == 1)
    goOn(&drive, seconds: 10) { _ in .zero }
    #expect(drive.crashes.count == 2)
  }
}
