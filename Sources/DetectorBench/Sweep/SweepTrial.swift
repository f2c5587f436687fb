import CrashDetection
import DetectorEngine

/// One recording, ready to be scored with any number of configurations.
struct SweepTrial {
  private let detector: DetectorName
  private let info: RecordingInfo
  private let labels: [Label]
  private let recording: Recording
  private let headings: [HeadingCase]

  /// From the first to the last arrival, in seconds.
  private let span: (start: Double, end: Double)

  /// Reads the recording.
  ///
  /// It counts once: of the two replays with an assumed speed, the one that keeps it.
  init(_ info: RecordingInfo, of dataset: Dataset, for detector: DetectorName) throws {
    self.detector = detector
    self.info = info
    labels = dataset.labels(of: info, for: detector)
    guard detector != .heading else {
      recording = Recording()
      headings = try HeadingCase.cases(of: info, in: dataset)
      span = (0, 0)
      return
    }
    let read = try dataset.read(info)
    recording = read.variants(assumedSpeedMps: info.assumedSpeedMps).first?.recording ?? read
    headings = []
    let arrivals = recording.arrivalSpan(duration: info.duration)
    span = (arrivals?.first.seconds ?? 0, arrivals?.last.seconds ?? 0)
  }

  /// Scores every configuration: its different outcomes, and which of them each had.
  func outcomes(_ batch: SweepBatch) throws -> (outcomes: [SweepOutcome], places: [Int?]) {
    var outcomes: [SweepOutcome] = []
    var placeOfOutcome: [SweepOutcome: Int] = [:]
    var places = [Int?](repeating: nil, count: batch.configurations.count)
    func note(_ outcome: SweepOutcome) -> Int {
      if let place = placeOfOutcome[outcome] { return place }
      outcomes.append(outcome)
      placeOfOutcome[outcome] = outcomes.count - 1
      return outcomes.count - 1
    }
    for group in batch.groups {
      switch detector {
      case .heading:
        // The script knows nothing of headings: each setting runs over the readings by itself.
        var known: [HeadingEstimatorConfiguration: Int] = [:]
        for member in group.members {
          guard case .valid(let configuration) = batch.configurations[member.place] else {
            continue
          }
          let setting = configuration.heading.estimator
          let place = try known[setting] ?? note(headingOutcome(setting))
          known[setting] = place
          places[member.place] = place
        }
      case .crash, .distraction, .motion:
        let script = try DetectorScriptWriter.script(
          of: recording,
          configuration: group.shared,
          duration: info.duration
        )
        if let script {
          for (member, score) in zip(group.members, readings(of: script, group, batch)) {
            places[member.place] = note(.events(score))
          }
        } else {
          for member in group.members {
            guard case .valid(let configuration) = batch.configurations[member.place] else {
              continue
            }
            places[member.place] = note(.events(try wholeReplay(configuration)))
          }
        }
      }
    }
    return (outcomes, places)
  }

  private func headingOutcome(_ setting: HeadingEstimatorConfiguration) throws -> SweepOutcome {
    .headings(try headings.map { .init(try $0.score(setting)) })
  }
}

// MARK: - Events

extension SweepTrial {
  private var hours: Double { max(0, span.end - span.start) / 3600 }

  /// The score of one configuration by replaying the recording through the whole engine.
  func wholeReplay(_ configuration: EngineConfiguration) throws -> TrialScore {
    var log = ReplayLog(detectors: [detector])
    try BenchRule.ours.replay(
      recording,
      configuration: BenchConfiguration(engine: configuration),
      duration: info.duration,
      startUnixSeconds: info.startUnixSeconds,
      log: &log
    )
    return TrialScoring.score(detector, events: log.events, labels: labels, span: span)
      ?? .detection(DetectionScore())
  }

  /// The scores of a group by reading a script to their detectors, in the order of its members.
  private func readings(
    of script: DetectorScript,
    _ group: SweepBatch.Group,
    _ batch: SweepBatch
  ) -> [TrialScore] {
    var crashes = CrashReadings(script, lowestSquaredLevel: group.lowestSquaredLevel)
    if detector == .crash {
      var scores: [CrashListener.Result: TrialScore] = [:]
      return group.members.map { member in
        let result = crashes.result(member.crash, batch)
        if let score = scores[result] { return score }
        let score = TrialScoring.crashScore(
          confirmed: result.confirmed.map(\.seconds),
          unsettled: result.unsettled,
          labels: labels,
          hours: hours
        )
        scores[result] = .detection(score)
        return .detection(score)
      }
    }
    struct Key: Hashable {
      let number: Int
      let firedDeadlines: [Timestamp]
    }
    var scores: [Key: TrialScore] = [:]
    return group.members.map { member in
      let key = Key(
        number: member.distraction,
        firedDeadlines: crashes.result(member.crash, batch).firedDeadlines
      )
      if let score = scores[key] { return score }
      var listener = DistractionListener(
        batch.distractions[member.distraction],
        firedDeadlines: key.firedDeadlines
      )
      script.replay(&listener)
      let open = listener.openSince.map { IntervalScore.Interval(start: $0, end: span.end) }
      let score = TrialScoring.distractionScore(
        episodes: listener.episodes + [open].compactMap(\.self),
        labels: labels,
        hours: hours
      )
      scores[key] = .intervals(score)
      return .intervals(score)
    }
  }
}

/// What crash detectors make of one script, each kind of them read to once.
private struct CrashReadings {
  private let script: DetectorScript
  private let lowestSquaredLevel: Double
  private var results: [Int: CrashListener.Result] = [:]
  private var tracks: [FallCriteria: QuietTrack] = [:]

  /// A track takes some kilobytes for each rough second, so only so many are kept.
  private static let maximumTrackCount = 16

  init(_ script: DetectorScript, lowestSquaredLevel: Double) {
    self.script = script
    self.lowestSquaredLevel = lowestSquaredLevel
  }

  /// What one of the crash detectors of a batch makes of it.
  mutating func result(_ crash: Int, _ batch: SweepBatch) -> CrashListener.Result {
    if let result = results[crash] { return result }
    let falls = FallCriteria(batch.crashes[crash].configuration)
    if tracks.count == Self.maximumTrackCount, tracks[falls] == nil { tracks.removeAll() }
    let track =
      tracks[falls]
      ?? QuietTrack(script, falls: falls, lowestSquaredLevel: lowestSquaredLevel)
    tracks[falls] = track
    var listener = CrashListener(batch.crashes[crash], track: track)
    script.replay(&listener)
    results[crash] = listener.result
    return listener.result
  }
}
