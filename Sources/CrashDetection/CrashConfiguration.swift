public import MotionSamples

/// Every threshold of the crash detector, with its unit in its name or beside it.
///
/// Decodes from partial JSON: a key that is missing has its default. `validate()` names the first value out of range.
/// Evidence that is given as *measured* comes from the recordings that the package is tuned on: 18 drops and throws of
/// a phone, two trips of aggressive driving, a minute at 104 Hz, walking with the phone in hand and pocket, and the
/// pulses of two crash tests (NHTSA 10146 and 07292).
public struct CrashConfiguration: Hashable, Codable, Sendable {
  /// Whether crash detection is wanted at all: the engine arms the detector only where this is true.
  ///
  /// Default false.
  public var enabled = false

  /// Lowest pre-impact speed in m/s of a crash.
  ///
  /// Small values let drops and knocks at walking pace in; large values miss crashes in town. Default 11.11 m/s
  /// (40 km/h), the lower end of what commercial detectors state (35 to 40 km/h).
  public var minSpeed = 11.11

  /// Lowest peak of acceleration less gravity, in g.
  ///
  /// Small values open candidates on potholes; large values miss impacts that a body or a bag softens. Default 4 g:
  /// what WreckWatch (White et al., Mobile Networks and Applications 16, 2011) found no driving to reach.
  public var impactThreshold = 4.0

  /// Level in g above which an impact lasts: it opens, is timed and closes by this.
  ///
  /// Small values let hard braking (1 g) count as part of the pulse; large values cut its flanks off. Default 2 g:
  /// twice what tyres can do, half the impact threshold.
  public var durationThreshold = 2.0

  /// Shortest impact in milliseconds.
  ///
  /// Small values let knocks in; large values miss stiff pulses. Default 40 ms: a knock or a hard landing lasts 2 to
  /// 20 ms, the crash tests' pulses last over 80 ms even above 4 g.
  public var minimumDurationMs = 40.0

  /// Longest stretch in milliseconds above the duration threshold without a break.
  ///
  /// Small values reject soft pulses; large values let a roller coaster in, which holds 3 to 4 g for a second. Default
  /// 400 ms: a vehicle's pulse is over within 300 ms (49 CFR 563 records 250 to 300 ms).
  public var maximumStretchMs = 400.0

  /// Longest impact in milliseconds, bridged gaps included.
  ///
  /// Small values reject impacts that ring; large values let shaking by hand in, which goes on and on. Default 1000 ms.
  public var maximumDurationMs = 1000.0

  /// Longest gap in milliseconds below the duration threshold that does not end an impact.
  ///
  /// Small values split a pulse that rings; large values join a landing to its bounces and lengthen the duration.
  /// Default 100 ms: gaps within the crash tests' pulses reach 52 ms, and a phone's bounce takes longer than 60.
  public var bounceTimeMs = 100.0

  /// Least motion, in m/s² from peak to peak, that the second liveliest axis must show during an impact.
  ///
  /// It guards against a sensor fault in which one channel spikes while the others stay frozen. Even a pulse straight
  /// along one device axis comes with road and sensor noise on the others, so that orientation never decides. Small
  /// values trust a dying sensor; large values reject real impacts along an axis. Default 0.02 m/s²: two to four steps
  /// of a 16-bit accelerometer.
  public var minimumCrossAxisMotion = 0.02

  /// Least velocity change of an impact, in m/s, to become a candidate.
  ///
  /// Small values announce potholes and kerbs; large values miss crashes whose pulse is clipped. Default 2 m/s: event
  /// data recorders start at 8 km/h within 150 ms, and of a pulse that is clipped hard a third is left.
  public var minimumVelocityChange = 2.0

  /// Least impulse, in m/s, for which fixes may overrule too small a velocity change.
  ///
  /// The impulse of a loose phone that is thrown to and fro adds up while its velocity change cancels out. Small values
  /// keep every pothole in mind for some seconds; large values miss crashes with a phone on the seat. Default 2.5 m/s, as
  /// for the velocity change of a crash: fixes must then still show more than brakes can do.
  public var minimumLooseImpulse = 2.5

  /// Least velocity change, in m/s, for which a stop that brakes could have made is taken as a crash.
  ///
  /// Small values turn a knock before a red light into a crash; large values miss crashes on clipping sensors.
  /// Default 2.5 m/s: what is left of the crash tests' 13 to 18 m/s where each axis clips at 4 g.
  public var crashVelocityChange = 2.5

