import Foundation
import MotionSamples
import Testing

@testable import DetectorBench

@Suite
struct ComposedHandlingTests {
  /// A road that pushes by 0.5 m/s² one way and 0.2 upwards and turns about the vertical by 0.1 rad/s; a sensor that stands on
  /// its long edge, moved from 10 to 20 s and from 30 to 40 s.
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("measured-\(UUID().uuidString)")
    var road = "t,ax,ay,az,gx,gy,gz\n"
    for step in 0...12_000 { road += "\(Double(step) / 100),0.5,0,10.00665,0,0,0.1\n" }
    var hand = "t,ax,ay,az,gx,gy,gz\n"
    for step in 0...2500 { hand += "\(Double(step) / 50),0,9.80665,0,0,0,0\n" }
    // A quarter turn about x: the sensor's y axis points up.
    let half = 0.5.squareRoot()
    var truth = "t,qw,qx,qy,qz,moving\n"
    for step in 0...500 {
      let time = Double(step) / 10
      let moving = (10...20).contains(time) || (30...40).contains(time)
      truth += "\(time),\(half),\(half),0,0,\(moving ? 1 : 0)\n"
    }
    try add("driver-behavior", "trip", road, to: folder)
    try add("broad", "1_with_breaks", hand, to: folder)
    try truth.write(
      to: folder.appendingPathComponent("broad/recordings/1_with_breaks.truth.csv"),
      atomically: true,
      encoding: .utf8
    )
    return folder
  }

  private func add(_ set: String, _ name: String, _ text: String, to folder: URL) throws {
    let recordings = folder.appendingPathComponent("\(set)/recordings")
    try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
    try text.write(
      to: recordings.appendingPathComponent("\(name).csv"),
      atomically: true,
      encoding: .utf8
    )
    try """
    recording,duration_s,device,placement,split,labelled_for
    \(name),50,made up,none,train,

    """.write(
      to: folder.appendingPathComponent("\(set)/recordings.csv"),
      atomically: true,
      encoding: .utf8
    )
  }

  @Test
  func `road motion is turned into the sensor's attitude and laid over what the hand did`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let catalogue = try ScenarioCatalogue.composedHandling(in: folder.path)
    #expect(catalogue.name == "composed-handling")
    #expect(catalogue.recordingNames().count == 4)
    let recording = try #require(
      try catalogue.recording(named: "train-1_with_breaks-1", seed: 1)
    )
    #expect(recording.note.hasPrefix("composed"))
    #expect(recording.note.contains("speed assumed"))
    let readings = recording.rows.compactMap(\.acceleration)
    #expect(readings.count > 2400)
    for reading in readings {
      #expect(abs(reading.y - PhysicalConstants.standardGravity - 0.2) < 1e-6)
      #expect(abs(Vector3(reading.x, 0, reading.z).magnitude - 0.5) < 1e-6)
    }
    for rate in recording.rows.compactMap(\.rotationRate) {
      #expect((rate - Vector3(0, 0.1, 0)).magnitude < 1e-9)
    }
    #expect(recording.rows.compactMap(\.speed).allSatisfy { $0 == 15 })
  }

  @Test
  func `labels are where the hand moved`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let catalogue = try ScenarioCatalogue.composedHandling(in: folder.path)
    let recording = try #require(
      try catalogue.recording(named: "test-1_with_breaks-2", seed: 1)
    )
    #expect(recording.labels.map(\.start) == [10, 30])
    #expect(recording.labels.map(\.end) == [20, 40])
    #expect(recording.labels.allSatisfy { $0.detector == "distraction" })
  }

  @Test
  func `without a road there is nothing to compose`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.removeItem(at: folder.appendingPathComponent("driver-behavior"))
    #expect(throws: FileAccessProblem.self) {
      try ScenarioCatalogue.composedHandling(in: folder.path)
    }
  }
}
