import Foundation
import MotionSamples
import Testing

/// What the gate makes of real recordings, where they are there: beside the package, not in it.
@Suite("SampleGate: real recordings", .enabled(if: RealRecording.areThere))
struct SampleGateRecordingTests {
  @Test("of a dropped and thrown phone, the readings at its 16 g rail are flagged and no others")
  func freeFall() throws {
    var flagged = 0
    for recording in try RealRecording.all(in: "phone-freefall") {
      var run = try GateRun()
      run.finish(recording.samples)
      #expect(run.gate.counts(of: .acceleration).rejected == 0, "\(recording.name)")
      for passed in run.released {
        let reading = passed.sample.reading
        let isAtRail = max(abs(reading.x), abs(reading.y), abs(reading.z)) == 156.8583
        #expect(passed.isSaturated == isAtRail, "\(recording.name): \(passed.sample)")
        flagged += isAtRail ? 1 : 0
      }
    }
    #expect(flagged == 30)
  }

  @Test(
    "of drives and of phones in hand and pocket, nothing is flagged, and only the one at 10 Hz is reported as too slow",
    arguments: ["driver-behavior", "comma2k19", "iphone-drive", "attitude-smartphones"]
  )
  func unsaturated(set: String) throws {
    for recording in try RealRecording.all(in: set) {
      var run = try GateRun()
      run.finish(recording.samples)
      #expect(!run.released.contains { $0.isSaturated }, "\(recording.name)")
      #expect(run.gate.counts(of: .acceleration).rejected == 0, "\(recording.name)")
      let reports = run.codes.filter { $0 == "sampleRateTooLow" }.count
      #expect(reports == (set == "iphone-drive" ? 1 : 0), "\(recording.name)")
    }
  }
}

/// A recording of the folder beside the package, as far as the gate is concerned.
private struct RealRecording {
  let name: String
  let samples: [SensorSample]

  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../shared/datasets").standardized

  static var areThere: Bool { FileManager.default.fileExists(atPath: folder.path()) }

  static func all(in set: String) throws -> [RealRecording] {
    let recordings = folder.appending(path: set).appending(path: "recordings")
    let names = try FileManager.default.contentsOfDirectory(atPath: recordings.path())
    // Only the recordings themselves: what belongs to one has a second dot in its name.
    return try names.sorted().filter { $0.hasSuffix(".csv") && $0.split(separator: ".").count == 2 }
      .map { name in
        let text = try String(contentsOf: recordings.appending(path: name), encoding: .utf8)
        return RealRecording(name: name, samples: samples(in: text))
      }
  }

  private static func samples(in text: String) -> [SensorSample] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    let header = lines.first.map(cells) ?? []
    func columns(_ names: [Substring]) -> [Int] { names.compactMap { header.firstIndex(of: $0) } }
    let time = columns(["t"])
    let (a, g, m) = (
      columns(["ax", "ay", "az"]), columns(["gx", "gy", "gz"]), columns(["mx", "my", "mz"])
    )
    return lines.dropFirst().flatMap { line -> [SensorSample] in
      let row = cells(line)
      func vector(_ columns: [Int]) -> Vector3? {
        let values = columns.compactMap { $0 < row.count ? Double(row[$0]) : nil }
        return values.count == 3 ? Vector3(values[0], values[1], values[2]) : nil
      }
      guard let seconds = time.first.flatMap({ Double(row[$0]) }),
        let timestamp = Timestamp(seconds: seconds)
      else { return [] }
      return [
        vector(g).map { .rotation(RotationSample(timestamp: timestamp, radiansPerSecond: $0)) },
        vector(m).map {
          .magneticField(MagneticFieldSample(timestamp: timestamp, microteslas: $0))
        },
        vector(a).map {
          .acceleration(AccelerationSample(timestamp: timestamp, metersPerSecondSquared: $0))
        },
      ].compactMap { $0 }
    }
  }

  private static func cells(_ line: Substring.UTF8View) -> [Substring] {
    line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}
