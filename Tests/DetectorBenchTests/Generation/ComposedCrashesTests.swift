import Foundation
import MotionSamples
import Testing

@testable import DetectorBench

@Suite
struct ComposedCrashesTests {
  /// A folder of pulses in the form that crash tests are kept in, made up here: 100 ms of half-sine, 30 g.
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pulses-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("pulses"),
      withIntermediateDirectories: true
    )
    var text = "t,ax,ay,az\n"
    for millisecond in -20...200 {
      let time = Double(millisecond) / 1000
      let value = time > 0 && time < 0.1 ? -294.2 * sin(Double.pi * time / 0.1) : 0
      text += "\(time),\(value),\(-0.1 * value),0\n"
    }
    for name in ["a-1", "a-2"] {
      try text.write(
        to: folder.appendingPathComponent("pulses/\(name).csv"),
        atomically: true,
        encoding: .utf8
      )
    }
    try "pulse,pre_impact_speed_mps,description\na-1,15.9,moving\na-2,0,standing\n"
      .write(
        to: folder.appendingPathComponent("pulses.csv"),
        atomically: true,
        encoding: .utf8
      )
    return folder
  }

  @Test
  func `a pulse keeps its size and length, in the axes used here`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let pulse = try MeasuredPulse(path: folder.appendingPathComponent("pulses/a-1.csv").path)
    #expect(pulse.offset == 20)
    // 2 g of 30 g are reached 2 ms after the start and left 2 ms before the end; the mean over 10 ms blurs that.
    #expect(abs(pulse.start - 0.003) < 0.006)
    #expect(abs(pulse.end - 0.097) < 0.006)
    let middle = pulse.crashPulse.acceleration(at: 0.05)
    #expect(abs(middle.x + 294.2) < 0.5)
    // To the right in the file, to the left here.
    #expect(abs(middle.y + 29.42) < 0.1)
  }

  @Test
  func `a moving car's pulse is a crash at four rates and two ranges, a standing one's is none`()
    throws
  {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let catalogue = try ScenarioCatalogue.composedCrashes(pulsesIn: folder.path)
    #expect(catalogue.name == "composed-nhtsa")
    var devices = Set<String>()
    for index in 1...8 {
      let recording = try #require(
        try catalogue.recording(named: "train-a_1-\(index)", seed: 1)
      )
      devices.insert(recording.device.replacingOccurrences(of: "no gyro", with: "gyro"))
      #expect(recording.note.hasPrefix("composed"))
      let label = try #require(recording.labels.first)
      #expect(label.detector == "crash")
      #expect(label.note.contains(";delta_v_mps=18.8"))
      #expect(label.start > 10 && recording.duration > label.end + 12)
    }
    #expect(devices.count == 8)
    let standing = try #require(try catalogue.recording(named: "test-a_2-1", seed: 1))
    let label = try #require(standing.labels.first)
    #expect(label.detector == "context")
    #expect(label.note.contains(";pre_impact_speed_mps=0;"))
  }

  @Test
  func `a pulse file that is none is refused where it is wrong`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("pulses/a-1.csv")
    try "t,ax,ay,az\n0,1,x,3\n".write(to: file, atomically: true, encoding: .utf8)
    let problem = #expect(throws: FileProblem.self) {
      try ScenarioCatalogue.composedCrashes(pulsesIn: folder.path)
    }
    #expect(problem?.line == 2 && problem?.column == 5)
  }
}
