/// The headings of a run, recording by recording and summed up by data set.
struct HeadingBoard: Sendable {
  /// One recording, or the sum of a data set's.
  struct Row: Hashable, Sendable {
    /// What a row stands for.
    enum Kind: String, Hashable, Sendable {
      case recording
      case mean
      case median
    }

    let kind: Kind
    let dataset: String
    let origin: RecordingOrigin
    let recording: String
    let split: String
    let subject: HeadingTruth.Subject
    let magnetometer: HeadingTrial.Magnetometer
    /// The figures in the order of `HeadingBoard.figureColumns`.
    let figures: [Double?]
  }

  static let figureColumns = [
    "rms_deg", "mean_deg", "median_abs_deg", "p95_abs_deg", "accuracy_mean_deg", "within_accuracy",
    "within_twice_accuracy", "invalid_share", "missing_share",
  ]

  /// The rows: a data set's recordings, then their mean and median, and so on.
  private(set) var rows: [Row] = []

  /// Takes the trials in order of data set and recording.
  init(_ trials: [HeadingTrial]) {
    struct Group: Hashable {
      let dataset: String
      let origin: RecordingOrigin
      let subject: HeadingTruth.Subject
      let magnetometer: HeadingTrial.Magnetometer
    }
    var order: [Group] = []
    var groups: [Group: [HeadingTrial]] = [:]
    for trial in trials {
      let group = Group(
        dataset: trial.dataset,
        origin: trial.recording.origin,
        subject: trial.subject,
        magnetometer: trial.magnetometer
      )
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(trial)
    }
    for group in order {
      let members = groups[group] ?? []
      let memberRows = members.map { trial in
        Row(
          kind: .recording,
          dataset: trial.dataset,
          origin: trial.recording.origin,
          recording: trial.recording.name,
          split: trial.recording.split.rawValue,
          subject: trial.subject,
          magnetometer: trial.magnetometer,
          figures: Self.figures(trial.score)
        )
      }
      rows += memberRows
      for kind in [Row.Kind.mean, .median] {
        rows.append(
          Row(
            kind: kind,
            dataset: group.dataset,
            origin: group.origin,
            recording: "",
            split: "",
            subject: group.subject,
            magnetometer: group.magnetometer,
            figures: Self.figureColumns.indices.map { column in
              Self.sum(memberRows.compactMap { $0.figures[column] }, kind)
            }
          )
        )
      }
    }
  }

  private static func sum(_ values: [Double], _ kind: Row.Kind) -> Double? {
    guard !values.isEmpty else { return nil }
    return kind == .median
      ? Percentile.value(0.5, of: values) : values.reduce(0, +) / Double(values.count)
  }

  private static func figures(_ score: HeadingScore) -> [Double?] {
    let scored = Double(score.absoluteErrors.count)
    let rows = scored + Double(score.missing)
    return [
      score.rootMeanSquare, score.mean, score.median, score.percentile95, score.meanAccuracy,
      score.coverage, score.coverageOfTwice,
      scored > 0 ? Double(score.invalid) / scored : nil,
      rows > 0 ? Double(score.missing) / rows : nil,
    ]
  }
}

extension HeadingBoard {
  private static let placeColumns = [
    "kind", "dataset", "recording", "split", "subject", "magnetometer",
  ]

  private static func place(_ row: Row) -> [String] {
    [
      row.kind.rawValue, row.dataset, row.recording, row.split, row.subject.rawValue,
      row.magnetometer.rawValue,
    ]
  }

  /// The text of `heading.csv`.
  var fileText: String {
    CSVText.row(Self.placeColumns + Self.figureColumns + ["origin"])
      + rows.map { row in
        CSVText.row(
          Self.place(row) + row.figures.map { CSVText.fixed($0, 4) } + [row.origin.rawValue]
        )
      }.joined()
  }

  /// The lines of the table that a run prints; none without a row.
  var lines: [String] {
    guard !rows.isEmpty else { return [] }
    let table = TextTable.lines(
      header: [
        "data set", "recording", "truth", "field", "RMS °", "mean °", "median °", "p95 °", "said °",
        "within", "twice", "invalid",
      ],
      rows: rows.map { row in
        [
          row.dataset + (row.origin == .recorded ? "" : " (\(row.origin.rawValue))"),
          row.kind == .recording ? row.recording : "(\(row.kind.rawValue))",
          row.subject.rawValue, row.magnetometer.rawValue,
        ] + zip(row.figures, [2, 2, 2, 2, 1, 2, 2, 2]).map { CSVText.fixed($0, $1) }
      },
      right: Set(4...11)
    )
    return ["heading"] + table + [
      "Error of the heading at each instant of the truth that counts, unsmoothed; said: the published accuracy;"
        + " within, twice: share of the valid headings whose error was within it, and within twice it.",
      "Truth 'course': the vehicle's heading, from fixes and gyroscope.",
    ]
  }
}
