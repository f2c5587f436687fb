import Foundation

/// `bench-detectors run`: scores the rules on data sets.
enum RunCommand {
  static let options = CommandLineOptions(
    command: "run",
    summary: """
      Replays every recording of the data sets through our detectors and through simple rules, and prints a row for
      each data set and rule: hours, labelled events, found, missed, false, false alarms an hour with their 95 % bound,
      delay. Without --datasets it takes the folder 'datasets'.
      """,
    options: [
      SharedOptions.datasets,
      .init(
        name: "--out",
        value: "DIR",
        help:
          "Write events.csv, scores.csv, recording-scores.csv, decisions.csv and heading.csv there."
      ),
      SharedOptions.configuration,
      SharedOptions.split,
      SharedOptions.detector,
    ]
  )

  static func run(_ arguments: some Sequence<String>) async throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    let folder = values.value("--out")
    var runOptions = BenchRun.Options()
    runOptions.configuration = try SharedOptions.configuration(values)
    runOptions.detectors = try SharedOptions.detectors(values)
    runOptions.splits = try SharedOptions.splits(values) ?? runOptions.splits
    runOptions.keepsDecisions = folder != nil
    // Headings come many times a second: they are written where they are asked for by name.
    let files = try folder.map { path throws(FileAccessProblem) in
      try RunFiles(folder: path, writesHeadings: values.values("--detector").contains("heading"))
    }
    let headingFile =
      runOptions.detectors.contains(.heading)
      ? try folder.map { path throws(FileAccessProblem) in
        try FileWriter.file(path + "/heading.csv")
      } : nil
    let datasets = try SharedOptions.datasets(values)
    let board = try await score(datasets, runOptions, files)
    let headings = try await headings(datasets, runOptions, headingFile)

    var output = FileWriter.standardOutput()
    for line in report(board, headings: headings, detectors: runOptions.detectors) {
      try output.write(line + "\n")
    }
    try output.flush()
    return .success
  }

  /// The lines that a run prints: its tables, or that there was nothing to score.
  static func report(
    _ board: ScoreBoard,
    headings: [String],
    detectors: Set<DetectorName>
  ) -> [String] {
    var lines = ScoreTable.lines(board)
    if !headings.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += headings
    }
    if board.rows.isEmpty, headings.isEmpty {
      let names = DetectorName.allCases.filter(detectors.contains).map { detector in
        detector == .heading ? "heading and has a truth" : detector.rawValue
      }
      lines.append(
        "Nothing to score: no recording is labelled for \(names.joined(separator: " or for "))."
      )
    }
    return lines
  }

  /// Scores headings where they are wanted, and gives the lines of their table.
  private static func headings(
    _ datasets: [Dataset],
    _ options: BenchRun.Options,
    _ file: FileWriter?
  ) async throws -> [String] {
    guard options.detectors.contains(.heading) else { return [] }
    let run = HeadingRun(
      datasets: datasets,
      splits: options.splits,
      configuration: options.configuration.engine.heading.estimator
    )
    var progress = ProgressLine(total: run.recordingCount, unit: "recordings for the heading")
    let board = try await run.run(width: ProcessInfo.processInfo.activeProcessorCount) {
      progress.show($0)
    }
    progress.clear()
    if var file {
      try file.write(board.fileText)
      try file.flush()
    }
    return board.lines
  }

  private static func score(
    _ datasets: [Dataset],
    _ options: BenchRun.Options,
    _ files: RunFiles?
  ) async throws -> ScoreBoard {
    let run = BenchRun(datasets: datasets, options: options)
    var files = files
    var board = ScoreBoard()
    var progress = ProgressLine(total: run.recordingCount)
    defer { progress.clear() }
    try await run.run(
      width: ProcessInfo.processInfo.activeProcessorCount,
      progress: { progress.show($0) },
      results: { results in
        for result in results {
          board.add(result)
          try files?.write(result)
        }
      }
    )
    try files?.finish(board)
    progress.clear()
    for label in board.strayLabels { BenchCommand.complain(label.warning) }
    return board
  }
}
