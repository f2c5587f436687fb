import Foundation

/// `bench-detectors generate`: makes a data set of generated recordings.
enum GenerateCommand {
  /// The catalogues by the word that names them on the command line.
  private static let catalogues: [(word: String, catalogue: ScenarioCatalogue)] = [
    ("crash", .crash), ("distraction", .distraction), ("heading", .heading),
  ]

  private static let catalogueWords = catalogues.map(\.word).joined(separator: ", ")

  static let options = CommandLineOptions(
    command: "generate",
    summary: """
      Makes recordings by simulation and writes them as a data set. The same seed gives the same bytes on the same
      platform; the splits 'train' and 'test' differ in their random numbers and in nothing else.
      """,
    options: [
      .init(name: "--out", value: "DIR", help: "The data set's folder (required)."),
      .init(name: "--catalogue", value: "NAME", help: "What to make: \(catalogueWords)."),
      .init(name: "--seed", value: "N", help: "A whole number (default 1)."),
      .init(
        name: "--multiple",
        value: "N",
        help: "How many times the ordinary number of recordings."
      ),
    ]
  )

  static func run(_ arguments: some Sequence<String>) throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    guard let folder = values.value("--out") else {
      throw UsageError("generate needs --out DIR; see generate --help")
    }
    let catalogue =
      try values.meaning("--catalogue", expected: catalogueWords) { word in
        catalogues.first { $0.word == word }?.catalogue
      } ?? .crash
    let seed = try values.meaning("--seed", expected: "a whole number from 0") { UInt64($0) } ?? 1
    let multiple =
      try values.meaning("--multiple", expected: "a whole number from 1 to 1000") { text in
        Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
      } ?? 1

    var progress = ProgressLine(total: catalogue.recordingNames(multiple: multiple).count)
    defer { progress.clear() }
    do {
      try DatasetWriter.write(
        catalogue,
        seed: seed,
        multiple: multiple,
        to: URL(fileURLWithPath: folder)
      ) { done, _ in progress.show(done) }
    } catch {
      throw FileAccessProblem(
        file: folder,
        reason: "cannot be written (\(FileBytes.reason(of: error)))"
      )
    }
    return .success
  }
}
