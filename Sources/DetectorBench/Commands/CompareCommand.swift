/// `bench-detectors compare`: what changed between two runs.
enum CompareCommand {
  static let options = CommandLineOptions(
    command: "compare",
    summary: """
      Says what changed from run A to run B, recording by recording, then the totals with paired bootstrap intervals. A
      and B are folders that run --out wrote, or their recording-scores.csv; both must be about the same data.
      """,
    operand: "A B",
    options: [
      .init(
        name: "--rule",
        value: "NAME",
        help:
          "\(BenchRule.allCases.map(\.rawValue).joined(separator: ", ")) (the first by default)."
      ),
      .init(name: "--out", value: "FILE", help: "Write the recordings that changed as CSV."),
      .init(name: "--seed", value: "S", help: "Another seed for the bootstrap (1)."),
    ]
  )

  static func run(_ arguments: some Sequence<String>) throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    guard values.operands.count == 2 else {
      throw UsageError("compare takes two runs; found \(values.operands.count)")
    }
    let rule =
      try values.meaning(
        "--rule",
        expected: BenchRule.allCases.map(\.rawValue).joined(separator: ", ")
      ) { BenchRule(rawValue: $0) } ?? .ours
    let seed = try values.meaning("--seed", expected: "a whole number from 0") { UInt32($0) } ?? 1
    let files = (before: values.operands[0], after: values.operands[1])
    let comparison = try RunComparison(
      RecordingScore.read(files.before),
      RecordingScore.read(files.after),
      rule: rule,
      files: files
    )
    if let path = values.value("--out") {
      var file = try FileWriter.file(path)
      try file.write(ComparisonTable.changesText(comparison))
      try file.flush()
    }
    var output = FileWriter.standardOutput()
    for line in try ComparisonTable.lines(comparison, seed: seed) { try output.write(line + "\n") }
    try output.flush()
    return .success
  }
}
