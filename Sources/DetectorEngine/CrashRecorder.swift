import CrashDetection
import MotionSamples
import SignalFilters

/// Keeps what a crash record is made of: the pulses of recent impacts, recent fixes, and what has become of candidates.
///
/// It watches the same frames as the crash detector and opens a pulse wherever that opens an impact, since a candidate is
/// announced only when its impact is over, or seconds later. Nothing is allocated for a frame once the pulses have their
/// storage.
struct CrashRecorder: Hashable, Codable, Sendable {
  /// How many pulses are kept; a rollover has a dozen impacts, of which the strongest matter.
  private static let maximumPulseCount = 6

  /// After so many seconds an impact can no longer become a candidate.
  private static let pulseLifetimeSec = 10.0

  /// How far the onset by the detector and by a pulse may lie apart, in seconds, and be that of one impact.
  private static let onsetToleranceSec = 0.02

  /// Seconds before the onset from which fixes are kept, as 49 CFR 563.7 keeps speeds.
  private static let fixSpanSec = 5.0

  /// Fixes that come closer together than this are thinned out, in seconds.
  private static let minimumFixSpacingSec = 0.25

  /// How many fixes a record has at most on either side of the onset.
  private static let maximumFixCount = 20

  /// How many candidates are remembered: one that waits and one that was settled before.
  private static let maximumDraftCount = 2

  /// A record in the making.
  private struct Draft: Hashable, Codable, Sendable {
    let id: CrashCandidateID
    var onsetUnixSeconds: Double
    var features: CrashFeatures
    var pulse: PulseHistory?
    var fixesBefore: [CrashRecord.Fix]
    var fixesAfter: [CrashRecord.Fix]
    var confirmation: CrashRecord.Confirmation?

    var record: CrashRecord {
      CrashRecord(
        version: CrashRecord.formatVersion,
        id: id,
        onsetUnixSeconds: onsetUnixSeconds,
        features: features,
        pulse: pulse.map { CrashRecord.Pulse($0) },
        fixesBefore: fixesBefore,
        fixesAfter: fixesAfter,
        confirmation: confirmation
      )
    }
  }

  private var pulses: [PulseHistory] = []
  private var lastAbove: Timestamp?
  private var previous: MotionFrame?
  private var fixes: [CrashRecord.Fix] = []
  private var drafts: [Draft] = []

  /// Whether a frame can change anything although crash detection is off.
  var isWaiting: Bool { !drafts.isEmpty }

  /// The record of a candidate, absent where it was rejected or is forgotten.
  func record(of id: CrashCandidateID) -> CrashRecord? {
    drafts.first { $0.id == id }?.record
  }

  /// Takes a frame in; `level` (m/s²) and `bounceTimeMs` are what the crash detector tells impacts by.
  mutating func process(_ frame: MotionFrame, level: Double, bounceTimeMs: Double) {
    // Each goes on to the end of its span, further impacts or not; one that is closed takes nothing.
    for index in drafts.indices { drafts[index].pulse?.update(frame) }
    for index in pulses.indices { pulses[index].update(frame) }
    if frame.linearAcceleration.squaredMagnitude >= level * level {
      let isNew =
        frame.isRestart
        || lastAbove.map { frame.timestamp.seconds(since: $0) * 1000 > bounceTimeMs } ?? true
      if isNew { open(frame, level: level) }
      lastAbove = frame.timestamp
    }
    previous = frame
  }

  private mutating func open(_ frame: MotionFrame, level: Double) {
    if pulses.count < Self.maximumPulseCount {
      pulses.append(PulseHistory(frame, after: previous, level: level))
    } else {
      let place = leastWanted(at: frame.timestamp)
      pulses[place].reopen(frame, after: previous, level: level)
    }
  }

  /// The pulse that gives way: one that is too old, else the weakest.
  private func leastWanted(at now: Timestamp) -> Int {
    var place = 0
    var least = Double.infinity
    for index in pulses.indices {
      let isOld = now.seconds(since: pulses[index].onset) > Self.pulseLifetimeSec
      let worth = isOld ? -1 : pulses[index].maximum.squaredMagnitude
      if worth < least {
        least = worth
        place = index
      }
    }
    return place
  }

