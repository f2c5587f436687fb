import Foundation
import MotionSamples
import MotionState
import Testing

@Suite("FixFilterConfiguration")
struct FixFilterConfigurationTests {
  @Test("the defaults are valid, and empty JSON gives them")
  func defaults() throws {
    let decoded = try JSONDecoder().decode(FixFilterConfiguration.self, from: Data("{}".utf8))
    #expect(decoded == FixFilterConfiguration())
    try decoded.validate()
  }

  @Test("given keys replace defaults, null ones do not")
  func partialJSON() throws {
    let json = Data(#"{"maximumAccuracy": 25, "maximumAge": null}"#.utf8)
    var expected = FixFilterConfiguration()
    expected.maximumAccuracy = 25
    let decoded = try JSONDecoder().decode(FixFilterConfiguration.self, from: json)
    #expect(decoded == expected)
    let encoded = try JSONEncoder().encode(expected)
    #expect(try JSONDecoder().decode(FixFilterConfiguration.self, from: encoded) == expected)
  }

  @Test(
    "a value outside its range is refused by name",
    arguments: [
      (\FixFilterConfiguration.maximumAccuracy, 0.9, "maximumAccuracy"),
      (\.maximumAccuracy, .nan, "maximumAccuracy"),
      (\.maximumLead, -0.1, "maximumLead"),
      (\.maximumAge, 86_401, "maximumAge"),
      (\.duplicateDistance, -1, "duplicateDistance"),
      (\.maximumTwinAge, -1, "maximumTwinAge"),
    ] as [(WritableKeyPath<FixFilterConfiguration, Double> & Sendable, Double, String)]
  )
  func refused(
    path: WritableKeyPath<FixFilterConfiguration, Double> & Sendable,
    value: Double,
    field: String
  ) {
    var configuration = FixFilterConfiguration()
    configuration[keyPath: path] = value
    let error = #expect(throws: ConfigurationError.self) { try FixFilter(configuration) }
    #expect(error?.field == "fixFilter.\(field)")
  }
}
