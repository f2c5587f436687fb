/// `bench-detectors pool`: adds up what single recordings add to the scores.
enum PoolCommand {
  static let options = CommandLineOptions(
    command: "pool",
    summary: """
      Reads files of lines that 'part' wrote, adds them up in the order in which they stand, and writes scores.csv to
      standard output. In the order of 'part --list' that is the file that 'run' writes, byte for byte.
      """,
    operand: "FILE…",
    options: []
  )

  static func run(_ arguments: some Sequence<String>) throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    guard !values.operands.isEmpty else { throw UsageError("pool needs a file; see pool --help") }
    var board = ScoreBoard()
    for path in values.operands {
      for part in try ScorePart.read(path: path) { board.add(part.score, to: part.key) }
    }
    var output = FileWriter.standardOutput()
    try output.write(ScoreFile.text(board))
    try output.flush()
    return .success
  }
}
