import DetectorEngine
import Foundation

/// Scores many configurations of one detector on the recordings of some data sets.
///
/// The unit of work is one recording: it is read once, what stands in front of the detectors runs
/// over it once, and every configuration decides on what comes of that. Recordings are worked on side
/// by side; their outcomes are added up in the order of the lists, so that the sums do not depend on who finished first.
struct Sweep: Sendable {
  /// One recording to work on.
  private struct Job: Sendable {
    let dataset: Dataset
    let recording: RecordingInfo
  }

  /// What the configurations are called, and what they are.
  let configurations: [SweepPlan.Configuration]

  /// Whose events are scored.
  let detector: DetectorName

  private let batch: SweepBatch
  private let jobs: [Job]

  /// Prepares a sweep over the recordings of some splits that are labelled for the detector.
  init(
    _ configurations: [SweepPlan.Configuration],
    of detector: DetectorName,
    datasets: [Dataset],
    splits: Set<DatasetSplit>
  ) throws {
    self.configurations = configurations
    batch = try SweepBatch(configurations)
    self.detector = detector
    jobs = datasets.flatMap { dataset in
      dataset.recordings
        .filter { splits.contains($0.split) && $0.isLabelled(for: detector) }
        .map { Job(dataset: dataset, recording: $0) }
    }
  }

  /// How many recordings there are to work on.
  var recordingCount: Int { jobs.count }

  /// What the results depend on, in a number; the configurations are those of a plan.
  func fingerprint(_ plan: SweepPlan) -> String {
    var fingerprint = Fingerprint()
    fingerprint.addProgram()
    fingerprint.add(detector.rawValue)
    plan.add(to: &fingerprint)
    for path in jobs.map(\.dataset.path).uniqued() {
      fingerprint.add(path)
      fingerprint.add(contentOf: path + "/recordings.csv")
      fingerprint.add(contentOf: path + "/labels.csv")
    }
    for job in jobs {
      fingerprint.add(job.recording.name)
      fingerprint.add(stampOf: job.dataset.path(of: job.recording))
    }
    return fingerprint.text
  }

  /// Runs what has not been done yet and gives the score of each configuration.
  ///
  /// `progress` is told how many recordings are done; `journal` takes what each gave, `done` holds what it gave before.
  func scores(
    width: Int,
    journal: SweepJournal? = nil,
    done: [Int: SweepJournal.Entry] = [:],
    progress: (_ finished: Int) -> Void = { _ in }
  ) async throws -> [SweepScore] {
    var scores = [SweepScore](repeating: SweepScore(), count: configurations.count)
    try await OrderedWork.run(
      count: jobs.count,
      width: width,
      work: { index in try done[index] ?? entry(index) },
      finished: { count, index, entry in
        progress(count)
        if let entry, done[index] == nil { try journal?.append(entry) }
      },
      results: { _, entry in
        for index in scores.indices {
          if let outcome = entry.outcome(of: index) { scores[index].add(outcome) }
        }
      }
    )
    return scores
  }

  private func entry(_ index: Int) throws -> SweepJournal.Entry {
    let job = jobs[index]
    let trial = try SweepTrial(job.recording, of: job.dataset, for: detector)
    let (outcomes, places) = try trial.outcomes(batch)
    return SweepJournal.Entry(job: index, outcomes: outcomes, places: places)
  }
}
