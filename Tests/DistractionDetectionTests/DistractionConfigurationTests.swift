import DistractionDetection
import Foundation
import MotionSamples
import Testing

@Suite("DistractionConfiguration")
struct DistractionConfigurationTests {
  static func decode(_ json: String) throws -> DistractionConfiguration {
    try JSONDecoder().decode(DistractionConfiguration.self, from: Data(json.utf8))
  }

  @Test("is off by default, with the defaults that hosts know")
  func defaults() throws {
    let configuration = try Self.decode("{}")
    #expect(configuration == DistractionConfiguration())
    #expect(!configuration.enabled)
    #expect(configuration.minSpeed == 5)
    #expect(configuration.minEpisodeSec == 5)
    #expect(configuration.maximumSpeedAgeSec == 15)
  }

  @Test("reads part of a section and keeps the rest")
  func partial() throws {
    let configuration = try Self.decode(#"{"enabled": true, "minSpeed": 7.5, "mergeGapSec": null}"#)
    var expected = DistractionConfiguration()
    expected.enabled = true
    expected.minSpeed = 7.5
    #expect(configuration == expected)
  }

  @Test("is the same after writing and reading")
  func roundTrip() throws {
    var configuration = DistractionConfiguration()
    configuration.beginTiltDeg = 31
    let bytes = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(DistractionConfiguration.self, from: bytes) == configuration)
  }

  @Test(
    "refuses a value outside its range by name",
    arguments: [
      ("minSpeed", -0.001, false), ("minSpeed", 0, true), ("minSpeed", 100, true),
      ("minSpeed", 100.001, false), ("minEpisodeSec", 0.499, false), ("minEpisodeSec", 0.5, true),
      ("minEpisodeSec", 600, true), ("minEpisodeSec", 600.1, false), ("mergeGapSec", 0.4, false),
      ("mergeGapSec", 0.5, true), ("minimumHandledShare", 1, true),
      ("minimumHandledShare", 1.01, false), ("maximumSpeedAgeSec", 0.9, false),
      ("maximumGapSec", 0.9, false), ("beginRotation", 0, false), ("holdRotation", 21, false),
      ("holdRotationAway", 0, false), ("rotationPerVibration", -1, false),
      ("rotationPerVibration", 11, false), ("beginTiltDeg", 181, false),
      ("holdTiltDeg", 0, false), ("beginSway", 0, false), ("holdSway", 51, false),
      ("beginRestlessness", 0, false), ("holdRestlessnessAway", 101, false),
      ("minimumTurnAgreement", 1.1, false), ("swayPerVibration", -0.1, false),
      ("maximumVibration", -1, false), ("beginDepartureDeg", 0, false),
      ("holdDepartureDeg", 200, false),
    ]
  )
  func ranges(field: String, value: Double, isAllowed: Bool) throws {
    let configuration = try Self.decode(#"{"\#(field)": \#(value)}"#)
    do throws(ConfigurationError) {
      _ = try DistractionDetector(configuration)
      #expect(isAllowed)
    } catch {
      #expect(!isAllowed)
      #expect(error.field == "distractionDetection.\(field)")
    }
  }

  @Test("refuses what is no number")
  func notANumber() {
    var configuration = DistractionConfiguration()
    configuration.minSpeed = .nan
    #expect(throws: ConfigurationError.self) { try configuration.validate() }
  }
}
