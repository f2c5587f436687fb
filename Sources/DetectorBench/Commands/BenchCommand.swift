import Foundation

/// The command line of the bench: finds the subcommand, runs it, and turns errors into exit statuses.
public enum BenchCommand {
  /// Runs a command line, without the program's own name, and gives the status to exit with.
  public static func run(_ arguments: [String]) async -> Int32 {
    do {
      return try await dispatch(arguments).rawValue
    } catch {
      complain("\(error)")
      return ExitStatus(for: error).rawValue
    }
  }

  /// Writes a line to standard error.
  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("bench-detectors: \(text)\n".utf8))
  }

  private static func dispatch(_ arguments: [String]) async throws -> ExitStatus {
    guard let name = arguments.first else {
      throw UsageError("no command; see bench-detectors --help")
    }
    let rest = arguments.dropFirst()
    switch name {
    case "run": return try await RunCommand.run(rest)
    case "compare": return try CompareCommand.run(rest)
    case "replay": return try ReplayCommand.run(rest)
    case "validate": return try ValidateCommand.run(rest)
    case "sweep": return try await SweepCommand.run(rest)
    case "generate": return try GenerateCommand.run(rest)
    case "report": return try await ReportCommand.run(rest)
    case "label": return try LabelCommand.run(rest)
    case "part": return try await PartCommand.run(rest)
    case "pool": return try PoolCommand.run(rest)
    case "--help", "-h", "help":
      var output = FileWriter.standardOutput()
      try output.write(help)
      try output.flush()
      return .success
    default:
      let names = [
        "run", "sweep", "compare", "replay", "validate", "generate", "report", "label", "part",
        "pool",
        "help",
      ]
      let hint = Spelling.nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
      throw UsageError("no command '\(name)'\(hint ?? "; see bench-detectors --help")")
    }
  }

  private static let help = """
    usage: bench-detectors COMMAND [options]

    Replays recordings of phone sensors through the detectors and scores what they find.

      run        Score the detectors, and simple rules beside them, on data sets.
      sweep      Score many configurations of a detector.
      compare    Say what changed between two runs.
      replay     Write the events of one recording as CSV.
      validate   Check data sets: every file, every line.
      generate   Make a data set of generated recordings.
      report     Score as run does, and draw it all on one page.
      label      Add labels to recordings, take them away, or list them.
      part       Score single recordings, for a run that is spread over many machines.
      pool       Add such scores up.

    Each command explains itself with --help.
    Exit status: 0 done, 64 bad command line, 65 bad data, 74 a file can't be read or written.

    """
}
