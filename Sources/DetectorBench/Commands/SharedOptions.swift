import Foundation

/// Options that several commands have, and what their values mean.
enum SharedOptions {
  static let configuration = CommandLineOptions.Option(
    name: "--config",
    value: "FILE",
    help: "Take the configuration from a JSON file; what it leaves out keeps its default."
  )

  static let datasets = CommandLineOptions.Option(
    name: "--datasets",
    value: "DIR",
    isRepeatable: true,
    help: "A data set, or a folder of them ('datasets')."
  )

  static let detector = CommandLineOptions.Option(
    name: "--detector",
    value: "NAME",
    isRepeatable: true,
    help: "Only this detector: \(DetectorName.allCases.map(\.rawValue).joined(separator: ", "))."
  )

  static let split = CommandLineOptions.Option(
    name: "--split",
    value: "SPLIT",
    help: "train, test or all (the default)."
  )

  /// The configuration that was named, or the default one.
  static func configuration(
    _ values: CommandLineOptions.Values
  ) throws -> BenchConfiguration {
    guard let path = values.value("--config") else { return BenchConfiguration() }
    return try BenchConfiguration(path: path)
  }

  /// The data sets that were named, or those in the folder 'datasets'.
  static func datasets(_ values: CommandLineOptions.Values) throws -> [Dataset] {
    let given = values.values("--datasets")
    return try (given.isEmpty ? ["datasets"] : given).flatMap { path in
      let found = try Dataset.all(in: path)
      guard !found.isEmpty else {
        throw FileAccessProblem(
          file: path,
          reason: "has neither recordings.csv nor pulses.csv, nor has any folder in it"
        )
      }
      return found
    }
  }

  /// The splits that were named, or nil where none was.
  static func splits(
    _ values: CommandLineOptions.Values
  ) throws(UsageError) -> Set<DatasetSplit>? {
    try values.meaning("--split", expected: "train, test or all") { word in
      word == "all"
        ? Set(DatasetSplit.allCases) : DatasetSplit(rawValue: word).map { Set([$0]) }
    }
  }

  /// How many recordings are in work at a time: as many as were named, or as there are cores.
  static func jobs(_ values: CommandLineOptions.Values) throws(UsageError) -> Int {
    let named = try values.meaning("--jobs", expected: "a number from 1 to 1024") { word in
      Int(word).flatMap { (1...1024).contains($0) ? $0 : nil }
    }
    return named ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// The detectors that were named, or all of them.
  static func detectors(
    _ values: CommandLineOptions.Values
  ) throws(UsageError) -> Set<DetectorName> {
    let words = values.values("--detector")
    guard !words.isEmpty else { return Set(DetectorName.allCases) }
    var detectors: Set<DetectorName> = []
    for word in words {
      guard let detector = DetectorName(rawValue: word) else {
        let names = DetectorName.allCases.map(\.rawValue)
        let hint = Spelling.nearest(to: word, in: names).map { "; did you mean '\($0)'?" }
        throw UsageError(
          "--detector: no detector '\(word)'\(hint ?? "; there are \(names.joined(separator: ", "))")"
        )
      }
      detectors.insert(detector)
    }
    return detectors
  }

  /// Shows a command's help where it was asked for.
  static func showHelp(
    _ options: CommandLineOptions,
    _ values: CommandLineOptions.Values
  ) throws -> Bool {
    guard values.has("--help") else { return false }
    var output = FileWriter.standardOutput()
    try output.write(options.help)
    try output.flush()
    return true
  }
}
