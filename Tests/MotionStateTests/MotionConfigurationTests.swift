import Foundation
import MotionSamples
import MotionState
import Testing

@Suite("MotionConfiguration")
struct MotionConfigurationTests {
  typealias Field = WritableKeyPath<MotionConfiguration, Double> & Sendable

  @Test("the defaults are valid, and empty JSON gives them")
  func defaults() throws {
    let decoded = try JSONDecoder().decode(MotionConfiguration.self, from: Data("{}".utf8))
    #expect(decoded == MotionConfiguration())
    try decoded.validate()
    #expect(decoded.minimumActivityRecognitionConfidence == 75)
    #expect(decoded.speedBar == 0.7)
    #expect(decoded.stationaryRadius == 200)
    #expect(decoded.stopTimeout == 300)
    #expect(decoded.heartbeatInterval == 60)
    #expect(decoded.triggerActivities.count == 5)
  }

  @Test("given keys replace defaults, null ones do not")
  func partialJSON() throws {
    let json = Data(
      #"""
      {"triggerActivities": ["in_vehicle", "on_bicycle"], "stopTimeout": 120,
       "minimumActivityRecognitionConfidence": 50, "disableMotionActivityUpdates": true,
       "heartbeatInterval": null}
      """#.utf8
    )
    var expected = MotionConfiguration()
    expected.triggerActivities = [.inVehicle, .onBicycle]
    expected.stopTimeout = 120
    expected.minimumActivityRecognitionConfidence = 50
    expected.disableMotionActivityUpdates = true
    #expect(try JSONDecoder().decode(MotionConfiguration.self, from: json) == expected)
  }

  @Test("equal configurations give equal bytes, and come back")
  func encoding() throws {
    var one = MotionConfiguration()
    one.triggerActivities = [.walking, .running, .inVehicle]
    var other = MotionConfiguration()
    other.triggerActivities = [.inVehicle, .walking, .running]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(one)
    #expect(try encoder.encode(other) == data)
    #expect(try JSONDecoder().decode(MotionConfiguration.self, from: data) == one)
  }

  @Test("an activity that nobody knows is refused")
  func unknownActivity() {
    let json = Data(#"{"triggerActivities": ["flying"]}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MotionConfiguration.self, from: json)
    }
  }

  @Test("stillness can't trigger MOVING", arguments: [Activity.still, .unknown, .tilting])
  func wrongTrigger(activity: Activity) {
    var configuration = MotionConfiguration()
    configuration.triggerActivities.insert(activity)
    let error = #expect(throws: ConfigurationError.self) { try MotionStateMachine(configuration) }
    #expect(error?.field == "motion.triggerActivities")
  }

  @Test("a confidence outside 0 to 100 is refused", arguments: [-1, 101])
  func wrongConfidence(confidence: Int) {
    var configuration = MotionConfiguration()
    configuration.minimumActivityRecognitionConfidence = confidence
    let error = #expect(throws: ConfigurationError.self) { try MotionStateMachine(configuration) }
    #expect(error?.field == "motion.minimumActivityRecognitionConfidence")
  }

  @Test(
    "a number outside its range is refused by name, one at either end is not",
    arguments: [
      (\MotionConfiguration.maximumActivityAge, 1, 3600, "maximumActivityAge"),
      (\.speedBar, 0.1, 2.5, "speedBar"),
      (\.stillRefutingSpeed, 0.7, 50, "stillRefutingSpeed"),
      (\.maximumSpeedAge, 1, 300, "maximumSpeedAge"),
      (\.stationaryRadius, 25, 10_000, "stationaryRadius"),
      (\.stopTimeout, 1, 86_400, "stopTimeout"),
      (\.maximumCountdownDisplacement, 5, 10_000, "maximumCountdownDisplacement"),
      (\.minimumErrorRadii, 0, 10, "minimumErrorRadii"),
      (\.maximumTimerLateness, 0, 3600, "maximumTimerLateness"),
      (\.heartbeatInterval, 1, 86_400, "heartbeatInterval"),
      (\.maximumFixAge, 1, 3600, "maximumFixAge"),
      (\.maximumTimestampLead, 0, 3600, "maximumTimestampLead"),
    ] as [(Field, Double, Double, String)]
  )
  func ranges(field: Field, minimum: Double, maximum: Double, name: String) throws {
    var configuration = MotionConfiguration()
    for value in [minimum, maximum] {
      configuration[keyPath: field] = value
      try configuration.validate()
    }
    // The speed bar must not exceed the speed that refutes still, and the error names the latter.
    let above = name == "speedBar" ? 30.1 : maximum + 0.1
    for value in [minimum - 0.01, above, .nan, .infinity] {
      configuration[keyPath: field] = value
      let error = #expect(throws: ConfigurationError.self) { try configuration.validate() }
      #expect(error?.field == "motion.\(name)")
    }
  }
}
