/// A file of labels to add, such as the report page gives: the columns of `labels.csv` and, where it speaks of several
/// data sets, `dataset` with the folder's name.
struct LabelList {
  /// The labels that are asked for, in the file's order.
  private(set) var requests: [LabelRequest] = []

  /// How many rows speak of another data set or recording.
  private(set) var passedOver = 0

  private static let schema = Table.Schema(
    required: ["recording", "detector", "kind", "start", "end"],
    optional: ["note", "dataset"]
  )

  /// Reads the rows that are about a data set, and about one recording of it where one is named.
  init(path: String, dataset: Dataset, only recording: String?) throws {
    try self.init(Table(path: path, schema: Self.schema), dataset: dataset, only: recording)
  }

  /// Reads the text of such a file.
  init(
    text: [UInt8],
    file: String,
    dataset: Dataset,
    only recording: String?
  ) throws(FileProblem) {
    try self.init(
      Table(text: text, file: file, schema: Self.schema),
      dataset: dataset,
      only: recording
    )
  }

  private init(_ table: Table, dataset: Dataset, only recording: String?) throws(FileProblem) {
    let names = Set(dataset.recordings.map(\.name))
    for row in table.rows {
      let cells = TableRowReader(table: table, row: row)
      let set = cells.text("dataset")
      let name = cells.text("recording")
      guard set.isEmpty || set == dataset.name, recording == nil || name == recording else {
        passedOver += 1
        continue
      }
      requests.append(
        LabelRequest(try Label(cells, recordings: names), place: "\(table.file):\(row.line):1")
      )
    }
  }
}