  /// Least horizontal part of the velocity change, in m/s, for the same.
  ///
  /// Potholes, bumps and crests push up and down, crashes along the road. Small values ignore that; large values miss
  /// clipped pulses and wrong attitudes. Default 2.5 m/s.
  public var minimumHorizontalVelocityChange = 2.5

  /// Least velocity change, in m/s, that can confirm without any fix after the impact.
  ///
  /// A saturated impact, whose velocity change is a lower bound, is held to `crashVelocityChange` instead. Small values
  /// confirm by a hard knock in a tunnel; large values leave crashes without fixes unconfirmed. Default 4.5 m/s: below
  /// 20 km/h by the part of a pulse that lies under the duration threshold.
  public var inertialVelocityChange = 4.5

  /// Magnitude of the reading, in g, below which the phone falls freely.
  ///
  /// Small values miss a phone that spins as it falls; large values take a crest in the road for a fall. Default 0.5 g:
  /// measured 0.09 to 0.14 g in drops of 2 m and up to 0.29 g between bounces.
  public var freeFallThreshold = 0.5

  /// Shortest free fall in milliseconds.
  ///
  /// Small values take a crest for a fall; large values miss a short drop. Default 100 ms: 5 cm of height, while a
  /// fall from a mount takes 250 ms and more.
  public var minimumFreeFallMs = 100.0

  /// Longest time in milliseconds from the end of a free fall to the onset of the impact that it explains.
  ///
  /// Small values miss a landing that begins softly; large values blame a crash on an earlier toss. Default 150 ms.
  public var freeFallRecencyMs = 150.0

  /// Velocity change that a free fall explains, as a multiple of the speed that it gave the phone.
  ///
  /// Landing takes the speed of the fall away and the bounce gives part of it back; braking adds a part along the road.
  /// Small values take a landing for an impact of its own; large values hide a crash that finds the phone in the air.
  /// Default 1.5: measured up to 0.9, and 1.2 where 25 Hz catch a landing by chance.
  public var fallVelocityFactor = 1.5

  /// Time in seconds after a free fall in which impacts no harder than the fall itself are its bounces.
  ///
  /// Small values take a bounce or a roll for an impact of its own; large values hide a light crash right after a
  /// drop. Default 1.5 s: measured, the last bounce above 4 g came 0.9 s after the landing.
  public var bounceChainSec = 1.5

  /// Root mean square of acceleration less gravity over the last second, in g, from which the phone is being handled.
  ///
  /// Small values take hard braking (1 g) for handling; large values miss shaking. Default 1.5 g.
  public var handlingAcceleration = 1.5

  /// Root mean square rotation rate across gravity over the last second, in rad/s, from which it is being handled.
  ///
  /// A vehicle turns about gravity, a hand turns a phone across it. Small values take a rough road for a hand; large
  /// values miss one. Default 2.5 rad/s.
  public var handlingRotationRate = 2.5

  /// How far back before the impact speeds count as its own, in seconds.
  ///
  /// Small values lose a crash whose last fix is old or that follows on hard braking; large values remember a road
  /// left long ago. Default 5 s, the span of pre-crash speed that event data recorders keep (49 CFR 563).
  public var speedLookBackSec = 5.0

  /// How late a fix can tell of a new speed, in seconds, by late delivery or by the receiver's own smoothing.
  ///
  /// Small values hold an outdated speed against a crash; large values delay what rests on it. Default 2.5 s.
  public var fixLagSec = 2.5

  /// Share of the pre-impact speed at or below which the speed has collapsed.
  ///
  /// Small values wait for a full stop; large values take slowing down for a collapse. Default 0.5.
  public var collapseFraction = 0.5

  /// What tyres can do, in g: speed lost faster than that is no braking.
  ///
  /// Small values take an emergency stop for a crash; large values see only crashes into walls. Default 1.1 g: road
  /// cars stop at up to 1 g on dry asphalt.
  public var tyreLimit = 1.1

  /// Speed in m/s by which a loss must exceed braking, for the noise of two fixes and of their instants.
  ///
  /// Small values believe noise; large values wait for the slower evidence. Default 2 m/s: four times the noise of a good
  /// fix, and a further fix has to bear it out.
  public var speedTolerance = 2.0