  /// Takes a fix in that detectors may use.
  mutating func process(_ fix: LocationFix, receivedAt: Timestamp) {
    let kept = CrashRecord.Fix(fix: fix, receivedAt: receivedAt)
    for index in drafts.indices {
      let elapsed = fix.timestamp.seconds(since: drafts[index].features.onset)
      if elapsed > 0 {
        Self.append(kept, to: &drafts[index].fixesAfter)
      } else if elapsed >= -Self.fixSpanSec {
        Self.append(kept, to: &drafts[index].fixesBefore)
      }
    }
    guard Self.isSpaced(kept, after: fixes.last) else { return }
    // A candidate can be announced seconds after its onset: twice the fixes that a record takes are held ready.
    if fixes.count == 2 * Self.maximumFixCount { fixes.removeFirst() }
    fixes.append(kept)
  }

  private static func append(_ fix: CrashRecord.Fix, to fixes: inout [CrashRecord.Fix]) {
    guard fixes.count < maximumFixCount, isSpaced(fix, after: fixes.last) else { return }
    fixes.append(fix)
  }

  /// Whether a fix lies far enough from the one before it, on whichever side.
  private static func isSpaced(_ fix: CrashRecord.Fix, after last: CrashRecord.Fix?) -> Bool {
    guard let last else { return true }
    return abs(fix.fix.timestamp.seconds(since: last.fix.timestamp)) >= minimumFixSpacingSec
  }

  /// Notes what the crash detector said.
  ///
  /// `clock` tells the wall clock; without one the time line itself is taken for it.
  mutating func process(_ output: CrashOutput, clock: ClockAnchor?) {
    switch output {
    case .candidate(let candidate):
      if drafts.count == Self.maximumDraftCount { drafts.removeFirst() }
      drafts.append(draft(candidate.id, candidate.features, clock))
    case .confirmed(let crash):
      let place = drafts.firstIndex { $0.id == crash.id }
      guard let place else { return }
      if drafts[place].features.onset != crash.features.onset {
        // A later impact of the same crash was the stronger one.
        drafts[place].pulse = pulse(at: crash.features.onset)
        drafts[place].onsetUnixSeconds = Self.unixSeconds(crash.features.onset, clock)
      }
      drafts[place].features = crash.features
      drafts[place].confirmation = CrashRecord.Confirmation(
        timestamp: crash.timestamp,
        confirmedBy: crash.confirmedBy,
        confidence: crash.confidence,
        aftermath: crash.aftermath
      )
    case .rejected(let rejection):
      drafts.removeAll { $0.id == rejection.id }
    }
  }

  /// Forgets what belongs to a time line that has ended; records stay.
  mutating func beginTimeLine() {
    pulses.removeAll()
    fixes.removeAll()
    lastAbove = nil
    previous = nil
  }

  private func draft(
    _ id: CrashCandidateID,
    _ features: CrashFeatures,
    _ clock: ClockAnchor?
  ) -> Draft {
    var draft = Draft(
      id: id,
      onsetUnixSeconds: Self.unixSeconds(features.onset, clock),
      features: features,
      pulse: pulse(at: features.onset),
      fixesBefore: [],
      fixesAfter: []
    )
    for fix in fixes {
      let elapsed = fix.fix.timestamp.seconds(since: features.onset)
      if elapsed > 0 {
        Self.append(fix, to: &draft.fixesAfter)
      } else if elapsed >= -Self.fixSpanSec {
        Self.append(fix, to: &draft.fixesBefore)
      }
    }
    return draft
  }

  private static func unixSeconds(_ timestamp: Timestamp, _ clock: ClockAnchor?) -> Double {
    clock?.unixSeconds(at: timestamp) ?? timestamp.seconds
  }

  /// The pulse that began with an impact; where none did, the one within which the impact began.
  private func pulse(at onset: Timestamp) -> PulseHistory? {
    let earlier = pulses.filter {
      let since = onset.seconds(since: $0.onset)
      return since >= -Self.onsetToleranceSec && since <= PulseHistory.spanSec
    }
    return earlier.min { abs($0.onset.seconds(since: onset)) < abs($1.onset.seconds(since: onset)) }
  }
}
