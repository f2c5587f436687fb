import DetectorEngine

/// Runs the heading over every recording of some data sets that has a truth about it.
///
/// Headings are scored regardless of motion, against what was true rather than against labels.
struct HeadingRun: Sendable {
  let datasets: [Dataset]
  let splits: Set<DatasetSplit>
  let configuration: HeadingEstimatorConfiguration

  private var jobs: [(dataset: Dataset, recording: RecordingInfo)] {
    datasets.flatMap { dataset in
      dataset.recordings
        .filter { splits.contains($0.split) && $0.isLabelled(for: .heading) }
        .map { (dataset, $0) }
    }
  }

  /// How many recordings there are to work on.
  var recordingCount: Int { jobs.count }

  /// Runs, some recordings side by side, and gives the results in order of data set and recording.
  func run(
    width: Int,
    progress: (_ finished: Int) -> Void = { _ in }
  ) async throws -> HeadingBoard {
    let jobs = jobs
    var trials: [HeadingTrial] = []
    try await OrderedWork.run(
      count: jobs.count,
      width: width,
      work: { [configuration] index in
        let (dataset, recording) = jobs[index]
        return try HeadingTrial.trials(
          of: recording,
          in: dataset,
          configuration: configuration
        )
      },
      finished: { count, _, _ in progress(count) },
      results: { _, output in trials += output }
    )
    return HeadingBoard(trials)
  }
}
