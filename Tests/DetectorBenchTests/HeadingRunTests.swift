import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

@Suite("HeadingRun")
struct HeadingRunTests {
  /// A data set, generated: a phone that lies flat with its top to magnetic east, in a field of 48 µT at a dip of 65°.
  private func dataset(
    in folder: TemporaryFolder,
    truth: String,
    raw: Bool = false
  ) throws
    -> Dataset
  {
    var recording = "t,ax,ay,az,gx,gy,gz,mx,my,mz\n"
    var rawField = "t,mx,my,mz\n"
    for index in 0..<600 {
      let time = CSVText.seconds(nanoseconds: Int64(index) * 10_000_000)
      recording += "\(time),0,0,9.81,0,0,0,-20.3,0,-43.5\n"
      rawField += "\(time),-20.3,0,-43.5\n"
    }
    try folder.write(
      "recording,duration_s,device,placement,split,labelled_for,declination_deg\n"
        + "still,6,phone,flat,train,heading,2\nother,6,phone,flat,test,crash,\n",
      "set/recordings.csv"
    )
    try folder.write(recording, "set/recordings/still.csv")
    try folder.write(recording, "set/recordings/other.csv")
    try folder.write(truth, "set/recordings/still.truth.csv")
    if raw { try folder.write(rawField, "set/recordings/still.magraw.csv") }
    return try Dataset(path: folder.path + "/set")
  }

  private func board(
    _ dataset: Dataset,
    splits: Set<DatasetSplit> = [.train, .test]
  ) async throws
    -> HeadingBoard
  {
    try await HeadingRun(
      datasets: [dataset],
      splits: splits,
      configuration: HeadingEstimatorConfiguration()
    ).run(width: 2)
  }

  @Test(
    "the azimuth is scored against true north by the declination that is stated, for both fields"
  )
  func azimuth() async throws {
    let folder = try TemporaryFolder()
    let truth = "t,heading_deg,axis_elevation_deg\n3,92,0\n4,93,0\n5,92,0\n"
    let rows = try await board(dataset(in: folder, truth: truth, raw: true)).rows
    #expect(rows.map(\.kind) == [.recording, .mean, .median, .recording, .mean, .median])
    #expect(rows.map(\.magnetometer) == [.recorded, .recorded, .recorded, .raw, .raw, .raw])
    for row in rows {
      let rms = try #require(row.figures[0])
      #expect(abs(rms - (1.0 / 3).squareRoot()) < 0.02)
      #expect(row.figures[8] == 0)
    }
  }

  @Test("an attitude is scored against magnetic north")
  func attitude() async throws {
    let folder = try TemporaryFolder()
    // Turned by 90° clockwise from above: the top points east.
    let half = 0.5.squareRoot()
    let truth = "t,qw,qx,qy,qz,moving\n4,\(half),0,0,\(-half),1\n"
    let rows = try await board(dataset(in: folder, truth: truth)).rows
    #expect(rows.count == 3)
    let rms = try #require(rows.first?.figures[0])
    #expect(rms < 0.02)
  }

  @Test("a sweep scores as a run does, with whatever settings")
  func sweep() async throws {
    let folder = try TemporaryFolder()
    let truth = "t,heading_deg,axis_elevation_deg\n3,92,0\n4,93,0\n5,92,0\n"
    let dataset = try dataset(in: folder, truth: truth, raw: true)
    let sweep = try HeadingSweep(datasets: [dataset])
    #expect(sweep.names == ["set/still", "set/still/raw"])
    let rows = try await board(dataset).rows.filter { $0.kind == .recording }
    let results = try sweep.results(HeadingEstimatorConfiguration())
    #expect(results.map(\.rms) == rows.map { $0.figures[0] })
    #expect(results.map(\.within) == rows.map { $0.figures[5] })
    var wide = HeadingEstimatorConfiguration()
    wide.minimumAccuracyDeg = 30
    #expect(try sweep.results(wide).allSatisfy { $0.accuracy >= 30 })
  }

  @Test("recordings without a truth and splits that are not wanted give no rows")
  func nothing() async throws {
    let folder = try TemporaryFolder()
    let truth = "t,heading_deg,axis_elevation_deg\n3,92,0\n"
    let empty = try await board(dataset(in: folder, truth: truth), splits: [.test])
    #expect(empty.rows.isEmpty)
    #expect(empty.lines.isEmpty)
  }

  @Test("a run with a folder writes heading.csv, a row for each row of the board")
  func file() async throws {
    let folder = try TemporaryFolder()
    let truth = "t,heading_deg,axis_elevation_deg\n3,92,0\n"
    _ = try dataset(in: folder, truth: truth)
    let out = folder.path + "/out"
    _ = try await RunCommand.run([
      "--datasets", folder.path + "/set", "--detector", "heading", "--out", out,
    ])
    let lines = try folder.read("out/heading.csv").split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines.first
        == "kind,dataset,recording,split,subject,magnetometer,rms_deg,mean_deg,median_abs_deg,p95_abs_deg,accuracy_mean_deg,within_accuracy,within_twice_accuracy,invalid_share,missing_share,origin"
    )
    #expect(lines[1].hasPrefix("recording,set,still,train,azimuth,recorded,"))
    #expect(lines[1].hasSuffix(",recorded"))
  }
}
