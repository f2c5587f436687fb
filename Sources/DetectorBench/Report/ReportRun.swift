import DetectorEngine
import Foundation

/// Makes the report: scores every recording, then again with each threshold moved.
struct ReportRun {
  /// All signals of a page together have about this many points, so that it stays below some 15 MB.
  private static let pointBudget = 750_000

  /// A signal has at least, and at most, this many points.
  private static let pointRange = 400...8000

  /// What to score.
  let datasets: [Dataset]

  /// How.
  let options: BenchRun.Options

  /// How many recordings are worked on at a time.
  let width = ProcessInfo.processInfo.activeProcessorCount

  /// Scores, writes the files that a run leaves behind into `files`, and gives the page.
  func page(_ files: RunFiles) async throws -> (page: ReportPage, board: ScoreBoard) {
    var files = files
    var board = ScoreBoard()
    var timelines: [ReportTimeline] = []
    let recordings = datasets.flatMap { dataset in
      dataset.recordings.filter { options.splits.contains($0.split) }.map { (dataset, $0) }
    }
    let knobs = OperatingCurves.knobs(options.configuration, detectors: options.detectors)
    let passes = knobs.reduce(1) { $0 + $1.values.count }
    var progress = ProgressLine(total: recordings.count * passes)
    defer { progress.clear() }
    let seconds = recordings.reduce(0) { $0 + $1.1.duration }
    var next = 0
    try await BenchRun(datasets: datasets, options: options).run(
      width: width,
      progress: { progress.show($0) },
      results: { results in
        for result in results {
          board.add(result)
          try files.write(result)
        }
        let (dataset, info) = recordings[next]
        next += 1
        let share = info.duration / max(1, seconds)
        timelines += try self.timelines(dataset, info, results, count: Self.pointCount(share))
      }
    )
    try files.finish(board)
    let curves = try await curves(knobs) { progress.show(recordings.count * (1 + $0)) }
    let headings = try await headings()
    let page = ReportPage(
      configuration: options.configuration.engine,
      scores: ScoreFile.text(board),
      headings: headings,
      curves: curves.curves,
      timelines: timelines
    )
    return (page, board)
  }

  /// How many points each signal of a recording is drawn with, by the recording's share of all time: few where there
  /// are many recordings.
  private static func pointCount(_ share: Double) -> Int {
    // Most recordings have two signals that count, acceleration and rotation.
    let points = Double(pointBudget) / 2 * share
    guard points.isFinite, points < Double(pointRange.upperBound) else {
      return pointRange.upperBound
    }
    return max(Int(points), pointRange.lowerBound)
  }

  private func timelines(
    _ dataset: Dataset,
    _ info: RecordingInfo,
    _ results: [TrialResult],
    count: Int
  ) throws -> [ReportTimeline] {
    let variants = try dataset.read(info).variants(assumedSpeedMps: info.assumedSpeedMps)
    return variants.compactMap { variant, recording in
      ReportTimeline(
        dataset: dataset,
        recording: recording,
        results: results.filter { $0.variant == variant },
        // Replays of one recording share its points.
        count: max(Self.pointRange.lowerBound, count / variants.count)
      )
    }
  }

  private func curves(
    _ knobs: [OperatingCurves.Knob],
    progress: (_ passes: Int) -> Void
  ) async throws -> OperatingCurves {
    var curves = OperatingCurves()
    var passes = 0
    for knob in knobs {
      for value in knob.values {
        passes += 1
        guard let configuration = knob.configuration(value) else { continue }
        var moved = options
        moved.configuration = configuration
        moved.rules = [knob.rule]
        moved.detectors = [knob.detector]
        moved.keepsDecisions = false
        var board = ScoreBoard()
        try await BenchRun(datasets: datasets, options: moved).run(width: width) { results in
          results.forEach { board.add($0) }
        }
        curves.add(board, at: value, of: knob)
        progress(passes)
      }
    }
    return curves
  }

  private func headings() async throws -> String {
    guard options.detectors.contains(.heading) else { return "" }
    let run = HeadingRun(
      datasets: datasets,
      splits: options.splits,
      configuration: options.configuration.engine.heading.estimator
    )
    let board = try await run.run(width: width)
    return board.lines.isEmpty ? "" : board.fileText
  }
}
