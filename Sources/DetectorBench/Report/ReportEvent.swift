/// One event on a timeline, with the checks that settled it.
struct ReportEvent: Encodable, Equatable {
  /// Which rule gave it.
  let rule: String

  /// When, in seconds of `t`, as it stands in `events.csv`.
  let t: String

  /// Whose event it is.
  let detector: String

  /// What happened.
  let event: String

  /// What it says, by the columns of `events.csv`.
  let fields: [String: String]

  /// `found` where it was matched with a label, `false` where it should have been and was not; nil where it is not scored.
  var outcome: String?

  /// When the checks were made, in seconds of `t`, where there are any.
  var checkedAt: String?

  /// The checks of its detector that were made last before it came.
  var checks: [ReportCheck] = []

  /// Takes over an event.
  init(_ event: ReplayedEvent, rule: BenchRule) {
    self.rule = rule.rawValue
    t = CSVText.seconds(nanoseconds: event.timestamp.nanoseconds)
    detector = event.detector.rawValue
    self.event = event.kind.rawValue
    fields = Dictionary(
      uniqueKeysWithValues: event.fields.entries.map { ($0.field.name, Self.text($0.value)) }
    )
  }
}

extension ReportEvent {
  /// A value as it stands in `events.csv`.
  private static func text(_ value: EventValue) -> String {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Handling that came as far as being looked at, and was no episode: the last look of each stretch of them.
struct ReportAttempt: Encodable, Equatable {
  /// When it was looked at, in seconds of `t`.
  let t: String

  /// The checks that were made.
  let checks: [ReportCheck]
}

/// The events of one replay of our own rule with what settled them, told from the order of its log.
struct ReportTrail {
  /// The checks of one detector at one instant.
  private struct Batch {
    var t: Int64
    var checks: [ReplayedDecision]
  }

  /// The events, in order; headings, which come many times a second, are left out.
  private(set) var events: [ReportEvent] = []

  /// The handling that was no episode.
  private(set) var attempts: [ReportAttempt] = []

  /// Looks at handling that lie this many seconds apart are one stretch.
  private static let attemptGapNanoseconds: Int64 = 3_000_000_000

  /// The checks by which handling is looked at; the others of its detector are made every quarter of a second.
  private static let attemptCodes: Set<String> = [
    "handlingTooShort", "handlingTooSparse", "turnNotFelt", "speedUnknown", "speedBelowMinimum",
  ]

  /// Reads a log.
  init(_ log: ReplayLog, rule: BenchRule) {
    var last: [DetectorName: Batch] = [:]
    var attempt: Batch?
    for entry in log.entries {
      switch entry {
      case .decision(let decision):
        guard let detector = decision.detector else { continue }
        let t = decision.check.timestamp.nanoseconds
        if last[detector]?.t == t {
          last[detector]?.checks.append(decision)
        } else {
          last[detector] = Batch(t: t, checks: [decision])
        }
        if Self.attemptCodes.contains(decision.check.code) { look(decision, t, &attempt) }
      case .event(let event):
        guard event.kind != .heading else { continue }
        var shown = ReportEvent(event, rule: rule)
        if let batch = last[event.detector] {
          shown.checkedAt = CSVText.seconds(nanoseconds: batch.t)
          shown.checks = batch.checks.map(ReportCheck.init)
        }
        // What opens an episode was looked at, and is told by the event.
        if event.kind == .opened { attempt = nil }
        events.append(shown)
      }
    }
    if let attempt { keep(attempt) }
  }

  private mutating func look(_ decision: ReplayedDecision, _ t: Int64, _ attempt: inout Batch?) {
    guard let open = attempt else {
      attempt = Batch(t: t, checks: [decision])
      return
    }
    if open.t == t {
      attempt?.checks.append(decision)
      return
    }
    let (distance, isFar) = t.subtractingReportingOverflow(open.t)
    if isFar || distance > Self.attemptGapNanoseconds { keep(open) }
    attempt = Batch(t: t, checks: [decision])
  }

  private mutating func keep(_ batch: Batch) {
    guard batch.checks.contains(where: { $0.check.verdict == .failed }) else { return }
    attempts.append(
      ReportAttempt(
        t: CSVText.seconds(nanoseconds: batch.t),
        checks: batch.checks.map(ReportCheck.init)
      )
    )
  }
}
