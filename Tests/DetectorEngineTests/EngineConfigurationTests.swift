import DetectorEngine
import Foundation
import Testing

@Suite("EngineConfiguration")
struct EngineConfigurationTests {
  private func decoded(
    _ json: String
  ) throws(ConfigurationFileError) -> EngineConfiguration.Decoded {
    try EngineConfiguration.decoded(from: Data(json.utf8))
  }

  @Test("an empty object is the default configuration, in which every detector is off")
  func empty() throws {
    let result = try decoded("{}")
    #expect(result.configuration == EngineConfiguration())
    #expect(result.unknownKeys == [])
    #expect(!result.configuration.crashDetection.enabled)
    #expect(!result.configuration.distractionDetection.enabled)
  }

  @Test("a field that is given is taken, its neighbours keep their defaults")
  func partial() throws {
    let result = try decoded(#"{"crashDetection": {"impactThreshold": 5.5}}"#)
    #expect(result.configuration.crashDetection.impactThreshold == 5.5)
    #expect(result.configuration.crashDetection.minSpeed == 11.11)
    #expect(result.unknownKeys == [])
  }

  @Test("keys that mean nothing are reported with their path")
  func unknownKeys() throws {
    let result = try decoded(
      #"{"crashDetection": {"minSped": 1, "minSpeed": 10}, "crashes": {"a": 1}, "motion": {"x": 2}}"#
    )
    #expect(result.unknownKeys == ["crashDetection.minSped", "crashes", "motion.x"])
    #expect(result.configuration.crashDetection.minSpeed == 10)
  }

  @Test("a value of the wrong kind is refused with its path")
  func wrongKind() {
    let error = #expect(throws: ConfigurationFileError.self) {
      try decoded(#"{"crashDetection": {"minSpeed": "fast"}}"#)
    }
    #expect(error?.path == "crashDetection.minSpeed")
  }

  @Test("text that is no JSON is refused", arguments: ["", "{", "[1]", "{\"a\":}", "nonsense"])
  func noJSON(text: String) {
    #expect(throws: ConfigurationFileError.self) { try decoded(text) }
  }

  @Test("a value outside its range is refused by the engine, by name")
  func outOfRange() throws {
    var configuration = EngineConfiguration()
    configuration.crashDetection.impactThreshold = -1
    let error = #expect(throws: ConfigurationError.self) { try DetectorEngine(configuration) }
    #expect(error?.field == "crashDetection.impactThreshold")
    #expect(error?.value == "-1.0")
  }

  @Test("a configuration comes back from its own JSON")
  func roundTrip() throws {
    var configuration = EngineConfiguration()
    configuration.crashDetection.enabled = true
    configuration.motion.stopTimeout = 120
    let data = try JSONEncoder().encode(configuration)
    let result = try EngineConfiguration.decoded(from: data)
    #expect(result.configuration == configuration)
    #expect(result.unknownKeys == [])
  }
}
