/// Replays every recording of some data sets through the rules and scores what comes out.
///
/// The unit of work is one recording: it is read once, then every rule runs over it. Recordings are worked on side by
/// side on all cores, and their results are given in the order of the lists whatever finished first.
public struct BenchRun: Sendable {
  /// What to run.
  public struct Options: Sendable {
    /// The splits to take.
    public var splits = Set(DatasetSplit.allCases)

    /// The recordings to take, by name, or nil for all.
    public var recordings: Set<String>?

    /// The detectors whose events and scores are wanted.
    public var detectors = Set(DetectorName.allCases)

    /// The rules to run.
    public var rules = BenchRule.allCases

    /// The configuration of our own rule.
    public var configuration = BenchConfiguration()

    /// Whether the decisions of our own rule are kept.
    public var keepsDecisions = false

    /// Creates the options that take everything.
    public init() {}
  }

  /// One recording to work on.
  private struct Job: Sendable {
    let dataset: Dataset
    let recording: RecordingInfo
  }

  private let options: Options
  private let jobs: [Job]

  /// Prepares a run over data sets.
  public init(datasets: [Dataset], options: Options) {
    self.options = options
    jobs = datasets.flatMap { dataset in
      dataset.recordings
        .filter { recording in
          options.splits.contains(recording.split)
            && (options.recordings?.contains(recording.name) ?? true)
        }
        .map { Job(dataset: dataset, recording: $0) }
    }
  }

  /// How many recordings there are to work on.
  public var recordingCount: Int { jobs.count }

  /// Runs and gives the results of each recording in order, and the count of finished ones whenever it rises.
  ///
  /// At most `width` recordings are in work at a time, so memory does not grow with their number. Stops at the first
  /// error, that of the recording that stands first among those that failed by then.
  public func run(
    width: Int,
    progress: (_ finished: Int) -> Void = { _ in },
    results: ([TrialResult]) throws -> Void
  ) async throws {
    try await OrderedWork.run(
      count: jobs.count,
      width: width,
      work: { index in try work(on: jobs[index]) },
      finished: { count, _, _ in progress(count) },
      results: { _, output in try results(output) }
    )
  }

  private func work(on job: Job) throws -> [TrialResult] {
    let recording = try job.dataset.read(job.recording)
    var results: [TrialResult] = []
    let variants = recording.variants(assumedSpeedMps: job.recording.assumedSpeedMps)
    for (variant, recording) in variants {
      for rule in options.rules where !rule.detectors.isDisjoint(with: options.detectors) {
        results.append(try trial(rule, variant, recording, job))
      }
    }
    return results
  }

  private func trial(
    _ rule: BenchRule,
    _ variant: SpeedVariant,
    _ recording: Recording,
    _ job: Job
  ) throws -> TrialResult {
    var log = ReplayLog(
      detectors: options.detectors,
      keepsDecisions: options.keepsDecisions && rule == .ours
    )
    try rule.replay(
      recording,
      configuration: options.configuration,
      duration: job.recording.duration,
      startUnixSeconds: job.recording.startUnixSeconds,
      log: &log
    )
    let events = log.events
    let span = recording.arrivalSpan(duration: job.recording.duration).map {
      (start: $0.first.seconds, end: $0.last.seconds)
    }
    var scores: [DetectorName: TrialScore] = [:]
    var strayLabels: [StrayLabel] = []
    for detector in DetectorName.allCases
    where options.detectors.contains(detector) && rule.detectors.contains(detector)
      && job.recording.isLabelled(for: detector) && variant.counts(for: detector)
    {
      let labels = job.dataset.labels(of: job.recording, for: detector)
      scores[detector] = TrialScoring.score(
        detector,
        events: events,
        labels: labels,
        span: span ?? (start: 0, end: 0)
      )
      strayLabels += labels.compactMap {
        StrayLabel($0, dataset: job.dataset.name, span: span ?? (start: 0, end: 0))
      }
    }
    return TrialResult(
      dataset: job.dataset.name,
      recording: job.recording,
      variant: variant,
      rule: rule,
      log: log,
      scores: scores,
      strayLabels: strayLabels
    )
  }
}
