public import MotionSamples

/// Tells fixes that can be used from those that can't, by seven checks in a fixed order.
///
/// Invalid accuracy, poor accuracy, future timestamp, stale timestamp, out of order, duplicate, cached repeat: the first
/// failure decides, every verdict is counted, and the trail gets all seven checks under the rejections' names. A source
/// that reports no accuracy passes the first two, a fix without a position the last two, and the trail says
/// `notApplicable`.
public struct FixFilter: Equatable, Sendable {
  /// The limits, which never change.
  public let configuration: FixFilterConfiguration

  /// All that changes.
  public private(set) var state: State

  /// Creates a filter that has seen nothing.
  public init(_ configuration: FixFilterConfiguration) throws(ConfigurationError) {
    try self.init(configuration, restoring: State())
  }

  /// Creates a filter that goes on from a saved state.
  public init(
    _ configuration: FixFilterConfiguration,
    restoring state: State
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
  }

  /// Judges one fix, received at `receivedAt` on the same time line as its own timestamp.
  ///
  /// Costs a comparison with at most ten remembered fixes and allocates nothing once ten have been accepted.
  public mutating func process(
    _ fix: LocationFix,
    receivedAt: Timestamp,
    trail: inout some DecisionTrail
  ) -> FixVerdict {
    let verdict = judge(fix, receivedAt: receivedAt, trail: &trail)
    state.note(verdict, of: fix, receivedAt: receivedAt)
    return verdict
  }

  private func judge(
    _ fix: LocationFix,
    receivedAt: Timestamp,
    trail: inout some DecisionTrail
  ) -> FixVerdict {
    var firstFailure: FixRejection?
    for rejection in FixRejection.allCases {
      let verdict: CheckVerdict
      var finding = FixFinding.notApplicable
      if firstFailure == nil {
        finding = find(rejection, in: fix, receivedAt: receivedAt)
        verdict = finding.verdict
      } else {
        verdict = .skipped
      }
      trail.record(
        DecisionCheck(
          timestamp: receivedAt,
          code: rejection.rawValue,
          measured: finding.measured,
          threshold: finding.threshold,
          verdict: verdict
        )
      )
      if verdict == .failed { firstFailure = rejection }
    }
    return firstFailure.map { .rejected($0) } ?? .accepted
  }

  private func find(
    _ rejection: FixRejection,
    in fix: LocationFix,
    receivedAt: Timestamp
  ) -> FixFinding {
    switch rejection {
    case .invalidAccuracy:
      guard let accuracy = fix.accuracy else { return .notApplicable }
      // What is not a number is not above zero either.
      return FixFinding(measured: accuracy, threshold: 0, isFailure: !(accuracy > 0))

    case .poorAccuracy:
      guard let accuracy = fix.accuracy else { return .notApplicable }
      let maximum = configuration.maximumAccuracy
      return FixFinding(measured: accuracy, threshold: maximum, isFailure: accuracy > maximum)

    case .futureTimestamp:
      let lead = fix.timestamp.seconds(since: receivedAt)
      let maximum = configuration.maximumLead
      return FixFinding(measured: lead, threshold: maximum, isFailure: lead > maximum)

    case .staleTimestamp:
      let age = receivedAt.seconds(since: fix.timestamp)
      let maximum = configuration.maximumAge
      return FixFinding(measured: age, threshold: maximum, isFailure: age > maximum)

    case .outOfOrder:
      guard let last = state.lastAcceptedTimestamp else { return .notApplicable }
      return FixFinding(
        measured: fix.timestamp.seconds(since: last),
        threshold: 0,
        isFailure: fix.timestamp <= last
      )

    case .duplicate:
      guard let coordinate = fix.coordinate, let last = state.recentPositions.last else {
        return .notApplicable
      }
      let distance = coordinate.distance(to: last.coordinate)
      let maximum = configuration.duplicateDistance
      return FixFinding(measured: distance, threshold: maximum, isFailure: distance <= maximum)

    case .cachedRepeat:
      // A measured speed is news, whatever the position repeats.
      guard let coordinate = fix.coordinate, fix.speed == nil,
        let twin = state.recentPositions.last(where: {
          $0.coordinate == coordinate && $0.accuracy == fix.accuracy
        })
      else { return .notApplicable }
      let age = receivedAt.seconds(since: twin.timestamp)
      let maximum = configuration.maximumTwinAge
      return FixFinding(measured: age, threshold: maximum, isFailure: age < maximum)
    }
  }
}

/// What one check measured and against what.
private struct FixFinding {
  let measured: Double?
  let threshold: Double?
  let verdict: CheckVerdict

  static let notApplicable = FixFinding(measured: nil, threshold: nil, verdict: .notApplicable)

  private init(measured: Double?, threshold: Double?, verdict: CheckVerdict) {
    self.measured = measured
    self.threshold = threshold
    self.verdict = verdict
  }

  init(measured: Double, threshold: Double, isFailure: Bool) {
    self.init(measured: measured, threshold: threshold, verdict: isFailure ? .failed : .passed)
  }
}
