import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("VehicleHeadingReplay")
struct VehicleHeadingReplayTests {
  @Test("the course from one fix to the next and the turns between them give the vehicle's heading")
  func drive() throws {
    var recording = Recording()
    var truth = "t,heading_deg\n"
    var (latitude, longitude, heading) = (48.0, 11.0, 40.0)
    for index in 0..<3000 {
      let timestamp = Timestamp(nanoseconds: Int64(index) * 10_000_000)
      let clockwise = (1000..<1900).contains(index) ? 10.0 : 0
      heading += clockwise / 100
      let step = 15.0 / 100 / 111_195
      latitude += step * cosine(heading * PhysicalConstants.radiansPerDegree)
      longitude +=
        step * sine(heading * PhysicalConstants.radiansPerDegree)
        / cosine(latitude * PhysicalConstants.radiansPerDegree)
      recording.append(
        .rotation(
          RotationSample(timestamp: timestamp, degreesPerSecond: Vector3(0, 0, -clockwise))
        )
      )
      recording.append(
        .acceleration(
          AccelerationSample(timestamp: timestamp, metersPerSecondSquared: Vector3(0, 0, 9.81))
        )
      )
      if index.isMultiple(of: 100) {
        recording.append(
          .fix(
            LocationFix(
              timestamp: timestamp,
              coordinate: Coordinate(latitude: latitude, longitude: longitude),
              speed: 15
            )
          )
        )
      }
      if index > 300 { truth += "\(timestamp.seconds),\(heading)\n" }
    }
    let score = try VehicleHeadingReplay.score(
      recording,
      against: HeadingTruth(text: Array(truth.utf8), file: "truth")
    )
    #expect(score.missing == 0)
    let rms = try #require(score.rootMeanSquare)
    // The course between two fixes is half a second old in a turn of 10° a second: 5°, of which the filter takes a share.
    #expect(rms < 4)
  }
}
