import Foundation
import MotionSamples
import SignalFilters
import Testing

@Suite("MotionFrontEndConfiguration")
struct MotionFrontEndConfigurationTests {
  @Test("partial JSON takes the defaults for what it leaves out")
  func partial() throws {
    let json = Data(#"{"gravityTauSec": 2}"#.utf8)
    let configuration = try JSONDecoder().decode(MotionFrontEndConfiguration.self, from: json)
    #expect(configuration == MotionFrontEndConfiguration(gravityTauSec: 2))
  }

  @Test(
    "each value is held to its range, below, at and above",
    arguments: [
      ("gravityTauSec", 0.05, 60.0),
      ("gravityTauWithoutGyroSec", 0.05, 60),
      ("gravityDeviationScale", 0.1, 20),
      ("maximumRotationAgeSec", 0.01, 2),
      ("maximumGapSec", 0.1, 10),
    ]
  )
  func ranges(field: String, lowest: Double, highest: Double) throws {
    func frontEnd(_ value: Double) throws {
      let json = Data(#"{"\#(field)": \#(value)}"#.utf8)
      _ = try MotionFrontEnd(JSONDecoder().decode(MotionFrontEndConfiguration.self, from: json))
    }
    try frontEnd(lowest)
    try frontEnd(highest)
    for outside in [lowest.nextDown, highest.nextUp] {
      let error = #expect(throws: ConfigurationError.self) { try frontEnd(outside) }
      #expect(error?.field == "motionFrontEnd.\(field)")
      #expect(error?.value == "\(outside)")
    }
  }
}
