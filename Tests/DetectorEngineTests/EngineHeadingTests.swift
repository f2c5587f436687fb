import DetectorEngine
import Testing

@Suite("Headings of the engine")
struct EngineHeadingTests {
  private static var configuration: EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.heading.enabled = true
    return configuration
  }

  /// Lets the phone lie flat, its top to the east, for some seconds, with all three sensors at 100 Hz.
  private func lie(_ drive: inout EngineDrive, seconds: Double) {
    let begin = drive.now
    for tick in 0..<Int(seconds * 100) {
      drive.now = begin.advanced(bySeconds: Double(tick) / 100)
      // Earth's field of 20 µT to the north and 40 µT down, seen by a phone whose x axis points south.
      let field = MagneticFieldSample(timestamp: drive.now, microteslas: Vector3(-20, 0, -40))
      let rest = AccelerationSample(
        timestamp: drive.now,
        metersPerSecondSquared: Vector3(0, 0, PhysicalConstants.standardGravity)
      )
      let still = RotationSample(timestamp: drive.now, radiansPerSecond: .zero)
      drive.send(.sensor(.magneticField(field)))
      drive.send(.sensor(.rotation(still)))
      drive.send(.sensor(.acceleration(rest)))
    }
    drive.now = begin.advanced(bySeconds: seconds)
  }

  private func headings(_ drive: EngineDrive) -> [HeadingEvent] {
    drive.outputs.compactMap { if case .heading(let event) = $0 { event } else { nil } }
  }

  @Test("headings come only while the phone is on the move")
  func armedByMotion() throws {
    var drive = try EngineDrive(Self.configuration)
    lie(&drive, seconds: 2)
    #expect(headings(drive).isEmpty)
    drive.send(.paceChange(isMoving: true))
    lie(&drive, seconds: 4)
    let whileMoving = headings(drive)
    #expect(whileMoving.count > 50)
    drive.send(.paceChange(isMoving: false))
    lie(&drive, seconds: 2)
    // What the gate still held back belongs to the time before.
    #expect(headings(drive).count - whileMoving.count <= 1)
  }

  @Test("a compass on the screen runs regardless of motion")
  func regardlessOfMotion() throws {
    var configuration = Self.configuration
    configuration.heading.runsRegardlessOfMotion = true
    var drive = try EngineDrive(configuration)
    lie(&drive, seconds: 4)
    let last = try #require(headings(drive).last)
    #expect(abs(last.heading - 90) < 1)
    #expect(!last.isTrue)
  }

  @Test("with a fix and a clock within the model's years the heading is true")
  func trueNorth() throws {
    var configuration = Self.configuration
    configuration.heading.runsRegardlessOfMotion = true
    var drive = try EngineDrive(configuration)
    // 2026-12-01, in Munich, where the declination is about 4.5° east.
    drive.send(.clock(try #require(ClockAnchor(monotonic: drive.now, unixSeconds: 1_796_083_200))))
    drive.send(.fix(drive.fix(mps: 0)))
    lie(&drive, seconds: 4)
    let last = try #require(headings(drive).last)
    #expect(last.isTrue)
    #expect(abs(last.heading - 94.5) < 1.5)
  }
}
