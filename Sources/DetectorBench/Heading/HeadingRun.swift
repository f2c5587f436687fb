import DetectorEngine

/// Runs the heading over every recording of some data sets that has a truth about it.
///
/// Headings are scored regardless of motion, against what was true rather than against labels.
struct HeadingRun: Sendable {
  let datasets: [Dataset]
  let splits: Set<DatasetSplit>
  let configuration: HeadingEstimatorConfiguration

  /// Runs, some recordings side by side, and gives the results in order of data set and recording.
  func run(width: Int) async throws -> HeadingBoard {
    let jobs = datasets.flatMap { dataset in
      dataset.recordings.filter { splits.contains($0.split) }.map { (dataset, $0) }
    }
    let trials = try await withThrowingTaskGroup(of: (Int, [HeadingTrial]).self) { group in
      var results = [[HeadingTrial]](repeating: [], count: jobs.count)
      for (index, job) in jobs.enumerated() {
        if index >= max(1, width), let (done, trials) = try await group.next() {
          results[done] = trials
        }
        group.addTask { [configuration] in
          (
            index,
            try HeadingTrial.trials(of: job.1, in: job.0, configuration: configuration)
          )
        }
      }
      for try await (done, trials) in group { results[done] = trials }
      return results.flatMap { $0 }
    }
    return HeadingBoard(trials)
  }
}
