public import MotionSamples

/// Smooths headings on the circle and says when one is due to be handed out.
///
/// Each heading is a unit vector, and what is smoothed exponentially are its two components, so there is no seam at
/// north and no way round that is the wrong one. The weight of a new heading is 1 − exp(−Δt/τ), the exact solution over
/// the time since the last one: two steps of Δt do the same as one of 2Δt, whatever the spacing. For small turns the
/// step response is 1 − exp(−t/τ); a turn at the angular rate ω is followed arctan(ωτ) late.
///
/// A heading is due once `minIntervalMs` has passed since the last one handed out; before that, only if it has moved by
/// at least `minDeltaDeg` since then. Constant time and memory, nothing allocated.
public struct HeadingSmoother: Sendable {
  /// What became of a heading.
  public enum Outcome: Hashable, Sendable {
    /// It was taken in, and the smoothed heading, in [0, 360), is due to be handed out.
    case due(Double)
    /// It was taken in, and nothing is due yet.
    case held
    /// It was left out, and nothing has changed.
    case ignored(Reason)
  }

  /// Why a heading was left out.
  public enum Reason: String, Hashable, Codable, Sendable {
    /// Its timestamp is that of the heading before it.
    case duplicateTimestamp
    /// It is older than the heading before it.
    case outOfOrder
    /// It is infinite or not a number.
    case notFinite
  }

  /// What changes from heading to heading, to be written down and restored.
  public struct State: Hashable, Codable, Sendable {
    /// The smoothed heading in degrees, in [0, 360); meaningful once a heading has come.
    public internal(set) var heading = 0.0
    /// The smoothed east component of the unit vectors.
    var east = 0.0
    /// The smoothed north component of the unit vectors.
    var north = 0.0
    /// The latest heading's instant, absent before the first.
    public internal(set) var timestamp: Timestamp?
    /// The heading last handed out.
    var emittedHeading = 0.0
    /// When a heading was last handed out, absent before the first.
    var emittedTimestamp: Timestamp?

    /// Creates the state of a smoother that has seen nothing.
    public init() {}
  }

  /// The configuration, which never changes.
  public let configuration: HeadingSmootherConfiguration

  /// All that changes; write it down anywhere and go on from it later.
  public private(set) var state: State

  /// Creates a smoother, fresh or going on from a state.
  ///
  /// - Throws: ``ConfigurationError`` for a value outside its range.
  public init(
    _ configuration: HeadingSmootherConfiguration = HeadingSmootherConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
  }

  /// How much the headings of the last few time constants agree, from 0 (they cancel) to 1 (all the same).
  ///
  /// The length of the smoothed vector, absent before the first heading.
  public var agreement: Double? {
    guard state.timestamp != nil else { return nil }
    return min(1, (state.east * state.east + state.north * state.north).squareRoot())
  }

  /// Takes one heading in degrees clockwise from north, of any number of turns.
  public mutating func process(_ heading: Double, at timestamp: Timestamp) -> Outcome {
    guard heading.isFinite else { return .ignored(.notFinite) }
    guard let previous = state.timestamp else {
      start(at: heading)
      return finish(at: timestamp)
    }
    guard timestamp != previous else { return .ignored(.duplicateTimestamp) }
    guard timestamp > previous else { return .ignored(.outOfOrder) }
    let elapsedSec = timestamp.seconds(since: previous)
    if elapsedSec > configuration.maximumGapSec || configuration.smoothingTauMs == 0 {
      start(at: heading)
    } else {
      blend(heading, for: elapsedSec)
    }
    return finish(at: timestamp)
  }

  /// Below this length of the smoothed vector its direction is rounding noise: the heading stays as it was.
  private static let cancellationLimit = 1e-9

  private mutating func start(at heading: Double) {
    let radians = Azimuth.normalized(heading) * PhysicalConstants.radiansPerDegree
    state.east = sine(radians)
    state.north = cosine(radians)
    state.heading = Azimuth.normalized(heading)
  }

  private mutating func blend(_ heading: Double, for elapsedSec: Double) {
    let weight = oneMinusExponential(ofMinus: elapsedSec * 1000 / configuration.smoothingTauMs)
    let radians = Azimuth.normalized(heading) * PhysicalConstants.radiansPerDegree
    state.east += weight * (sine(radians) - state.east)
    state.north += weight * (cosine(radians) - state.north)
    guard max(abs(state.east), abs(state.north)) > Self.cancellationLimit else { return }
    state.heading = Azimuth.normalized(
      arctangent2(state.east, state.north) / PhysicalConstants.radiansPerDegree
    )
  }

  private mutating func finish(at timestamp: Timestamp) -> Outcome {
    state.timestamp = timestamp
    guard isDue(at: timestamp) else { return .held }
    state.emittedHeading = state.heading
    state.emittedTimestamp = timestamp
    return .due(state.heading)
  }

  private func isDue(at timestamp: Timestamp) -> Bool {
    guard let emitted = state.emittedTimestamp else { return true }
    return timestamp >= emitted.advanced(bySeconds: configuration.minIntervalMs / 1000)
      || abs(Azimuth.turn(from: state.emittedHeading, to: state.heading))
        >= configuration.minDeltaDeg
  }
}
