import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("HeadingSmootherConfiguration")
struct HeadingSmootherConfigurationTests {
  @Test("the defaults are 120 ms, 40 ms and 0.5°")
  func defaults() {
    let configuration = HeadingSmootherConfiguration()
    #expect(configuration.smoothingTauMs == 120)
    #expect(configuration.minIntervalMs == 40)
    #expect(configuration.minDeltaDeg == 0.5)
  }

  @Test("a missing key has its default")
  func partial() throws {
    let decoded = try JSONDecoder().decode(
      HeadingSmootherConfiguration.self,
      from: Data(#"{"minDeltaDeg": 2}"#.utf8)
    )
    #expect(decoded == HeadingSmootherConfiguration(minDeltaDeg: 2))
  }

  @Test(
    "values are held to their ranges",
    arguments: [
      (HeadingSmootherConfiguration(smoothingTauMs: 0), true),
      (HeadingSmootherConfiguration(smoothingTauMs: -0.001), false),
      (HeadingSmootherConfiguration(smoothingTauMs: 60_000), true),
      (HeadingSmootherConfiguration(smoothingTauMs: 60_000.1), false),
      (HeadingSmootherConfiguration(smoothingTauMs: .nan), false),
      (HeadingSmootherConfiguration(minIntervalMs: 0), true),
      (HeadingSmootherConfiguration(minIntervalMs: -1), false),
      (HeadingSmootherConfiguration(minIntervalMs: 60_001), false),
      (HeadingSmootherConfiguration(minDeltaDeg: 0), true),
      (HeadingSmootherConfiguration(minDeltaDeg: 180), true),
      (HeadingSmootherConfiguration(minDeltaDeg: 180.1), false),
      (HeadingSmootherConfiguration(maximumGapSec: 0.02), true),
      (HeadingSmootherConfiguration(maximumGapSec: 0.019), false),
      (HeadingSmootherConfiguration(maximumGapSec: .infinity), false),
    ]
  )
  func ranges(configuration: HeadingSmootherConfiguration, isValid: Bool) {
    if isValid {
      #expect(throws: Never.self) { try HeadingSmoother(configuration) }
    } else {
      #expect(throws: ConfigurationError.self) { try HeadingSmoother(configuration) }
    }
  }
}
