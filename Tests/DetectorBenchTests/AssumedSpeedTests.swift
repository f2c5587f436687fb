import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("AssumedSpeed")
struct AssumedSpeedTests {
  private func recording(_ text: String) throws -> Recording {
    try Recording(text: Array(text.utf8), file: "a.csv")
  }

  private func fixes(_ recording: Recording) -> [(t: Double, speed: Double?)] {
    var fixes: [(Double, Double?)] = []
    recording.forEachInput { input, _ in
      if case .fix(let fix) = input { fixes.append((fix.timestamp.seconds, fix.speed)) }
    }
    return fixes
  }

  @Test(
    "one speed from end to end without positions was not measured, unless it is zero",
    arguments: [
      ("t,ax,ay,az\n0,0,0,9.8\n", nil, false),
      ("t,speed\n0,15\n1,15\n2,15\n", 15, true),
      ("t,speed\n0,15\n1,15\n", nil, true),
      ("t,speed\n0,0\n1,0\n2,0\n", nil, true),
      ("t,speed\n0,-1\n1,-1\n2,-1\n", nil, false),
      ("t,speed\n0,15\n1,15\n2,15.1\n", nil, true),
      ("t,speed,lat,lon\n0,15,1,1\n1,15,1,1\n2,15,1,1\n", nil, true),
      ("t,speed,accuracy\n0,15,\n1,15,\n2,15,\n3,,5\n", nil, true),
    ]
  )
  func measuredSpeed(_ text: String, _ constant: Double?, _ hasSpeed: Bool) throws {
    let recording = try recording(text)
    #expect(recording.constantSpeedMps == constant)
    #expect(recording.hasSpeed == hasSpeed)
  }

  private static let spiky =
    "t,ax,ay,az,speed\n0,0,0,9.8,7\n1.2,0,90,0,\n1.9,0,0,9.8,\n4.1,0,0,9.8,\n"

  @Test("the speed is kept, a fix a second, in place of the one that is there")
  func kept() throws {
    let fixes = fixes(try recording(Self.spiky).assuming(.kept, speedMps: 15))
    #expect(fixes.map(\.t) == [0, 1, 2, 3, 4])
    #expect(fixes.map(\.speed) == [15, 15, 15, 15, 15])
  }

  @Test("the braked variant loses 0.9 g from the spike on and stands in the end")
  func braked() throws {
    let fixes = fixes(try recording(Self.spiky).assuming(.braked, speedMps: 15))
    let speeds = fixes.map { $0.speed ?? -1 }
    #expect(Array(speeds.prefix(2)) == [15, 15])
    #expect(abs(speeds[2] - (15 - 0.9 * 9.80665 * 0.8)) < 1e-12)
    #expect(Array(speeds.suffix(2)) == [0, 0])
  }

  @Test("all other inputs stay as they are and in their order")
  func otherInputs() throws {
    let text =
      "t,ax,ay,az,gx,gy,gz,mx,my,mz,speed,lat,lon,accuracy,activity,confidence\n"
      + "0,1,2,3,4,5,6,7,8,9,10,11,12,13,still,50\n0.5,,,,,,,,,,10,11,12,13,,\n0.6,,,,,,,,,,,,,,,\n"
    let original = try recording(text)
    func others(_ recording: Recording) -> [RecordedInput] {
      var inputs: [RecordedInput] = []
      recording.forEachInput { input, _ in
        if case .fix = input { return }
        inputs.append(input)
      }
      return inputs
    }
    let assumed = original.assuming(.kept, speedMps: 15)
    #expect(others(assumed) == others(original))
    #expect(fixes(assumed).map(\.t) == [0])
  }

  @Test("a clock that leaps by years makes no fixes for them")
  func leap() throws {
    let assumed = try recording("t,ax,ay,az\n0,0,0,9\n1e9,0,0,9\n1e9,0,0,9\n")
      .assuming(.kept, speedMps: 15)
    #expect(fixes(assumed).count == 2)
  }
}
