public import MotionSamples

/// What makes the motion state change, in numbers.
public struct MotionConfiguration: Hashable, Sendable {
  /// The activities that say MOVING, out of `in_vehicle`, `on_bicycle`, `on_foot`, `running` and `walking`.
  ///
  /// All five by default. One that is left out counts as uncertain, however confident the classifier is.
  public var triggerActivities: Set<Activity> = Self.movingActivities

  /// The confidence from which a verdict of the classifier counts, 0 to 100.
  ///
  /// Below it every verdict is uncertain. Default 75; Core Motion's scale is coarse (25, 60, 90 by convention here), so
  /// use 50 there.
  public var minimumActivityRecognitionConfidence = 75

  /// Whether activity recognition is off: its verdicts are then ignored, should any come.
  ///
  /// Without it speed and the geofence still say MOVING, but only the app can say STATIONARY, since no measurement of
  /// position or speed proves that a phone rests. Default false.
  public var disableMotionActivityUpdates = false

  /// How old a verdict of the classifier may be at its receipt, in seconds.
  ///
  /// Small values ignore batches delivered after a suspension, large ones let an old verdict arm a countdown. Default
  /// 60 s, an assumption; allowed 1 to 3600. Speed says MOVING whether or not verdicts are this fresh.
  public var maximumActivityAge = 60.0

  /// The speed bar in m/s: two raw fixes in a row at or above it are real ground speed.
  ///
  /// Small values take the jitter of a parked receiver for motion, large ones miss a walk. Default 0.7 m/s, half of a
  /// usual walking pace; allowed 0.1 to 30.
  public var speedBar = 0.7

  /// The speed in m/s at or above which a single fresh raw fix refutes a still verdict.
  ///
  /// Below it, down to the speed bar, it takes two in a row. Default 2.5 m/s, above a brisk walk, so that one stray
  /// speed of a parked receiver rarely reaches it, an assumption; allowed from the speed bar to 50.
  public var stillRefutingSpeed = 2.5

  /// How long a measured speed says something about now, in seconds.
  ///
  /// Default 15 s, the age from which a speed is unknown to the detectors as well; allowed 1 to 300.
  public var maximumSpeedAge = 15.0

  /// The radius of the geofence around a stop, in metres.
  ///
  /// Small values are left by noise alone, large ones notice a departure late. Default 200 m; allowed 25 to 10,000.
  public var stationaryRadius = 200.0

  /// How long stillness must be held before MOVING ends, in seconds.
  ///
  /// Default 300 s; allowed 1 to 86,400.
  public var stopTimeout = 300.0

  /// The displacement, in metres, beyond which a raw fix cancels a stop countdown.
  ///
  /// Default 50 m; allowed 5 to 10,000.
  public var maximumCountdownDisplacement = 50.0

  /// How many error radii a displacement must exceed before it is more than noise.
  ///
  /// The radius is that of both ends together (root of the sum of squares). Phones report about the 68 % circle; three
  /// of its radii hold all but 4 in 100,000 fixes of a normal error, so a night of parked fixes passes without a
  /// displacement, while the two fixes of a good receiver, 10 m each, lose nothing: three radii are then 42 m, less
  /// than either distance above. 0 takes positions at their word. Default 3; allowed 0 to 10.
  public var minimumErrorRadii = 3.0

  /// How late the end of a countdown may be noticed, in seconds, and still prove something.
  ///
  /// The process was suspended if it is later. Default 90 s: a lost timer is noticed by a heartbeat, up to one interval
  /// late. Allowed 0 to 3600.
  public var maximumTimerLateness = 90.0

  /// The time between heartbeats, in seconds.
  ///
  /// Default 60 s; allowed 1 to 86,400.
  public var heartbeatInterval = 60.0

  /// How old a raw fix may be at its receipt, in seconds, and still be evidence of where the phone is.
  ///
  /// Location services open with a cached fix, and its speed is that of another time. Default 30 s; allowed 1 to 3600.
  public var maximumFixAge = 30.0

  /// How far the timestamp of a fix or a verdict may lie in the future of its receipt, in seconds.
  ///
  /// Default 5 s; allowed 0 to 3600.
  public var maximumTimestampLead = 5.0

  /// Creates the default configuration.
  public init() {}

  /// The activities that mean movement at all.
  public static let movingActivities: Set<Activity> = [
    .inVehicle, .onBicycle, .onFoot, .running, .walking,
  ]

