import DetectorEngine

/// One replay of one recording as the page draws it.
struct ReportTimeline: Encodable {
  /// A label, and which rules found it.
  struct MarkedLabel: Encodable, Equatable {
    let detector: String
    let kind: String
    let start: Double
    let end: Double
    let note: String

    /// By rule, the place in `events` of what it was matched with, or -1 where it was missed; empty where it is not scored.
    var matches: [String: Int] = [:]
  }

  /// What a rule did, in numbers.
  struct Tally: Encodable, Equatable {
    let detector: String
    let rule: String
    let labels: Int
    let found: Int
    let falseAlarms: Int
  }

  let dataset: String
  let recording: String
  let origin: String
  let speed: String
  let split: String
  let device: String
  let placement: String
  let note: String
  let labelledFor: [String]

  /// The first and the last instant, in seconds of `t`.
  let start: Double
  let end: Double

  /// The magnitude of the acceleration, gravity included, in g.
  let acceleration: SignalEnvelope?

  /// The magnitude of the rotation rate, in rad/s.
  let rotation: SignalEnvelope?

  /// The speed of the fixes, in m/s.
  let speedMps: SignalEnvelope?

  let labels: [MarkedLabel]
  let events: [ReportEvent]
  let attempts: [ReportAttempt]
  let tallies: [Tally]

  /// Around an impact, every sample is kept within this many seconds.
  private static let closeSeconds = 0.5

  /// Puts together what the rules did on one replay of a recording.
  ///
  /// - Parameters:
  ///   - dataset: what the recording belongs to.
  ///   - recording: the replayed rows.
  ///   - results: what each rule did, all on this replay; at least one.
  ///   - count: how many points of a signal are drawn.
  init?(dataset: Dataset, recording: Recording, results: [TrialResult], count: Int) {
    guard let info = results.first?.recording, let variant = results.first?.variant else {
      return nil
    }
    let span = recording.arrivalSpan(duration: info.duration)
    self.dataset = dataset.name
    self.recording = info.name
    origin = info.origin.rawValue
    speed = variant.text
    split = info.split.rawValue
    device = info.device
    placement = info.placement
    note = info.note
    labelledFor = info.labelledFor.map(\.word).sorted()
    start = span?.first.seconds ?? 0
    end = span?.last.seconds ?? 0

    let all = (dataset.labels[info.name] ?? []).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    var labels = all.map { label in
      MarkedLabel(
        detector: label.subject.word,
        kind: label.kind,
        start: label.start,
        end: label.end,
        note: label.note
      )
    }
    var events: [ReportEvent] = []
    var attempts: [ReportAttempt] = []
    var tallies: [Tally] = []
    for result in results {
      let trail = ReportTrail(result.log, rule: result.rule)
      let first = events.count
      events += trail.events
      attempts += trail.attempts
      for detector in DetectorName.allCases {
        guard let score = result.scores[detector] else { continue }
        tallies.append(
          Tally(
            detector: detector.rawValue,
            rule: result.rule.rawValue,
            labels: score.counts.labels,
            found: score.counts.found,
            falseAlarms: score.counts.falseAlarms
          )
        )
        let places = all.indices.filter { all[$0].subject == .detector(detector) }
        let matching = ReportMatching(
          detector,
          events: result.log.events.filter { $0.kind != .heading },
          labels: places.map { all[$0] },
          end: end
        )
        for index in matching.detections {
          events[first + index].outcome = matching.matched[index] == nil ? "false" : "found"
        }
        for (place, event) in zip(places, matching.eventOfLabel) {
          labels[place].matches[result.rule.rawValue] = event.map { first + $0 } ?? -1
        }
      }
    }
    self.labels = labels
    self.events = events
    self.attempts = attempts
    self.tallies = tallies

    let close = Self.closeStretches(labels, results)
    let signals = ReportSignals(recording)
    acceleration = SignalEnvelope(signals.acceleration, count: count, whole: close, origin: start)
    rotation = SignalEnvelope(signals.rotation, count: count, whole: close, origin: start)
    speedMps = SignalEnvelope(signals.speed, count: count, origin: start)
  }

  /// What is looked at closely: labelled crashes, and the impacts that our own rule took for candidates.
  private static func closeStretches(
    _ labels: [MarkedLabel],
    _ results: [TrialResult]
  ) -> [ClosedRange<Double>] {
    let crashes = labels.filter { $0.detector == DetectorName.crash.rawValue }
      .map { ($0.start, $0.end) }
    let candidates = results.filter { $0.rule == .ours }.flatMap(\.log.events)
      .filter { $0.kind == .candidate || $0.kind == .confirmed }
      .compactMap { $0.number(.start) }.map { ($0, $0) }
    return (crashes + candidates).map { ($0.0 - closeSeconds)...($0.1 + closeSeconds) }
  }
}

/// The signals of a recording that a timeline shows.
struct ReportSignals {
  private(set) var acceleration: [SignalEnvelope.Sample] = []
  private(set) var rotation: [SignalEnvelope.Sample] = []
  private(set) var speed: [SignalEnvelope.Sample] = []

  /// Picks them out of a recording.
  init(_ recording: Recording) {
    recording.forEachInput { input, _ in
      let t = input.timestamp.seconds
      switch input {
      case .acceleration(let sample):
        let magnitudeG = sample.acceleration.magnitude / PhysicalConstants.standardGravity
        acceleration.append(.init(t: t, value: magnitudeG))
      case .rotation(let sample):
        rotation.append(.init(t: t, value: sample.rotationRate.magnitude))
      case .fix(let fix):
        if let speed = fix.speed { self.speed.append(.init(t: t, value: speed)) }
      case .magneticField, .activity, .timePassed:
        break
      }
    }
  }
}