  /// Further fixes that must bear out a loss of speed beyond braking.
  ///
  /// 0 believes a single fix, large values delay the confirmation by an interval each. Default 1.
  public var lossConfirmations = 1

  /// Time in seconds from the impact within which the collapse must show.
  ///
  /// Small values miss a car that rolls out or fixes that lag; large values give an ordinary stop time to happen.
  /// Default 15 s: a car hit from behind at 130 km/h takes 13 s to halve its speed by gentle braking.
  public var collapseDeadlineSec = 15.0

  /// Time in seconds from the impact after which, without a telling fix, inertial evidence may confirm by itself.
  ///
  /// Small values overtake fixes that are only late; large values delay help. Default 4 s: fix lag and a fix interval.
  public var inertialDelaySec = 4.0

  /// Root mean square departure from the mean reading, in m/s², below which a vehicle stands.
  ///
  /// It is also held to half of what it was before the impact. Small values ask for a silent engine; large values take
  /// a smooth road for standing. Default 0.3 m/s²: measured 0.05 to 0.18 standing, 0.5 to 0.8 (median) driving.
  public var restVibration = 0.3

  /// Shortest rest in seconds that counts as standing after an impact.
  ///
  /// Small values take a smooth second for rest; large values ask an injured driver to sit still. Default 1.5 s, as
  /// VQF's rest detection.
  public var minimumRestSec = 1.5

  /// Time in seconds after an impact in which further ones belong to it.
  ///
  /// Small values make a rollover two crashes; large values swallow a second crash. Default 6 s: how long rollovers
  /// last.
  public var refractorySec = 6.0

  /// Creates the default configuration.
  public init() {}
}

extension CrashConfiguration {
  /// The velocity change in m/s that a free fall of some length explains.
  func velocityChange(ofFallMs milliseconds: Double) -> Double {
    fallVelocityFactor * PhysicalConstants.standardGravity * milliseconds / 1000
  }

  /// A number of the configuration: its key, where it is stored, and what is allowed.
  struct Field: Sendable {
    let key: CodingKeys
    let path: WritableKeyPath<CrashConfiguration, Double> & Sendable
    let range: ClosedRange<Double>
    let unit: String
  }

  /// All numbers with a fraction, in the order of declaration.
  static let fields: [Field] = [
    Field(key: .minSpeed, path: \.minSpeed, range: 0...100, unit: "m/s"),
    Field(key: .impactThreshold, path: \.impactThreshold, range: 1...50, unit: "g"),
    Field(key: .durationThreshold, path: \.durationThreshold, range: 0.5...20, unit: "g"),
    Field(key: .minimumDurationMs, path: \.minimumDurationMs, range: 1...300, unit: "ms"),
    Field(key: .maximumStretchMs, path: \.maximumStretchMs, range: 50...5000, unit: "ms"),
    Field(key: .maximumDurationMs, path: \.maximumDurationMs, range: 50...20000, unit: "ms"),
    Field(key: .bounceTimeMs, path: \.bounceTimeMs, range: 5...1000, unit: "ms"),
    Field(key: .minimumCrossAxisMotion, path: \.minimumCrossAxisMotion, range: 0...5, unit: "m/s²"),
    Field(key: .minimumVelocityChange, path: \.minimumVelocityChange, range: 0...20, unit: "m/s"),
    Field(key: .minimumLooseImpulse, path: \.minimumLooseImpulse, range: 0...50, unit: "m/s"),
    Field(key: .crashVelocityChange, path: \.crashVelocityChange, range: 0...20, unit: "m/s"),
    Field(
      key: .minimumHorizontalVelocityChange,
      path: \.minimumHorizontalVelocityChange,
      range: 0...20,
      unit: "m/s"
    ),
    Field(key: .inertialVelocityChange, path: \.inertialVelocityChange, range: 0...30, unit: "m/s"),
    Field(key: .freeFallThreshold, path: \.freeFallThreshold, range: 0.05...0.9, unit: "g"),
    Field(key: .minimumFreeFallMs, path: \.minimumFreeFallMs, range: 20...2000, unit: "ms"),
    Field(key: .freeFallRecencyMs, path: \.freeFallRecencyMs, range: 0...2000, unit: "ms"),
    Field(key: .fallVelocityFactor, path: \.fallVelocityFactor, range: 0...10, unit: ""),
    Field(key: .bounceChainSec, path: \.bounceChainSec, range: 0...10, unit: "s"),
    Field(key: .handlingAcceleration, path: \.handlingAcceleration, range: 0.2...20, unit: "g"),
    Field(
      key: .handlingRotationRate,
      path: \.handlingRotationRate,
      range: 0.2...35,
      unit: "rad/s"
    ),
    Field(key: .speedLookBackSec, path: \.speedLookBackSec, range: 1...60, unit: "s"),
    Field(key: .fixLagSec, path: \.fixLagSec, range: 0...10, unit: "s"),
    Field(key: .collapseFraction, path: \.collapseFraction, range: 0...0.95, unit: ""),
    Field(key: .tyreLimit, path: \.tyreLimit, range: 0.5...3, unit: "g"),
    Field(key: .speedTolerance, path: \.speedTolerance, range: 0...20, unit: "m/s"),
    Field(key: .collapseDeadlineSec, path: \.collapseDeadlineSec, range: 2...120, unit: "s"),
    Field(key: .inertialDelaySec, path: \.inertialDelaySec, range: 0...120, unit: "s"),
    Field(key: .restVibration, path: \.restVibration, range: 0.05...5, unit: "m/s²"),
    Field(key: .minimumRestSec, path: \.minimumRestSec, range: 0.1...60, unit: "s"),
    Field(key: .refractorySec, path: \.refractorySec, range: 0...300, unit: "s"),
  ]

