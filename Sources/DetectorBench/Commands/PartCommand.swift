/// `bench-detectors part`: what one recording adds to the scores, for runs that are spread over many machines.
enum PartCommand {
  static let options = CommandLineOptions(
    command: "part",
    summary: """
      Scores single recordings and writes what each adds to the rows of scores.csv, a line of JSON for each row, to
      standard output. 'pool' adds such lines up. With --list it writes the recordings that there are instead, as CSV and
      in the order of a run: folder, dataset, recording.
      """,
    options: [
      .init(
        name: "--datasets",
        value: "DIR",
        isRepeatable: true,
        help: "A data set, or a folder of them (required)."
      ),
      .init(name: "--list", value: nil, help: "Write the list of recordings."),
      .init(name: "--dataset", value: "NAME", help: "Only this data set of those in the folder."),
      .init(
        name: "--recording",
        value: "NAME",
        isRepeatable: true,
        help: "Only this recording."
      ),
      SharedOptions.configuration,
      SharedOptions.detector,
    ]
  )

  static func run(_ arguments: some Sequence<String>) async throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    let paths = values.values("--datasets")
    guard !paths.isEmpty else { throw UsageError("part needs --datasets DIR; see part --help") }
    let wanted = values.values("--recording")
    let names = wanted.isEmpty ? nil : Set(wanted)
    var datasets: [(folder: String, dataset: Dataset)] = []
    for folder in try paths.flatMap({ try Dataset.folders(in: $0) }) {
      let dataset = try Dataset(folder: folder, only: names)
      if values.value("--dataset").map({ $0 == dataset.name }) ?? true {
        datasets.append((folder.path, dataset))
      }
    }
    guard !datasets.isEmpty else {
      throw UsageError("no such data set in \(paths.joined(separator: ", "))")
    }
    let known = Set(datasets.flatMap { $0.dataset.recordings.map(\.name) })
    if let name = wanted.first(where: { !known.contains($0) }) {
      throw UsageError("--recording: no recording '\(name)' in \(paths.joined(separator: ", "))")
    }
    var output = FileWriter.standardOutput()
    if values.has("--list") {
      try output.write(CSVText.row(["folder", "dataset", "recording"]))
      for (folder, dataset) in datasets {
        for recording in dataset.recordings where names?.contains(recording.name) ?? true {
          try output.write(CSVText.row([folder, dataset.name, recording.name]))
        }
      }
    } else {
      var runOptions = BenchRun.Options()
      runOptions.configuration = try SharedOptions.configuration(values)
      runOptions.detectors = try SharedOptions.detectors(values)
      runOptions.recordings = names
      // A machine of many cores is given many recordings by who spreads them: each is scored on one.
      try await BenchRun(datasets: datasets.map(\.dataset), options: runOptions).run(width: 1) {
        results in
        for part in results.flatMap(ScorePart.parts) { try output.write(part.line()) }
      }
    }
    try output.flush()
    return .success
  }
}
