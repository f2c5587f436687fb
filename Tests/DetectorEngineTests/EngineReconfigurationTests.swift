import DetectorEngine
import Testing

@Suite("Reconfiguration")
struct EngineReconfigurationTests {
  /// Reconfigures the drive's engine and keeps the outputs.
  private func reconfigure(
    _ drive: inout EngineDrive,
    _ change: (inout EngineConfiguration) -> Void
  ) throws {
    var configuration = drive.engine.configuration
    change(&configuration)
    var outputs: [EngineOutput] = []
    var trail = NoTrail()
    try drive.engine.reconfigure(configuration, at: drive.now, trail: &trail) {
      outputs.append($0)
    }
    drive.outputs += outputs
  }

  @Test("an open episode lives through a change of thresholds")
  func openEpisode() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: 15, seconds: 8, turn: handling)
    let before = drive.engine.recordBuilt(for: .upload).extras
    #expect(!before.isEmpty)
    try reconfigure(&drive) { $0.distractionDetection.minSpeed = 8 }
    #expect(drive.engine.recordBuilt(for: .upload).extras == before)
    drive.drive(mps: 15, seconds: 4, turn: handling)
    drive.drive(mps: 15, seconds: 12)
    #expect(drive.episodes.count == 1)
    #expect(drive.episodes.first?.startUnixSeconds == before.dds)
  }

  @Test("switching distraction off closes an open episode with its one event")
  func switchedOff() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: 15, seconds: 8, turn: handling)
    try reconfigure(&drive) { $0.distractionDetection.enabled = false }
    #expect(drive.episodes.count == 1)
    drive.drive(mps: 15, seconds: 12)
    #expect(drive.episodes.count == 1)
  }

  @Test(
    "a waiting crash candidate is confirmed although crash detection was switched off meanwhile"
  )
  func waitingCandidate() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    #expect(drive.crashes.count == 1)
    try reconfigure(&drive) { $0.crashDetection.enabled = false }
    drive.drive(mps: 0, seconds: 18)
    #expect(drive.confirmedCrashes.count == 1)
  }

  @Test("a configuration that is refused changes nothing")
  func refused() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    let before = drive.engine.configuration
    #expect(throws: ConfigurationError.self) {
      try reconfigure(&drive) { $0.crashDetection.minSpeed = .nan }
    }
    #expect(drive.engine.configuration == before)
    #expect(drive.engine.isMoving == true)
  }

  @Test("health tells what is armed, what came in and how old the fixes are")
  func health() throws {
    var drive = try EngineDrive()
    #expect(drive.engine.health(at: drive.now).isMoving == nil)
    #expect(drive.engine.health(at: drive.now).rawFixAge == nil)
    drive.drive(mps: 15, seconds: 12)
    let health = drive.engine.health(at: drive.now)
    #expect(health.isMoving == true)
    #expect(health.armedDetectors == [.crash, .distraction])
    #expect(health.fixCounts.accepted == 12)
    #expect(health.acceptedFixAge == 1)
    let rate = try #require(health.channels[.acceleration]?.rateHz)
    #expect(abs(rate - 100) < 0.01)
    #expect(health.channels[.acceleration]?.counts.rejected == 0)
    #expect(health.channels[.magneticField]?.rateHz == nil)
    drive.send(.paceChange(isMoving: false))
    #expect(drive.engine.health(at: drive.now).armedDetectors == [])
  }
}
