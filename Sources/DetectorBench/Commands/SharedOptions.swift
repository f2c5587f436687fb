import Foundation

/// Options that several commands have, and what their values mean.
enum SharedOptions {
  static let configuration = CommandLineOptions.Option(
    name: "--config",
    value: "FILE",
    help: "Take the configuration from a JSON file; what it leaves out keeps its default."
  )

  static let detector = CommandLineOptions.Option(
    name: "--detector",
    value: "NAME",
    isRepeatable: true,
    help: "Only this detector: \(DetectorName.allCases.map(\.rawValue).joined(separator: ", "))."
  )

  /// The configuration that was named, or the default one.
  static func configuration(
    _ values: CommandLineOptions.Values
  ) throws -> BenchConfiguration {
    guard let path = values.value("--config") else { return BenchConfiguration() }
    return try BenchConfiguration(path: path)
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
