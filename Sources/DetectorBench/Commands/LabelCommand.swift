import Foundation

/// `bench-detectors label`: adds, removes and lists the labels of recordings.
enum LabelCommand {
  static let options = CommandLineOptions(
    command: "label",
    summary: """
      Adds labels to a recording's data set, takes them away or lists them. RECORDING is SET/recordings/NAME.csv, or the
      folder SET where --from or --list speak of several. Everything that was asked for is done, or nothing: an unknown
      detector or kind, a time outside the recording or an overlap is refused. All other rows keep their very bytes.
      """,
    operand: "RECORDING",
    options: [
      .init(
        name: "--add",
        value: "LABEL",
        isRepeatable: true,
        help: "Add detector:kind:start:end, such as crash:frontal:12.3:12.5."
      ),
      .init(name: "--note", value: "TEXT", help: "What to note beside the label of --add."),
      .init(
        name: "--from",
        value: "FILE",
        help: "Add the labels of a file in the format of labels.csv, as the report gives it."
      ),
      .init(
        name: "--remove",
        value: "LABEL",
        isRepeatable: true,
        help: "Remove detector:kind:start:end."
      ),
      .init(name: "--list", value: nil, help: "Show the labels, changed ones as they are then."),
    ]
  )

  static func run(_ arguments: some Sequence<String>) throws -> ExitStatus {
    let values = try options.parse(arguments)
    if try SharedOptions.showHelp(options, values) { return .success }
    guard values.operands.count == 1 else {
      throw UsageError("label takes one recording or data set; found \(values.operands.count)")
    }
    let edits = ["--add", "--from", "--remove"].filter(values.has)
    guard !edits.isEmpty || values.has("--list") else {
      throw UsageError("label needs --add, --from, --remove or --list; see label --help")
    }
    guard !values.has("--note") || values.values("--add").count == 1 else {
      throw UsageError("--note needs one --add")
    }
    let (dataset, recording) = try target(values.operands[0])
    var editor = try LabelEditor(dataset)
    var output = FileWriter.standardOutput()
    if !edits.isEmpty {
      let done = try edit(&editor, recording, values)
      try editor.write()
      try output.write("\(dataset.path)/labels.csv: \(done)\n")
    }
    if values.has("--list") {
      try output.write(CSVText.row(["recording", "detector", "kind", "start", "end", "note"]))
      for label in editor.labels(of: recording) {
        try output.write(
          CSVText.row([
            label.recording, label.subject.word, label.kind, CSVText.number(label.start),
            CSVText.number(label.end), label.note,
          ])
        )
      }
    }
    try output.flush()
    return .success
  }

  /// The data set that a path stands for, and the recording in it where it names one.
  private static func target(_ path: String) throws -> (dataset: Dataset, recording: String?) {
    if case .recordings(let folder) = DatasetFolder(path: path) {
      return (try Dataset(path: folder), nil)
    }
    let file = URL(fileURLWithPath: path)
    let list = file.deletingLastPathComponent()
    guard list.lastPathComponent == "recordings", file.pathExtension == "csv",
      case .recordings = DatasetFolder(path: list.deletingLastPathComponent().path)
    else {
      throw FileAccessProblem(
        file: path,
        reason: "is neither a recording of a data set (SET/recordings/NAME.csv) nor a data set"
      )
    }
    let dataset = try Dataset(path: folder(ofRecording: path))
    let name = file.deletingPathExtension().lastPathComponent
    guard dataset.recordings.contains(where: { $0.name == name }) else {
      throw FileProblem(
        file: dataset.path + "/recordings.csv",
        line: 0,
        column: 0,
        found: "no recording '\(name)'",
        expected: "one that the list names"
      )
    }
    return (dataset, name)
  }

  /// The folder of the data set, in the words in which its recording's file was named.
  private static func folder(ofRecording path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.dropLast().last == "recordings" else {
      return (parts.dropLast() + [".."]).joined(separator: "/")
    }
    let folder = parts.dropLast(2).joined(separator: "/")
    if !folder.isEmpty { return folder }
    return path.hasPrefix("/") ? "/" : "."
  }

  /// Makes every change, and says what was done.
  private static func edit(
    _ editor: inout LabelEditor,
    _ recording: String?,
    _ values: CommandLineOptions.Values
  ) throws -> String {
    func requests(_ option: String, note: String = "") throws -> [LabelRequest] {
      try values.values(option).map { text in
        guard let recording else {
          throw UsageError("\(option) needs a recording, SET/recordings/NAME.csv")
        }
        return try LabelRequest(text, option: option, recording: recording, note: note)
      }
    }
    let removals = try requests("--remove")
    var additions = try requests("--add", note: values.value("--note") ?? "")
    var passedOver = 0
    if let path = values.value("--from") {
      let list = try LabelList(path: path, dataset: editor.dataset, only: recording)
      additions += list.requests
      passedOver = list.passedOver
    }
    // What is taken away makes room for what is put in its place.
    for request in removals { try editor.remove(request) }
    for request in additions { try editor.add(request) }
    func count(_ number: Int, _ what: String) -> String? {
      number == 0 ? nil : "\(number) label\(number == 1 ? "" : "s") \(what)"
    }
    let parts = [
      count(removals.count, "removed"), count(additions.count, "added"),
      count(passedOver, "of other recordings or data sets left out"),
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? "nothing to change" : text
  }
}
