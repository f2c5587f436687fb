import DetectorEngine

/// A look at every line of a data set.
enum DatasetValidation {
  /// What was found.
  struct Report {
    /// Recordings that could be read.
    var recordings = 0

    /// Their length in hours.
    var hours = 0.0

    /// Labels that could be read.
    var labels = 0

    /// What is wrong, in the order of the lists.
    var problems: [any Error] = []

    /// What is unusual, but no reason to refuse the data set.
    var warnings: [FileProblem] = []
  }

  /// A stated duration may be shorter than the recording's by this many seconds: it is rounded.
  ///
  /// It may be longer, too, by silence.
  static let durationTolerance = 0.2

  /// Checks the data set in a folder.
  ///
  /// `progress` is told how many of how many recordings have been looked at.
  static func check(
    folder: DatasetFolder,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) -> Report {
    var report = Report()
    do {
      let dataset = try Dataset(folder: folder)
      report.labels = dataset.labels.values.reduce(0) { $0 + $1.count }
      for (index, info) in dataset.recordings.enumerated() {
        progress(index, dataset.recordings.count)
        check(info, of: dataset, &report)
      }
    } catch {
      report.problems.append(error)
    }
    return report
  }

  private static func check(_ info: RecordingInfo, of dataset: Dataset, _ report: inout Report) {
    let recording: Recording
    do {
      recording = try dataset.read(info)
    } catch {
      report.problems.append(error)
      return
    }
    checkCompanions(of: info, in: dataset, &report)
    report.recordings += 1
    report.hours += recording.duration / 3600
    func complain(_ file: String, _ line: Int, _ found: String, _ expected: String) {
      report.problems.append(
        FileProblem(file: file, line: line, column: 1, found: found, expected: expected)
      )
    }
    let silence = info.duration - recording.duration
    if silence < -durationTolerance || silence > Recording.maximumSilence {
      complain(
        dataset.path + "/recordings.csv",
        lines(of: info, in: dataset.path + "/recordings.csv").first ?? 0,
        "\(info.name) is said to last \(CSVText.number(info.duration)) s",
        "the recording's \(CSVText.fixed(recording.duration, 3)) s"
      )
    }
    guard let span = recording.arrivalSpan(duration: info.duration) else { return }
    let labelsPath = dataset.path + "/labels.csv"
    let labels = dataset.labels[info.name] ?? []
    for (index, label) in labels.enumerated()
    where !LabelRules.isInside(label, (span.first.seconds, span.last.seconds)) {
      complain(
        labelsPath,
        lines(of: info, in: labelsPath).dropFirst(index).first ?? 0,
        "a label of \(info.name) from \(CSVText.number(label.start)) to"
          + " \(CSVText.number(label.end)) s",
        "a time within the recording, \(CSVText.fixed(span.first.seconds, 3)) to"
          + " \(CSVText.fixed(span.last.seconds, 3)) s"
      )
    }
    checkLabels(labels, of: info, path: labelsPath, &report)
  }

  /// Looks for labels that share their time with another of their detector, and for kinds that are not known.
  private static func checkLabels(
    _ labels: [Label],
    of info: RecordingInfo,
    path: String,
    _ report: inout Report
  ) {
    for (later, earlier) in LabelRules.collisions(in: labels) {
      let lines = lines(of: info, in: path)
      report.problems.append(
        FileProblem(
          file: path,
          line: lines.dropFirst(later).first ?? 0,
          column: 1,
          found: "\(LabelRules.text(labels[later])) of \(info.name) overlaps"
            + " \(LabelRules.text(labels[earlier])) in line \(lines.dropFirst(earlier).first ?? 0)",
          expected: "a time of its own"
        )
      )
    }
    for (index, label) in labels.enumerated()
    where !LabelKinds.isKnown(label.kind, for: label.subject) {
      report.warnings.append(
        FileProblem(
          file: path,
          line: lines(of: info, in: path).dropFirst(index).first ?? 0,
          column: 1,
          found: "kind '\(label.kind)' of \(label.subject.word)",
          expected: LabelKinds.expectation(for: label.subject, found: label.kind)
        )
      )
    }
  }

  /// The lines of a list that speak of a recording, in the file's order; none where the recording is from no list.
  private static func lines(of info: RecordingInfo, in list: String) -> [Int] {
    let schema = Table.Schema(required: ["recording"], allowsOthers: true)
    guard let table = try? Table(path: list, schema: schema) else { return [] }
    return table.rows.filter { table.cell($0, "recording")?.text == info.name }.map(\.line)
  }

  /// Reads what lies beside a recording: the truth about its heading and its uncalibrated magnetometer.
  private static func checkCompanions(
    of info: RecordingInfo,
    in dataset: Dataset,
    _ report: inout Report
  ) {
    func check(_ companion: String, _ read: (_ path: String) throws -> Void) {
      guard let path = dataset.path(of: info, companion: companion) else { return }
      do { try read(path) } catch { report.problems.append(error) }
    }
    check("truth") { path in
      if info.isLabelled(for: .heading) {
        _ = try HeadingTruth(path: path)
      } else {
        // What it holds is not scored: it has to be a table over time and no more.
        _ = try Table(path: path, schema: .init(required: ["t"], allowsOthers: true))
      }
    }
    check("magraw") { path in _ = try Recording(path: path) }
  }
}
