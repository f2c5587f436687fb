import DetectorEngine

/// One recording, ready to be scored with any number of configurations.
struct SweepTrial {
  private let detector: DetectorName
  private let info: RecordingInfo
  private let labels: [Label]
  private let recordings: [Recording]
  private let headings: [HeadingCase]

  /// Reads the recording.
  ///
  /// It counts once: of the two replays with an assumed speed, the one that keeps it.
  init(_ info: RecordingInfo, of dataset: Dataset, for detector: DetectorName) throws {
    self.detector = detector
    self.info = info
    labels = dataset.labels(of: info, for: detector)
    if detector == .heading {
      recordings = []
      headings = try HeadingCase.cases(of: info, in: dataset)
    } else {
      recordings = try dataset.read(info).variants(assumedSpeedMps: info.assumedSpeedMps)
        .filter { $0.variant != .assumed(.braked) }.map(\.recording)
      headings = []
    }
  }

  /// Scores one configuration.
  func outcome(_ configuration: EngineConfiguration) throws -> SweepOutcome {
    if detector == .heading {
      return .headings(
        try headings.map { .init(try $0.score(configuration.heading.estimator)) }
      )
    }
    var sum: TrialScore?
    for recording in recordings {
      var log = ReplayLog(detectors: [detector])
      try BenchRule.ours.replay(
        recording,
        configuration: BenchConfiguration(engine: configuration),
        duration: info.duration,
        startUnixSeconds: info.startUnixSeconds,
        log: &log
      )
      let span = recording.arrivalSpan(duration: info.duration)
      let score = TrialScoring.score(
        detector,
        events: log.events,
        labels: labels,
        span: (start: span?.first.seconds ?? 0, end: span?.last.seconds ?? 0)
      )
      guard let score else { continue }
      var total = sum ?? score.zero
      total.add(score)
      sum = total
    }
    return sum.map { .events($0) } ?? .headings([])
  }
}
