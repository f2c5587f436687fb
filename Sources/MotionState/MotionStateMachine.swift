public import MotionSamples

/// Tells whether the phone is on the move, for everything that should run only then.
///
/// A session begins at rest, *unconfirmed*: `isMoving` is absent until the first verdict. From then on it is false
/// (STATIONARY) or true (MOVING), and each change emits one transition, forced ones included; forcing the state that
/// holds already is no change.
///
/// **To MOVING**, any of these is enough: a confident moving activity; two raw fixes in a row at or above the speed bar;
/// a raw fix outside the geofence by more than its error can explain; the app's word. A significant change or a visit
/// asks for a probe and no more, and silence means nothing. When the platform's own geofence wakes the host, feed the
/// fix it brings, or a significant change where it brings none.
///
/// **To STATIONARY**, apart from the app's word, there is one way: stillness held for `stopTimeout`. The first
/// confident still verdict arms a countdown and later ones don't restart it, but at least one of them must come while it
/// runs (it is then *fed*). The countdown's end is noticed by its timer, or, should the host have lost that, by the
/// next heartbeat or still verdict; all ask the same questions. Unfed, noticed too late, or with a fresh ground speed
/// against it, the end proves nothing: the machine stays in MOVING and asks for a probe. As the first verdict of a
/// session one confident still is enough, since no motion has to be ended.
///
/// A countdown is cancelled by a moving activity, by two fast raw fixes in a row, by the app's word, and by a raw
/// displacement of more than 50 m from where it was armed. Noise is no displacement: it must exceed what the errors of
/// both ends can explain, or the ±65 m fixes of a parked car would keep it MOVING for ever; and where the far-off
/// fix says by its own speed that it stands, a second one in a row must confirm it. One fast fix alone cancels nothing,
/// but while it is fresh no still verdict counts.
///
/// After a stop the classifier may waver (low confidence, `unknown`) without effect until a step, a significant change,
/// a visit or a fast fix shows that something touches the phone; then its wavering asks for a probe, once.
///
/// The machine is a value without clock or threads: timers are outputs that the host schedules, and their firing is an
/// input. A timer that is no longer armed does nothing when it fires. Its checks go to the trail under the codes of
/// ``MotionCheckCode``. The rules are those of the background location services that this package is built for; their
/// numbers are in ``MotionConfiguration``.
public struct MotionStateMachine: Equatable, Sendable {
  /// What never changes.
  public let configuration: MotionConfiguration

  /// All that changes.
  public private(set) var state: State

  /// Creates a machine without a session.
  public init(_ configuration: MotionConfiguration) throws(ConfigurationError) {
    try self.init(configuration, restoring: State())
  }

  /// Creates a machine that goes on from a saved state.
  ///
  /// The host schedules the timers of the state again; one that fell due meanwhile fires at once, late as it is.
  public init(
    _ configuration: MotionConfiguration,
    restoring state: State
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
  }

  /// Whether the phone is moving, absent before the first verdict of a session.
  public var isMoving: Bool? { state.isMoving }

  /// Takes one input at the instant of its receipt and emits what follows from it, in order.
  ///
  /// Measurements carry their own timestamps as well; deadlines count from receipt. Receipts need not be in order: an
  /// earlier one is judged as of its own instant. Allocates nothing.
  public mutating func process(
    _ input: MotionInput,
    at now: Timestamp,
    trail: inout some DecisionTrail,
    emit: (MotionOutput) -> Void
  ) {
    let context = MotionContext(now: now, configuration: configuration)
    state.run.process(input, in: context, trail: &trail, emit: emit)
  }
}
