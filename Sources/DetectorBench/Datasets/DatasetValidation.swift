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
  }

  /// A stated duration may be shorter than the recording's by this many seconds: it is rounded.
  ///
  /// It may be longer, too, by silence.
  static let durationTolerance = 0.2

  /// Checks the data set in a folder.
  static func check(folder: DatasetFolder) -> Report {
    var report = Report()
    do {
      let dataset = try Dataset(folder: folder)
      report.labels = dataset.labels.values.reduce(0) { $0 + $1.count }
      for info in dataset.recordings { check(info, of: dataset, &report) }
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
    report.recordings += 1
    report.hours += recording.duration / 3600
    func complain(_ file: String, _ found: String, _ expected: String) {
      report.problems.append(
        FileProblem(file: file, line: 0, column: 0, found: found, expected: expected)
      )
    }
    let silence = info.duration - recording.duration
    if silence < -durationTolerance || silence > Recording.maximumSilence {
      complain(
        dataset.path + "/recordings.csv",
        "\(info.name) is said to last \(CSVText.number(info.duration)) s",
        "the recording's \(CSVText.fixed(recording.duration, 3)) s"
      )
    }
    guard let span = recording.arrivalSpan(duration: info.duration) else { return }
    for label in dataset.labels[info.name] ?? []
    where label.start < span.first.seconds - durationTolerance
      || label.end > span.last.seconds + durationTolerance
    {
      complain(
        dataset.path + "/labels.csv",
        "a label of \(info.name) from \(CSVText.number(label.start)) to"
          + " \(CSVText.number(label.end)) s",
        "a time within the recording, \(CSVText.fixed(span.first.seconds, 3)) to"
          + " \(CSVText.fixed(span.last.seconds, 3)) s"
      )
    }
  }
}
