import Foundation

/// Changes the labels of a data set, all that was asked for or nothing.
struct LabelEditor {
  /// The data set.
  let dataset: Dataset

  private let path: String
  private var text: LabelFileText
  private var spans: [String: (first: Double, last: Double)] = [:]

  /// Reads the labels of a data set; one without a file of them gets one as soon as there is a label.
  init(_ dataset: Dataset) throws {
    self.dataset = dataset
    path = dataset.path + "/labels.csv"
    let bytes =
      FileManager.default.fileExists(atPath: path)
      ? Array(try FileBytes.contents(path)) : LabelFileText.header
    text = try LabelFileText(bytes, file: path, recordings: Set(dataset.recordings.map(\.name)))
  }

  /// The labels of a recording, or of all, in the file's order.
  func labels(of recording: String?) -> [Label] {
    text.labels.filter { recording == nil || $0.recording == recording }
  }

  /// Adds a label, once it is sure that it is one.
  mutating func add(_ request: LabelRequest) throws {
    try request.checkKind()
    try request.checkSpan(try span(of: request.label.recording))
    try text.add(request)
  }

  /// Removes a label.
  mutating func remove(_ request: LabelRequest) throws(LabelProblem) {
    try text.remove(request)
  }

  /// Puts the new file in the place of the old one in one step: whoever reads meanwhile gets one or the other, whole.
  func write() throws(FileAccessProblem) {
    // A link stays one: what it points to is replaced.
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      try Data(text.text).write(to: file, options: .atomic)
    } catch {
      throw FileAccessProblem(
        file: path,
        reason: "cannot be written (\(FileBytes.reason(of: error)))"
      )
    }
  }

  private mutating func span(of name: String) throws -> (first: Double, last: Double) {
    if let span = spans[name] { return span }
    guard let info = dataset.recordings.first(where: { $0.name == name }) else {
      // Whoever asks has looked the name up in the data set's list.
      return (0, 0)
    }
    let span = try dataset.read(info).arrivalSpan(duration: info.duration)
    let seconds = (first: span?.first.seconds ?? 0, last: span?.last.seconds ?? 0)
    spans[name] = seconds
    return seconds
  }
}
