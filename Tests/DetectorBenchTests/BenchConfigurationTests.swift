import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

@Suite("BenchConfiguration")
struct BenchConfigurationTests {
  private func configuration(_ json: String) throws -> BenchConfiguration {
    try BenchConfiguration(json: Data(json.utf8), file: "c.json")
  }

  @Test("every detector is on unless the file says otherwise")
  func enabled() throws {
    #expect(BenchConfiguration().engine.crashDetection.enabled)
    #expect(BenchConfiguration().engine.distractionDetection.enabled)
    #expect(BenchConfiguration().engine.heading.enabled)
    #expect(BenchConfiguration().engine.heading.runsRegardlessOfMotion)
    #expect(try configuration("{}") == BenchConfiguration())
    // Null reads as if the key were missing, for a section as for a field.
    #expect(try configuration(#"{"crashDetection": null}"#) == BenchConfiguration())
    #expect(try configuration(#"{"crashDetection": {"enabled": null}}"#) == BenchConfiguration())
    let off = try configuration(#"{"crashDetection": {"enabled": false, "minSpeed": 9}}"#)
    #expect(!off.engine.crashDetection.enabled)
    #expect(off.engine.crashDetection.minSpeed == 9)
    #expect(off.engine.distractionDetection.enabled)
    let odd = 1.0 / 3 + 9
    let exact = try configuration(#"{"crashDetection": {"minSpeed": \#(odd)}}"#)
    #expect(exact.engine.crashDetection.minSpeed == odd)
  }

  @Test(
    "what means nothing or is out of range is refused",
    arguments: [
      (#"{"crashDetection": {"minSped": 9}}"#, "crashDetection.minSped"),
      (#"{"crash": {}}"#, "crash"),
      (#"{"crashDetection": {"minSpeed": "fast"}}"#, "minSpeed"),
      (#"{"crashDetection": {"minSpeed": -1}}"#, "crashDetection.minSpeed"),
      (#"{"crashDetection": 3}"#, "crashDetection"),
      ("[]", "an object"),
      (#"{"motion": {"triggerActivities": 3}}"#, "a list"),
      ("not json", "JSON"),
    ]
  )
  func refusals(_ json: String, _ word: String) {
    let problem = #expect(throws: FileProblem.self) { try configuration(json) }
    #expect(problem?.description.contains(word) == true)
    #expect(problem?.file == "c.json")
  }

  @Test("a file that is not there is an access problem")
  func missing() {
    #expect(throws: FileAccessProblem.self) { try BenchConfiguration(path: "/nowhere/c.json") }
  }
}
