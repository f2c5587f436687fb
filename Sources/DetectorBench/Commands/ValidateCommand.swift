/// `bench-detectors validate`: checks data sets down to the last line.
enum ValidateCommand {
  static let options = CommandLineOptions(
    command: "validate",
    summary: """
      Reads every file of a data set, or of a folder of them, and reports what is wrong with it: malformed lines with
      file, line and column, stated durations that are not the recording's, labels that lie outside it or overlap. A
      label's kind that is not known is only warned about.
      """,
    operand: "DIR",
    options: []
  )

  static func run(_ arguments: some Sequence<String>) throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    guard values.operands.count == 1 else {
      throw UsageError("validate takes one folder; found \(values.operands.count)")
    }
    let path = values.operands[0]
    let folders = try Dataset.folders(in: path)
    guard !folders.isEmpty else {
      throw FileAccessProblem(
        file: path,
        reason: "has neither recordings.csv nor pulses.csv, nor has any folder in it"
      )
    }
    var output = FileWriter.standardOutput()
    var status = ExitStatus.success
    for folder in folders {
      var line: ProgressLine?
      let report = DatasetValidation.check(folder: folder) { done, total in
        var current = line ?? ProgressLine(total: total)
        current.show(done)
        line = current
      }
      line?.clear()
      for problem in report.problems {
        BenchCommand.complain("\(problem)")
        if status == .success { status = ExitStatus(for: problem) }
      }
      for warning in report.warnings { BenchCommand.complain("warning: \(warning)") }
      let verdict = verdict(problems: report.problems.count, warnings: report.warnings.count)
      try output.write(
        "\(folder.path): \(report.recordings) recording\(report.recordings == 1 ? "" : "s"), \(CSVText.fixed(report.hours, 3)) h,"
          + " \(report.labels) label\(report.labels == 1 ? "" : "s"): \(verdict)\n"
      )
    }
    try output.flush()
    return status
  }

  /// What a data set with so many problems is said to be.
  static func verdict(problems: Int, warnings: Int = 0) -> String {
    func count(_ number: Int, _ what: String) -> String {
      "\(number) \(what)\(number == 1 ? "" : "s")"
    }
    let verdict = problems == 0 ? "ok" : count(problems, "problem")
    return warnings == 0 ? verdict : verdict + ", " + count(warnings, "warning")
  }
}
