import CrashDetection
import Foundation
import MotionSamples
import Testing

@Suite("CrashConfiguration")
struct CrashConfigurationTests {
  /// Every number with its range, as documented.
  static let ranges: [(field: String, lowest: Double, highest: Double)] =
    [
      ("minSpeed", 0.0, 100.0),
      ("impactThreshold", 1.0, 50.0),
      ("durationThreshold", 0.5, 20.0),
      ("minimumDurationMs", 1.0, 300.0),
      ("maximumStretchMs", 50.0, 5000.0),
      ("maximumDurationMs", 50.0, 20000.0),
      ("bounceTimeMs", 5.0, 1000.0),
      ("minimumCrossAxisMotion", 0.0, 5.0),
      ("minimumVelocityChange", 0.0, 20.0),
      ("minimumLooseImpulse", 0.0, 50.0), ("crashVelocityChange", 0.0, 20.0),
      ("minimumHorizontalVelocityChange", 0.0, 20.0),
      ("inertialVelocityChange", 0.0, 30.0),
      ("freeFallThreshold", 0.05, 0.9),
      ("minimumFreeFallMs", 20.0, 2000.0),
      ("freeFallRecencyMs", 0.0, 2000.0),
      ("fallVelocityFactor", 0.0, 10.0),
      ("bounceChainSec", 0.0, 10.0),
      ("handlingAcceleration", 0.2, 20.0),
      ("handlingRotationRate", 0.2, 35.0),
      ("speedLookBackSec", 1.0, 60.0),
      ("fixLagSec", 0.0, 10.0),
      ("collapseFraction", 0.0, 0.95),
      ("tyreLimit", 0.5, 3.0),
      ("speedTolerance", 0.0, 20.0),
      ("collapseDeadlineSec", 2.0, 120.0),
      ("inertialDelaySec", 0.0, 120.0),
      ("restVibration", 0.05, 5.0),
      ("minimumRestSec", 0.1, 60.0),
      ("refractorySec", 0.0, 300.0),
    ]

  private func decoded(_ json: String) throws -> CrashConfiguration {
    try JSONDecoder().decode(CrashConfiguration.self, from: Data(json.utf8))
  }

  @Test("partial JSON takes the defaults for what it leaves out, and null reads as missing")
  func partial() throws {
    var expected = CrashConfiguration()
    expected.enabled = true
    expected.minSpeed = 8
    expected.lossConfirmations = 2
    let json = #"{"enabled": true, "minSpeed": 8, "impactThreshold": null, "lossConfirmations": 2}"#
    #expect(try decoded(json) == expected)
    #expect(try decoded("{}") == CrashConfiguration())
  }

  @Test("a configuration comes back from JSON")
  func roundTrip() throws {
    var configuration = CrashConfiguration()
    configuration.refractorySec = 7.25
    let data = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(CrashConfiguration.self, from: data) == configuration)
  }

  @Test("the contract's defaults")
  func defaults() throws {
    let configuration = CrashConfiguration()
    #expect(!configuration.enabled)
    #expect(configuration.minSpeed == 11.11)
    #expect(configuration.impactThreshold == 4)
    try configuration.validate()
  }

  @Test("each number is refused below and above its range and taken within", arguments: ranges)
  func bounds(field: String, lowest: Double, highest: Double) throws {
    func error(_ value: Double) throws -> ConfigurationError? {
      let configuration = try decoded(#"{"\#(field)": \#(value)}"#)
      do throws(ConfigurationError) {
        try configuration.validate()
        return nil
      } catch {
        return error
      }
    }
    for outside in [lowest.nextDown, highest.nextUp] {
      let error = try #require(try error(outside))
      #expect(error.field == "crashDetection.\(field)")
      #expect(error.value == "\(outside)")
      #expect(error.allowed.hasPrefix("\(lowest)...\(highest)"))
    }
    // At the ends only the order against other fields can be refused.
    for inside in [lowest, highest] {
      if let error = try error(inside) { #expect(error.allowed.hasPrefix("at most")) }
    }
  }

  @Test("whole numbers and orders are checked, too")
  func orders() throws {
    func field(_ json: String) throws -> String? {
      let configuration = try decoded(json)
      do throws(ConfigurationError) {
        try configuration.validate()
        return nil
      } catch {
        return error.field
      }
    }
    #expect(try field(#"{"lossConfirmations": -1}"#) == "crashDetection.lossConfirmations")
    #expect(try field(#"{"lossConfirmations": 0}"#) == nil)
    #expect(try field(#"{"lossConfirmations": 5}"#) == nil)
    #expect(try field(#"{"lossConfirmations": 6}"#) == "crashDetection.lossConfirmations")
    #expect(try field(#"{"durationThreshold": 4.0}"#) == nil)
    #expect(try field(#"{"durationThreshold": 4.1}"#) == "crashDetection.durationThreshold")
    #expect(try field(#"{"minimumVelocityChange": 2.6}"#) == "crashDetection.minimumVelocityChange")
    #expect(try field(#"{"inertialDelaySec": 15.1}"#) == "crashDetection.inertialDelaySec")
    #expect(
      try field(#"{"fixLagSec": 3, "collapseDeadlineSec": 2.5, "inertialDelaySec": 1}"#)
        == "crashDetection.fixLagSec"
    )
  }

  @Test("a detector refuses what the configuration refuses")
  func detector() {
    var configuration = CrashConfiguration()
    configuration.minSpeed = .nan
    #expect(throws: ConfigurationError.self) { try CrashDetector(configuration) }
  }
}
