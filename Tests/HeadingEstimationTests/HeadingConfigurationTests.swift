import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("HeadingConfiguration")
struct HeadingConfigurationTests {
  @Test("headings are off until they are asked for")
  func off() {
    #expect(!HeadingConfiguration().enabled)
    #expect(!HeadingConfiguration().runsRegardlessOfMotion)
  }

  @Test("the smoother's options stand beside the switch, and a missing key has its default")
  func partial() throws {
    let decoded = try JSONDecoder().decode(
      HeadingConfiguration.self,
      from: Data(
        #"{"enabled": true, "minIntervalMs": 100, "estimator": {"gravityTauSec": 2, "calibration": {"memoryPoints": 900}}}"#
          .utf8
      )
    )
    var expected = HeadingConfiguration()
    expected.enabled = true
    expected.smoother.minIntervalMs = 100
    expected.estimator.gravityTauSec = 2
    expected.estimator.calibration.memoryPoints = 900
    #expect(decoded == expected)
  }

  @Test("a configuration comes back from JSON")
  func roundTrip() throws {
    var configuration = HeadingConfiguration()
    configuration.enabled = true
    configuration.edge = .left
    configuration.smoother.smoothingTauMs = 7
    configuration.estimator.fieldNoise = 3
    let data = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(HeadingConfiguration.self, from: data) == configuration)
  }

  @Test(
    "a value outside its range is named with its section",
    arguments: [
      (\HeadingConfiguration.smoother.minDeltaDeg, -1, "heading.minDeltaDeg"),
      (\HeadingConfiguration.estimator.blockSec, 0, "headingEstimator.blockSec"),
      (\HeadingConfiguration.estimator.gravityTauSec, .nan, "headingEstimator.gravityTauSec"),
      (\HeadingConfiguration.estimator.accuracyScale, 11, "headingEstimator.accuracyScale"),
      (
        \HeadingConfiguration.estimator.calibration.memoryPoints, 1,
        "magneticCalibration.memoryPoints"
      ),
    ] as [(WritableKeyPath<HeadingConfiguration, Double> & Sendable, Double, String)]
  )
  func ranges(
    path: WritableKeyPath<HeadingConfiguration, Double> & Sendable,
    value: Double,
    field: String
  ) throws {
    var configuration = HeadingConfiguration()
    #expect(throws: Never.self) { try HeadingDetector(configuration) }
    configuration[keyPath: path] = value
    let error = #expect(throws: ConfigurationError.self) { try HeadingDetector(configuration) }
    #expect(error?.field == field)
  }
}
