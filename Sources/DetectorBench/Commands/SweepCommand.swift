import DetectorEngine
import Foundation

/// `bench-detectors sweep`: scores many configurations of one detector.
enum SweepCommand {
  static let options = CommandLineOptions(
    command: "sweep",
    summary: """
      Scores a detector with every combination of some values of its configuration's fields, and writes a row for each
      into DIR/sweep.csv. A sweep that was killed goes on where it was when it is started again. benches/README.md
      explains the columns.
      """,
    options: [
      .init(
        name: "--set",
        value: "FIELD=VALUES",
        isRepeatable: true,
        help: "A field and its values: crash.minSpeed=5,8,11.11 or crash.impactThreshold=2:8:0.25."
      ),
      .init(name: "--out", value: "DIR", help: "Write sweep.csv there, and confirm.csv."),
      SharedOptions.datasets,
      .init(name: "--split", value: "SPLIT", help: "train (the default), test or all."),
      SharedOptions.configuration,
      .init(
        name: "--detector",
        value: "NAME",
        help: "crash, distraction or heading, where the fields do not tell."
      ),
      .init(
        name: "--random",
        value: "N",
        help: "Draw N different combinations instead of taking all."
      ),
      .init(name: "--seed", value: "S", help: "For --random: another seed, another draw (1)."),
      .init(name: "--jobs", value: "N", help: "Recordings in work at a time (all cores)."),
      .init(
        name: "--confirm",
        value: "N",
        help: "Score configuration N, or the best one, on train and test beside the base."
      ),
    ]
  )

  static func run(_ arguments: some Sequence<String>) async throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    guard let folder = values.value("--out") else { throw UsageError("sweep needs --out DIR") }
    let base = try SharedOptions.configuration(values).engine
    let plan = try plan(values, base: base)
    let detector = try detector(values, plan)
    let split = values.value("--split") ?? "train"
    let splits = try SharedOptions.splits(values) ?? [.train]
    let width = try SharedOptions.jobs(values)
    let choice = try choice(values, plan)
    let datasets = try SharedOptions.datasets(values)

    let sweep = try Sweep(
      plan.points.indices.map(plan.configuration),
      of: detector,
      datasets: datasets,
      splits: splits
    )
    guard sweep.recordingCount > 0 else {
      throw UsageError(
        "nothing to sweep over: no recording of \(split) is labelled for \(detector)"
      )
    }
    try FileWriter.createFolder(folder)
    let scores = try await scores(sweep, plan, width: width, folder: folder)
    let rows = SweepRow.rows(scores, plan, sweep.configurations, split: split)
    try write(SweepFile.text(plan, detector, rows), to: folder + "/sweep.csv")
    try SweepJournal.remove(folder: folder)

    var output = FileWriter.standardOutput()
    for line in SweepTable.lines(rows, plan, folder: folder) { try output.write(line + "\n") }
    if let choice {
      let chosen = try choice.place(scores, plan)
      let confirmation = SweepConfirmation(
        plan: plan,
        chosen: chosen,
        base: base,
        detector: detector
      )
      let rows = try await confirmation.rows(datasets: datasets, width: width)
      try write(SweepFile.text(plan, detector, rows), to: folder + "/confirm.csv")
      for line in [""] + SweepTable.lines(confirming: rows, plan) { try output.write(line + "\n") }
    }
    try output.flush()
    return .success
  }

  /// Which configuration is to be confirmed.
  private enum Choice {
    case best
    case number(Int)

    /// Its place in the plan.
    func place(_ scores: [SweepScore], _ plan: SweepPlan) throws(UsageError) -> Int {
      switch self {
      case .number(let number): return number - 1
      case .best:
        guard let best = SweepChoice.best(scores, plan: plan) else {
          throw UsageError("--confirm: no configuration was scored")
        }
        return best
      }
    }
  }

  private static func choice(
    _ values: CommandLineOptions.Values,
    _ plan: SweepPlan
  ) throws(UsageError) -> Choice? {
    let count = plan.points.count
    return try values.meaning("--confirm", expected: "best, or 1 to \(count)") { word in
      if word == "best" { return .best }
      return Int(word).flatMap { (1...count).contains($0) ? .number($0) : nil }
    }
  }

  private static func plan(
    _ values: CommandLineOptions.Values,
    base: EngineConfiguration
  ) throws -> SweepPlan {
    var axes: [SweepAxis] = []
    for text in values.values("--set") {
      let axis = try SweepAxis(text)
      guard !axes.contains(where: { $0.field == axis.field }) else {
        throw UsageError("--set: \(axis.field.name) was given twice")
      }
      axes.append(axis)
    }
    guard !axes.isEmpty else { throw UsageError("sweep needs --set FIELD=VALUES") }
    let count = try values.meaning("--random", expected: "a number from 1") { word in
      Int(word).flatMap { (1...SweepPlan.maximumCount).contains($0) ? $0 : nil }
    }
    let seed = try values.meaning("--seed", expected: "a whole number from 0") { UInt32($0) }
    guard count != nil || seed == nil else { throw UsageError("--seed needs --random") }
    return try SweepPlan(axes: axes, base: base, random: count.map { ($0, seed ?? 1) })
  }

  /// The detector that was named, or the one that all fields with one belong to.
  private static func detector(
    _ values: CommandLineOptions.Values,
    _ plan: SweepPlan
  ) throws(UsageError) -> DetectorName {
    let scored: [DetectorName] = [.crash, .distraction, .heading]
    let words = scored.map(\.rawValue).joined(separator: ", ")
    let named = try values.meaning("--detector", expected: words) { word in
      scored.first { $0.rawValue == word }
    }
    if let named { return named }
    let owners = plan.axes.compactMap(\.field.detector).uniqued()
    guard owners.count == 1 else {
      throw UsageError("the fields do not tell whose scores are wanted: --detector is needed")
    }
    return owners[0]
  }

  /// Runs the sweep under its journal.
  private static func scores(
    _ sweep: Sweep,
    _ plan: SweepPlan,
    width: Int,
    folder: String
  ) async throws -> [SweepScore] {
    let (journal, done) = try SweepJournal.open(
      folder: folder,
      fingerprint: sweep.fingerprint(plan),
      jobs: sweep.recordingCount,
      configurations: sweep.configurations.count
    )
    if !done.isEmpty {
      BenchCommand.complain(
        "going on: \(done.count) of \(sweep.recordingCount) recordings were done before"
      )
    }
    var progress = ProgressLine(total: sweep.recordingCount, done: done.count)
    defer { progress.clear() }
    return try await sweep.scores(width: width, journal: journal, done: done) { progress.show($0) }
  }

  private static func write(_ text: String, to path: String) throws {
    var file = try FileWriter.file(path)
    try file.write(text)
    try file.flush()
  }
}
