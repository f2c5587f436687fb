import MotionSamples
import Testing

@Suite("Sensor samples: units and signs")
struct SampleUnitTests {
  private let time = Timestamp(nanoseconds: 7)

  @Test("a phone flat on a table reads the same through Android's and Core Motion's door")
  func acceleration() {
    let android = AccelerationSample(
      timestamp: time,
      metersPerSecondSquared: Vector3(0, 0, 9.80665)
    )
    // Core Motion reports gravity itself, which points down: −1 g along z.
    let coreMotion = AccelerationSample(timestamp: time, coreMotionG: Vector3(0, 0, -1))
    #expect(android == coreMotion)
    #expect(coreMotion.timestamp == time)
  }

  @Test("a degree a second is π/180 rad/s, the sign stays")
  func rotation() {
    let sample = RotationSample(timestamp: time, degreesPerSecond: Vector3(180, -90, 0))
    #expect(sample.rotationRate == Vector3(.pi, -.pi / 2, 0))
    #expect(
      RotationSample(timestamp: time, radiansPerSecond: Vector3(1, 2, 3)).rotationRate
        == Vector3(1, 2, 3)
    )
  }

  @Test("the magnetometer's reading is taken as it is")
  func magneticField() {
    let sample = MagneticFieldSample(timestamp: time, microteslas: Vector3(20, 0, -43))
    #expect(sample.field == Vector3(20, 0, -43))
  }

  @Test(
    "an activity's confidence is held in 0 to 100",
    arguments: [(-1, 0), (0, 0), (75, 75), (100, 100), (101, 100), (Int.max, 100), (Int.min, 0)]
  )
  func confidence(given: Int, held: Int) {
    let sample = ActivitySample(timestamp: time, activity: .walking, confidence: given)
    #expect(sample.confidence == held)
    #expect(sample.activity == .walking)
  }

  @Test("activities have the names that platforms' records use")
  func activityNames() {
    #expect(
      Activity.allCases.map(\.rawValue) == [
        "in_vehicle", "on_bicycle", "on_foot", "running", "walking", "still", "tilting", "unknown",
      ]
    )
  }
}