  /// Decodes what is there and leaves the rest at its default.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    enabled = try container.decodeIfPresent(Bool.self, forKey: .enabled) ?? enabled
    lossConfirmations =
      try container.decodeIfPresent(Int.self, forKey: .lossConfirmations) ?? lossConfirmations
    for field in Self.fields {
      guard let value = try container.decodeIfPresent(Double.self, forKey: field.key) else {
        continue
      }
      self[keyPath: field.path] = value
    }
  }

  /// Checks every value against its range, and those that must be ordered against each other.
  ///
  /// - Throws: ``ConfigurationError`` for the first that fails, named with the section `crashDetection`.
  public func validate() throws(ConfigurationError) {
    for field in Self.fields {
      try ConfigurationError.require(
        self[keyPath: field.path],
        in: field.range,
        unit: field.unit,
        field: "crashDetection.\(field.key.rawValue)"
      )
    }
    guard (0...5).contains(lossConfirmations) else {
      throw ConfigurationError(
        field: "crashDetection.lossConfirmations",
        value: "\(lossConfirmations)",
        allowed: "0...5"
      )
    }
    try requireOrder(
      .durationThreshold,
      durationThreshold,
      atMost: .impactThreshold,
      impactThreshold
    )
    try requireOrder(
      .minimumVelocityChange,
      minimumVelocityChange,
      atMost: .crashVelocityChange,
      crashVelocityChange
    )
    try requireOrder(
      .inertialDelaySec,
      inertialDelaySec,
      atMost: .collapseDeadlineSec,
      collapseDeadlineSec
    )
    try requireOrder(.fixLagSec, fixLagSec, atMost: .collapseDeadlineSec, collapseDeadlineSec)
  }

  private func requireOrder(
    _ key: CodingKeys,
    _ value: Double,
    atMost limitKey: CodingKeys,
    _ limit: Double
  ) throws(ConfigurationError) {
    guard value <= limit else {
      throw ConfigurationError(
        field: "crashDetection.\(key.rawValue)",
        value: "\(value)",
        allowed: "at most \(limitKey.rawValue) (\(limit))"
      )
    }
  }

  enum CodingKeys: String, CodingKey {
    case enabled
    case minSpeed
    case impactThreshold
    case durationThreshold
    case minimumDurationMs
    case maximumStretchMs
    case maximumDurationMs
    case bounceTimeMs
    case minimumCrossAxisMotion
    case minimumVelocityChange
    case minimumLooseImpulse
    case crashVelocityChange
    case minimumHorizontalVelocityChange
    case inertialVelocityChange
    case freeFallThreshold
    case minimumFreeFallMs
    case freeFallRecencyMs
    case fallVelocityFactor
    case bounceChainSec
    case handlingAcceleration
    case handlingRotationRate
    case speedLookBackSec
    case fixLagSec
    case collapseFraction
    case tyreLimit
    case speedTolerance
    case lossConfirmations
    case collapseDeadlineSec
    case inertialDelaySec
    case restVibration
    case minimumRestSec
    case refractorySec
  }
}
