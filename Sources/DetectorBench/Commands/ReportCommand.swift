import Foundation

/// `bench-detectors report`: everything that a run finds, on one page.
enum ReportCommand {
  static let options = CommandLineOptions(
    command: "report",
    summary: """
      Scores as 'run' does and draws it all on one page, DIR/report.html, that a browser opens without a network: the
      scores, how each rule trades detections against false alarms as its threshold moves, and a timeline of every
      recording with what settled each event. The files of 'run --out' are left beside it, and hold the same figures.
      """,
    options: [
      SharedOptions.datasets,
      .init(name: "--out", value: "DIR", help: "Where to write; needed."),
      SharedOptions.configuration,
      SharedOptions.split,
      SharedOptions.detector,
    ]
  )

  static func run(_ arguments: some Sequence<String>) async throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    guard let folder = values.value("--out") else { throw UsageError("report needs --out DIR") }
    var runOptions = BenchRun.Options()
    runOptions.configuration = try SharedOptions.configuration(values)
    runOptions.detectors = try SharedOptions.detectors(values)
    runOptions.splits = try SharedOptions.splits(values) ?? runOptions.splits
    runOptions.keepsDecisions = true
    let run = ReportRun(datasets: try SharedOptions.datasets(values), options: runOptions)
    let files = try RunFiles(
      folder: folder,
      writesHeadings: values.values("--detector").contains("heading")
    )
    let path = folder + "/report.html"
    var file = try FileWriter.file(path)
    let (page, _) = try await run.page(files)
    let html = try page.html()
    try file.write { $0 += html }
    try file.flush()
    var output = FileWriter.standardOutput()
    try output.write("\(path)\n")
    try output.flush()
    return .success
  }
}
