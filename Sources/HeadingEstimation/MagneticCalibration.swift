public import MotionSamples
public import SignalFilters

/// Learns a magnetometer's hard and soft iron from nothing but its own readings.
///
/// A phone that is turned in a steady field reads points on a sphere. What is magnetised in the phone (hard iron) moves the
/// middle of it away from zero, by a few µT or by thousands where the phone sits in a car; what is magnetised by the
/// field (soft iron) makes it an ellipsoid. The points fade into a fixed number of sums; every so often a sphere or an
/// ellipsoid is fitted to those (Li and Griffiths 2004), and believed only if the phone was turned enough, if the points
/// lie close to it, if its radius is that of a field on earth, and if the present calibration explains them clearly worse.
/// Else it says why not and changes nothing.
///
/// A point far off the last fit counts for little. Where most points have become such, the sums start anew: that is a
/// lasting change, as when a phone is put into another car.
///
/// Constant memory, and constant time a reading but for the fits; nothing is allocated.
public struct MagneticCalibration: Sendable {
  /// What came of a reading.
  public enum Assessment: String, Hashable, Codable, Sendable {
    /// It was too close to the last one to say anything new, or no fit is due yet.
    case collecting
    /// The phone was turned too little for a fit to mean anything.
    case tooLittleRotation
    /// The points lie on no sphere or ellipsoid: the field was not the same at all of them.
    case inconsistentField
    /// The radius is not that of a field on earth.
    case implausibleField
    /// The present calibration explains the points about as well.
    case noImprovement
    /// A new calibration has replaced the present one.
    case adopted
  }

  /// What changes from reading to reading, to be written down and restored.
  public struct State: Hashable, Codable, Sendable {
    /// The hard iron in µT, along the device's axes.
    public internal(set) var hardIron = Vector3.zero
    /// The rows of the symmetric matrix of determinant 1 that takes the soft iron off.
    public internal(set) var softIronCorrection = EllipsoidFit.Rows.identity
    /// Whether a calibration has been adopted.
    public internal(set) var isCalibrated = false
    /// How the last fit came out.
    public internal(set) var assessment = Assessment.collecting

    /// The sums over the points so far, less `origin` and in units of `pointScale`.
    var scatter = QuadricScatter()
    /// The first point since the sums were started, absent before it.
    var origin: Vector3?
    /// The last point that was kept.
    var lastPoint = Vector3.zero
    /// Points kept since the last fit.
    var pointsSinceFit = 0
    /// The last fit's middle, absent before it; believed or not, it tells outliers.
    var candidateCenter: Vector3?
    /// The last fit's correction.
    var candidateCorrection = EllipsoidFit.Rows.identity
    /// The last fit's radius in µT.
    var candidateRadius = 0.0
    /// How many of the latest points were outliers, one after the other but for a few.
    var outlierStreak = 0

    /// Creates the state of a calibration that has seen nothing and changes nothing.
    public init() {}
  }

  /// The configuration, which never changes.
  public let configuration: MagneticCalibrationConfiguration

  /// All that changes; write it down anywhere and go on from it later.
  public private(set) var state: State

  /// Creates a calibration, fresh or going on from a state.
  ///
  /// - Throws: ``ConfigurationError`` for a value outside its range.
  public init(
    _ configuration: MagneticCalibrationConfiguration = MagneticCalibrationConfiguration(),
    restoring state: State = State()
  ) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    self.state = state
  }

  /// The field in µT with hard and soft iron taken off a reading.
  public func corrected(_ field: Vector3) -> Vector3 {
    state.isCalibrated ? state.softIronCorrection.applied(to: field - state.hardIron) : field
  }

  /// Takes a reading in µT along the device's axes.
  public mutating func process(_ field: Vector3) -> Assessment {
    guard field.isFinite, field != .zero else { return .collecting }
    guard let origin = state.origin else {
      state.origin = field
      keep(field, about: field)
      return .collecting
    }
    guard (field - state.lastPoint).magnitude >= configuration.minimumStepMicroteslas else {
      return .collecting
    }
    keep(field, about: origin)
    guard state.pointsSinceFit >= Self.pointsBetweenFits,
      state.scatter.totalWeight >= configuration.minimumPoints
    else { return .collecting }
    state.pointsSinceFit = 0
    state.assessment = fit(about: origin)
    return state.assessment
  }

  /// Brings the points to about unit length: the fit sums their fourth powers.
  private static let pointScale = 1 / 50.0

  /// Points from one fit to the next.
  private static let pointsBetweenFits = 20

  /// Distance from the last fit's surface, as a share of its radius, at which a point counts for a quarter.
  private static let outlierScale = 0.15

  /// So many outliers in a row are no outliers but another field.
  private static let maximumOutlierStreak = 40

  /// µT; the earth's field is between 22 and 67, and a steel frame or a car body weakens or strengthens it.
  private static let plausibleRadius = 12.0...120

  private mutating func keep(_ field: Vector3, about origin: Vector3) {
    let weight = weight(of: field)
    if weight < 0.25 {
      state.outlierStreak += 1
    } else {
      state.outlierStreak = max(0, state.outlierStreak - 2)
    }
    if state.outlierStreak > Self.maximumOutlierStreak {
      state.scatter.removeAll()
      state.origin = field
      state.candidateCenter = nil
      state.outlierStreak = 0
      state.pointsSinceFit = 0
      state.assessment = .collecting
    }
    state.scatter.scale(by: 1 - 1 / configuration.memoryPoints)
    state.scatter.add((field - (state.origin ?? origin)) * Self.pointScale, weight: weight)
    state.lastPoint = field
    state.pointsSinceFit += 1
  }

  private func weight(of field: Vector3) -> Double {
    guard let center = state.candidateCenter else { return 1 }
    let distance = state.candidateCorrection.applied(to: field - center).magnitude
    let departure = (distance / state.candidateRadius - 1) / Self.outlierScale
    let share = 1 / (1 + departure * departure)
    return share * share
  }

  private mutating func fit(about origin: Vector3) -> Assessment {
    guard let fit = bestFit() else { return .tooLittleRotation }
    let center = origin + fit.center / Self.pointScale
    let radius = fit.radius / Self.pointScale
    guard Self.plausibleRadius.contains(radius) else { return .implausibleField }
    state.candidateCenter = center
    state.candidateCorrection = fit.correction
    state.candidateRadius = radius
    guard fit.residual <= configuration.maximumResidual else { return .inconsistentField }
    let present = try? EllipsoidFit.measured(
      center: (state.hardIron - origin) * Self.pointScale,
      correction: state.softIronCorrection,
      over: state.scatter
    )
    if let present, fit.residual > configuration.maximumResidualRatio * present.residual {
      return .noImprovement
    }
    state.hardIron = center
    state.softIronCorrection = fit.correction
    state.isCalibrated = true
    return .adopted
  }

  /// The ellipsoid where the points determine one, else the sphere where they determine that.
  private func bestFit() -> EllipsoidFit? {
    guard
      let sphere = try? EllipsoidFit.sphere(through: state.scatter),
      sphere.coverage >= configuration.minimumSphereCoverage
    else { return nil }
    guard sphere.coverage >= configuration.minimumEllipsoidCoverage,
      let ellipsoid = try? EllipsoidFit.ellipsoid(through: state.scatter),
      ellipsoid.coverage >= configuration.minimumEllipsoidCoverage,
      ellipsoid.residual <= sphere.residual
    else { return sphere }
    return ellipsoid
  }
}
