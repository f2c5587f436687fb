public import MotionSamples

/// Turns the three sensors and the fixes into smoothed headings with an error and a north that they refer to.
///
/// The estimator's attitude gives the azimuth of an edge of the screen, or of the line through the screen where that edge
/// points up or down; the smoother takes out the jitter and says when a heading is due; the declination at the latest fix
/// turns it to true north, once, on the way out. Until there is a declination headings refer to magnetic north and say so.
///
/// Feed each sensor in time order. Whether it runs at all (`enabled`, the state of motion) is for the host to look at.
/// Constant time and memory, nothing allocated per reading.
public struct HeadingDetector: Sendable {
  /// What changes from reading to reading, to be written down and restored.
  public struct State: Hashable, Codable, Sendable {
    /// The estimator's state; nil for a fresh one.
    var estimator: HeadingEstimator.State?
    /// The smoother's state.
    var smoother = HeadingSmoother.State()
    /// The compass, which remembers the line whose azimuth it shows; nil for a fresh one.
    var compass: TiltCompensatedCompass?
    /// The declination in force, absent before the first.
    var declination: MagneticDeclination?
    /// Where and when the model was last asked.
    var modelledAt: Coordinate?
    var modelledUnixSeconds = 0.0

    /// Creates the state of a detector that has seen nothing.
    public init() {}
  }

  /// The configuration, which never changes.
  public let configuration: HeadingConfiguration

  /// The fusion of the sensors, for its attitude, calibration and biases.
  public private(set) var estimator: HeadingEstimator

  private var smoother: HeadingSmoother
  private var compass: TiltCompensatedCompass
  private var declinationInForce: MagneticDeclination?
  private var modelledAt: Coordinate?
  private var modelledUnixSeconds: Double

  /// Creates a detector, fresh or going on from a state.
  ///
  /// - Throws: ``ConfigurationError`` for a value outside its range.
  public init(
    _ configuration: HeadingConfiguration = HeadingConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    self.configuration = configuration
    estimator = try HeadingEstimator(configuration.estimator, restoring: state.estimator)
    smoother = try HeadingSmoother(configuration.smoother, restoring: state.smoother)
    compass = state.compass ?? TiltCompensatedCompass(edge: configuration.edge)
    declinationInForce = state.declination
    modelledAt = state.modelledAt
    modelledUnixSeconds = state.modelledUnixSeconds
  }

  /// All that changes; write it down anywhere and go on from it later.
  public var state: State {
    var state = State()
    state.estimator = estimator.state
    state.smoother = smoother.state
    state.compass = compass
    state.declination = declinationInForce
    state.modelledAt = modelledAt
    state.modelledUnixSeconds = modelledUnixSeconds
    return state
  }

  /// The declination in force, absent while headings refer to magnetic north.
  public var declination: MagneticDeclination? { declinationInForce }

  /// Takes a reading of the gyroscope.
  ///
  /// - Returns: the heading, if one is due.
  public mutating func process(_ sample: RotationSample) -> HeadingEvent? {
    estimator.process(sample)
    return headingDue(at: sample.timestamp)
  }

  /// Takes a reading of the accelerometer.
  ///
  /// - Returns: the heading, if there is no gyroscope and one is due.
  public mutating func process(_ sample: AccelerationSample) -> HeadingEvent? {
    estimator.process(sample)
    return estimator.isWithoutGyroscope ? headingDue(at: sample.timestamp) : nil
  }

  /// Takes a reading of the magnetometer.
  public mutating func process(_ sample: MagneticFieldSample) {
    estimator.process(sample)
  }

  /// Takes the place that the declination depends on from a fix that can be trusted.
  ///
  /// The model is asked again only after some kilometres or days. A date outside its years leaves a declination as it is,
  /// which without one means that headings stay magnetic.
  ///
  /// - Parameters:
  ///   - fix: the fix; one without a position changes nothing.
  ///   - unixSeconds: wall-clock time of the fix.
  public mutating func process(_ fix: LocationFix, unixSeconds: Double) {
    guard let coordinate = fix.coordinate else { return }
    if let modelledAt, abs(unixSeconds - modelledUnixSeconds) < Self.longestModelAgeSec,
      coordinate.distance(to: modelledAt) < Self.longestModelDistance
    {
      return
    }
    modelledAt = coordinate
    modelledUnixSeconds = unixSeconds
    if let modelled = try? MagneticDeclination(at: coordinate, unixSeconds: unixSeconds) {
      declinationInForce = modelled
    }
  }

  /// Sets a declination that is known from elsewhere, or takes it away.
  ///
  /// It holds until a fix asks the model anew.
  public mutating func setDeclination(_ declination: MagneticDeclination?) {
    declinationInForce = declination
  }

  /// Metres; away from the poles the declination changes by less than 0.1° over them.
  private static let longestModelDistance = 5000.0

  /// Seconds of ten days, in which no declination changes by 0.01° but near the poles.
  private static let longestModelAgeSec = 864_000.0

  private mutating func headingDue(at timestamp: Timestamp) -> HeadingEvent? {
    guard let attitude = estimator.attitude,
      case .due(let magnetic) = smoother.process(compass.azimuth(of: attitude), at: timestamp)
    else { return nil }
    let accuracy = estimator.accuracy
    guard let declination = declinationInForce else {
      return HeadingEvent(
        timestamp: timestamp,
        heading: magnetic,
        accuracy: accuracy,
        isTrue: false
      )
    }
    let error =
      accuracy < 0
      ? accuracy
      : (accuracy * accuracy + declination.uncertainty * declination.uncertainty).squareRoot()
    return HeadingEvent(
      timestamp: timestamp,
      heading: declination.trueHeading(fromMagnetic: magnetic),
      accuracy: error,
      isTrue: true
    )
  }
}
