import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

/// What the generated headings promise: the physics of their sensors, read back from the files' own text.
@Suite
struct HeadingSceneTests {
  static let names = ScenarioCatalogue.heading.recordingNames()

  /// A recording as a reader of its files sees it.
  private struct Reading {
    let rows: [(time: Double, force: Vector3, rate: Vector3, field: Vector3)]
    let truth: [(time: Double, attitude: UnitQuaternion)]

    init(_ name: String, seed: UInt64) throws {
      let recording = try #require(
        try ScenarioCatalogue.heading.recording(named: name, seed: seed)
      )
      rows = recording.rows.sorted { $0.time < $1.time }.compactMap { row in
        guard let force = row.acceleration, let rate = row.rotationRate,
          let field = row.magneticField
        else { return nil }
        return (row.time, force, rate, field)
      }
      let companion = try #require(recording.companions.first { $0.name == "truth" })
      // What it says about its subject is what a run reads.
      #expect(try HeadingTruth(text: companion.csv, file: name).subject == .attitude)
      truth = String(decoding: companion.csv, as: UTF8.self).split(separator: "\n").dropFirst()
        .compactMap { line in
          let cells = line.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0) ?? 0
          }
          guard cells.count == 6 else { return nil }
          let vector = Vector3(cells[2], cells[3], cells[4])
          return (cells[0], UnitQuaternion(w: cells[1], v: vector).renormalized)
        }
    }

    /// The true attitude at an instant, between two rows of the truth.
    func attitude(at time: Double) -> UnitQuaternion {
      let place = time / HeadingScene.truthSpacing
      let lower = max(0, min(truth.count - 2, Int(place)))
      let turn = (truth[lower].attitude.inverse * truth[lower + 1].attitude).rotationVector
      return truth[lower].attitude
        * UnitQuaternion(rotationVector: turn * (place - Double(lower)))
    }
  }

  @Test(arguments: names)
  func `the seed gives the shipped bytes again, truth and raw field included`(name: String) throws {
    guard GenerationCatalogueTests.isPlatformOfShippedSets else { return }
    let recording = try #require(
      try ScenarioCatalogue.heading.recording(named: name, seed: GenerationCatalogueTests.seed)
    )
    let folder = GenerationCatalogueTests.datasets.appendingPathComponent(
      "generated-heading/recordings"
    )
    func shipped(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).csv")))
    }
    #expect(recording.csv == (try shipped(name)))
    for companion in recording.companions {
      #expect(companion.csv == (try shipped("\(name).\(companion.name)")))
    }
  }

  @Test(arguments: names)
  func `the gyroscope's integral is the truth's turn, a constant offset apart`(name: String) throws
  {
    let reading = try Reading(name, seed: 5)
    // A phone's offset is constant here: the mean of what the gyroscope says more than the truth over tenths of a second.
    var offset = Vector3.zero
    for (before, after) in zip(reading.rows, reading.rows.dropFirst())
    where after.time > before.time {
      let step = after.time - before.time
      let turn =
        (reading.attitude(at: before.time).inverse * reading.attitude(at: after.time))
        .rotationVector
      offset += (before.rate + after.rate) * (step / 2) - turn
    }
    let first = try #require(reading.rows.first).time
    let last = try #require(reading.rows.last).time
    offset = offset / (last - first)
    #expect(offset.magnitude < 0.03)
    var attitude = reading.attitude(at: first)
    for (before, after) in zip(reading.rows, reading.rows.dropFirst())
    where after.time > before.time {
      let rate = (before.rate + after.rate) * 0.5 - offset
      attitude = attitude * UnitQuaternion(rotationVector: rate * (after.time - before.time))
    }
    let error = (attitude.inverse * reading.attitude(at: last)).rotationVector.magnitude
    #expect(error < 6 * PhysicalConstants.radiansPerDegree, "\(error)")
  }

  @Test(arguments: names)
  func `a phone that is held still reads gravity, upwards in the true attitude`(name: String) throws
  {
    let reading = try Reading(name, seed: 6)
    let still = reading.rows.filter { !HeadingScene.moving.contains($0.time) && $0.time < 2 }
    #expect(still.count > 80)
    var sum = Vector3.zero
    for row in still { sum += reading.attitude(at: row.time).rotate(row.force) }
    let mean = sum / Double(still.count)
    #expect(abs(mean.magnitude - PhysicalConstants.standardGravity) < 0.6)
    #expect(try #require(mean.angle(to: Vector3(0, 0, 1))) < 0.06)
  }

  @Test(arguments: names.filter { !$0.contains("iron") })
  func `the field has the strength and dip of the model at one of the towns, towards north`(
    name: String
  ) throws {
    let reading = try Reading(name, seed: 7)
    var sum = Vector3.zero
    for row in reading.rows { sum += reading.attitude(at: row.time).rotate(row.field) }
    let mean = sum / Double(reading.rows.count)
    let candidates = try [(52.4, 4.9), (40.7, -74.0), (35.7, 139.7), (-33.9, 151.2), (1.3, 103.8)]
      .map { latitude, longitude in
        try WorldMagneticModel.field(
          at: #require(Coordinate(latitude: latitude, longitude: longitude)),
          decimalYear: 2026.9
        )
      }
    #expect(
      candidates.contains { field in
        (mean - Vector3(0, field.horizontalIntensity, -field.down)).magnitude < 3
      },
      "\(mean)"
    )
  }

  @Test
  func `iron that passes is a dipole, and moves the field while it is near`() throws {
    let iron = HeadingScene.PassingIron(
      moment: Vector3(0, 0, 10),
      closest: Vector3(0, 1, 0),
      velocity: Vector3(0.5, 0, 0),
      time: 10
    )
    // Beside a dipole the field is μ₀m/4πr³ against its moment: 1 µT for 10 A·m² at a metre.
    #expect((iron.field(at: 10) - Vector3(0, 0, -1)).magnitude < 1e-12)
    #expect(iron.field(at: 30).magnitude < 0.003)
  }

  @Test
  func `the raw field is off by the phone's own iron, the recorded one hardly`() throws {
    let random = try RandomSource(seed: 3)
    let field = Vector3(0, 20, -45)
    for _ in 0..<20 {
      let magnetometer = PhoneMagnetometer.random(random)
      let reading = magnetometer.reading(of: field, random)
      #expect((reading.calibrated - field).magnitude < 6)
      #expect((reading.raw - field - magnetometer.hardIron).magnitude < 10)
    }
  }

  @Test
  func `the shipped set is small, split in two and called generated`() throws {
    let folder = GenerationCatalogueTests.datasets.appendingPathComponent("generated-heading")
    let dataset = try Dataset(path: folder.path)
    #expect(dataset.recordings.map(\.name) == Self.names)
    #expect(
      dataset.recordings.allSatisfy { $0.origin == .generated && $0.isLabelled(for: .heading) }
    )
    #expect(Set(dataset.recordings.map(\.split)) == [.train, .test])
    var bytes = 0
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/recordings")
    for file in files {
      bytes += try Data(contentsOf: folder.appendingPathComponent("recordings/\(file)")).count
    }
    #expect(bytes < 1_500_000)
  }
}
