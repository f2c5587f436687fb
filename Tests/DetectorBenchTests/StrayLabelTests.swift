import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("StrayLabel")
struct StrayLabelTests {
  @Test(
    "a label beyond the recording's ends by more than rounding is stray",
    arguments: [
      (0.0, 12.0, false), (-0.2, 12.2, false), (-0.3, 5, true), (5, 12.3, true), (20, 30, true),
    ]
  )
  func ends(_ start: Double, _ end: Double, _ isStray: Bool) {
    let label = Label(
      recording: "r",
      subject: .detector(.crash),
      kind: "k",
      start: start,
      end: end
    )
    #expect((StrayLabel(label, dataset: "set", span: (start: 0, end: 12)) != nil) == isStray)
  }

  @Test("a run tells of a stray label once, and scores it as missed")
  func run() async throws {
    let folder = try TemporaryFolder()
    try BenchRunTests.set(folder)
    try folder.write(
      "recording,detector,kind,start,end\nhit,crash,frontal,5,5.1\nknock,crash,frontal,50,51\n",
      "set/labels.csv"
    )
    var board = ScoreBoard()
    let run = BenchRun(datasets: try Dataset.all(in: folder.path), options: BenchRun.Options())
    try await run.run(width: 2) { results in results.forEach { board.add($0) } }
    #expect(board.strayLabels.map(\.label.recording) == ["knock"])
    #expect(
      board.strayLabels.first?.warning
        == "warning: set: a label of knock from 50 to 51 s lies outside the recording, 0.000 to"
        + " 12.000 s; it is scored all the same"
    )
    #expect(
      board.rows.filter { $0.key.detector == .crash && $0.key.split == .test }
        .allSatisfy { $0.score.counts.missed >= 1 }
    )
  }
}
