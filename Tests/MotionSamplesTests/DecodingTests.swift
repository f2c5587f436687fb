import Foundation
import MotionSamples
import Testing

@Suite("Decoding of samples")
struct DecodingTests {
  private func decoded<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test(
    "a position outside its ranges is refused",
    arguments: [(91.0, 0.0), (-90.1, 0), (0, 180.5), (0, -181)]
  )
  func coordinate(latitude: Double, longitude: Double) {
    #expect(throws: DecodingError.self) {
      try decoded(Coordinate.self, #"{"latitude":\#(latitude),"longitude":\#(longitude)}"#)
    }
  }

  @Test("a negative speed or course is absent, an absent key stays absent")
  func fix() throws {
    let fix = try decoded(
      LocationFix.self,
      #"{"timestamp":5,"speed":-1,"course":-1,"accuracy":0}"#
    )
    #expect(fix == LocationFix(timestamp: Timestamp(nanoseconds: 5), accuracy: 0))
    let full = LocationFix(
      timestamp: Timestamp(nanoseconds: 5),
      coordinate: Coordinate(latitude: 48, longitude: 11),
      accuracy: 5,
      speed: 15,
      course: 90
    )
    let json = try JSONEncoder().encode(full)
    #expect(try JSONDecoder().decode(LocationFix.self, from: json) == full)
  }

  @Test("a confidence is held within its range", arguments: [(900, 100), (-1, 0), (60, 60)])
  func activity(given: Int, held: Int) throws {
    let sample = try decoded(
      ActivitySample.self,
      #"{"timestamp":5,"activity":"still","confidence":\#(given)}"#
    )
    #expect(sample.confidence == held)
  }
}
