/// `bench-detectors replay`: the events of one recording as CSV.
enum ReplayCommand {
  static let options = CommandLineOptions(
    command: "replay",
    summary: """
      Replays one recording and writes its events to standard output as CSV: t, detector, event, then a column for every
      value that an event can have. benches/README.md explains the columns.
      """,
    operand: "RECORDING",
    options: [
      SharedOptions.configuration,
      .init(
        name: "--explain",
        value: nil,
        help: "Add every decision: code, measured, threshold, verdict."
      ),
      SharedOptions.detector,
      .init(
        name: "--rule",
        value: "NAME",
        help:
          "\(BenchRule.allCases.map(\.rawValue).joined(separator: ", ")) (the first by default)."
      ),
      .init(
        name: "--assume-speed",
        value: "MPS",
        help: "Replace the recording's speed by this one, a fix a second."
      ),
      .init(
        name: "--braked",
        value: nil,
        help: "Brake the assumed speed to a stop at 0.9 g from the recording's spike on."
      ),
    ]
  )

  static func run(_ arguments: some Sequence<String>) throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    guard values.operands.count == 1 else {
      throw UsageError("replay takes one recording; found \(values.operands.count)")
    }
    let rule =
      try values.meaning(
        "--rule",
        expected: BenchRule.allCases.map(\.rawValue).joined(separator: ", ")
      ) { BenchRule(rawValue: $0) } ?? .ours
    let speed = try values.meaning("--assume-speed", expected: "m/s from 0 to 200") { text in
      Double(text).flatMap { (0...200).contains($0) ? $0 : nil }
    }
    guard speed != nil || !values.has("--braked") else {
      throw UsageError("--braked needs --assume-speed")
    }
    let configuration = try SharedOptions.configuration(values)
    let detectors = try SharedOptions.detectors(values)

    var recording = try Recording(path: values.operands[0])
    if let speed {
      recording = recording.assuming(values.has("--braked") ? .braked : .kept, speedMps: speed)
    }
    let explains = values.has("--explain")
    var log = ReplayLog(detectors: detectors, keepsDecisions: explains)
    try rule.replay(recording, configuration: configuration, log: &log)

    var output = FileWriter.standardOutput()
    try output.write(EventFiles.replayHeader(explains: explains))
    for entry in log.entries {
      try output.write { EventFiles.appendReplayRow(entry, explains: explains, to: &$0) }
    }
    try output.flush()
    return .success
  }
}