  /// Checks every field against its range.
  public func validate() throws(ConfigurationError) {
    guard triggerActivities.isSubset(of: Self.movingActivities) else {
      throw ConfigurationError(
        field: "motion.triggerActivities",
        value: Self.names(of: triggerActivities).joined(separator: ", "),
        allowed: Self.names(of: Self.movingActivities).joined(separator: ", ")
      )
    }
    try Self.require(
      Double(minimumActivityRecognitionConfidence),
      in: 0...100,
      .minimumActivityRecognitionConfidence
    )
    try Self.require(maximumActivityAge, in: 1...3600, unit: "s", .maximumActivityAge)
    try Self.require(speedBar, in: 0.1...30, unit: "m/s", .speedBar)
    try Self.require(stillRefutingSpeed, in: speedBar...50, unit: "m/s", .stillRefutingSpeed)
    try Self.require(maximumSpeedAge, in: 1...300, unit: "s", .maximumSpeedAge)
    try Self.require(stationaryRadius, in: 25...10_000, unit: "m", .stationaryRadius)
    try Self.require(stopTimeout, in: 1...86_400, unit: "s", .stopTimeout)
    try Self.require(
      maximumCountdownDisplacement,
      in: 5...10_000,
      unit: "m",
      .maximumCountdownDisplacement
    )
    try Self.require(minimumErrorRadii, in: 0...10, .minimumErrorRadii)
    try Self.require(maximumTimerLateness, in: 0...3600, unit: "s", .maximumTimerLateness)
    try Self.require(heartbeatInterval, in: 1...86_400, unit: "s", .heartbeatInterval)
    try Self.require(maximumFixAge, in: 1...3600, unit: "s", .maximumFixAge)
    try Self.require(maximumTimestampLead, in: 0...3600, unit: "s", .maximumTimestampLead)
  }

  private static func require(
    _ value: Double,
    in range: ClosedRange<Double>,
    unit: String = "",
    _ key: CodingKeys
  ) throws(ConfigurationError) {
    try ConfigurationError.require(
      value,
      in: range,
      unit: unit,
      field: "motion.\(key.stringValue)"
    )
  }

  private static func names(of activities: Set<Activity>) -> [String] {
    activities.map(\.rawValue).sorted()
  }
}

extension MotionConfiguration: Codable {
  private enum CodingKeys: String, CodingKey {
    case triggerActivities, minimumActivityRecognitionConfidence, disableMotionActivityUpdates
    case maximumActivityAge, speedBar, stillRefutingSpeed, maximumSpeedAge, stationaryRadius
    case stopTimeout, maximumCountdownDisplacement, minimumErrorRadii, maximumTimerLateness
    case heartbeatInterval, maximumFixAge, maximumTimestampLead
  }

  /// Decodes the fields that are given; a missing or null key keeps its default.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    try read(.triggerActivities, into: &triggerActivities)
    try read(.minimumActivityRecognitionConfidence, into: &minimumActivityRecognitionConfidence)
    try read(.disableMotionActivityUpdates, into: &disableMotionActivityUpdates)
    try read(.maximumActivityAge, into: &maximumActivityAge)
    try read(.speedBar, into: &speedBar)
    try read(.stillRefutingSpeed, into: &stillRefutingSpeed)
    try read(.maximumSpeedAge, into: &maximumSpeedAge)
    try read(.stationaryRadius, into: &stationaryRadius)
    try read(.stopTimeout, into: &stopTimeout)
    try read(.maximumCountdownDisplacement, into: &maximumCountdownDisplacement)
    try read(.minimumErrorRadii, into: &minimumErrorRadii)
    try read(.maximumTimerLateness, into: &maximumTimerLateness)
    try read(.heartbeatInterval, into: &heartbeatInterval)
    try read(.maximumFixAge, into: &maximumFixAge)
    try read(.maximumTimestampLead, into: &maximumTimestampLead)
  }

  /// Encodes every field, the activities in alphabetical order, so that equal configurations give equal bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.names(of: triggerActivities), forKey: .triggerActivities)
    try container.encode(
      minimumActivityRecognitionConfidence,
      forKey: .minimumActivityRecognitionConfidence
    )
    try container.encode(disableMotionActivityUpdates, forKey: .disableMotionActivityUpdates)
    try container.encode(maximumActivityAge, forKey: .maximumActivityAge)
    try container.encode(speedBar, forKey: .speedBar)
    try container.encode(stillRefutingSpeed, forKey: .stillRefutingSpeed)
    try container.encode(maximumSpeedAge, forKey: .maximumSpeedAge)
    try container.encode(stationaryRadius, forKey: .stationaryRadius)
    try container.encode(stopTimeout, forKey: .stopTimeout)
    try container.encode(maximumCountdownDisplacement, forKey: .maximumCountdownDisplacement)
    try container.encode(minimumErrorRadii, forKey: .minimumErrorRadii)
    try container.encode(maximumTimerLateness, forKey: .maximumTimerLateness)
    try container.encode(heartbeatInterval, forKey: .heartbeatInterval)
    try container.encode(maximumFixAge, forKey: .maximumFixAge)
    try container.encode(maximumTimestampLead, forKey: .maximumTimestampLead)
  }
}
