import MotionSamples
import MotionState

/// The instant so many seconds after the origin of the tests' time line.
func instant(_ seconds: Double) -> Timestamp {
  Timestamp(nanoseconds: 0).advanced(bySeconds: seconds)
}

/// A point on a meridian, so many metres north of the tests' origin.
func place(_ metersNorth: Double) -> Coordinate? {
  let degrees =
    metersNorth / PhysicalConstants.meanEarthRadius / PhysicalConstants.radiansPerDegree
  return Coordinate(latitude: 48 + degrees, longitude: 9)
}

/// How far north of the tests' origin a fix is, in whole metres as text.
func northing(_ coordinate: Coordinate?) -> String {
  guard let coordinate else { return "nowhere" }
  let degrees = coordinate.latitude - 48
  let meters = degrees * PhysicalConstants.radiansPerDegree * PhysicalConstants.meanEarthRadius
  return "\(Int(meters.rounded())) m"
}

extension LocationFix {
  /// A fix measured so many seconds after the origin.
  static func at(
    _ seconds: Double,
    north meters: Double? = 0,
    accuracy: Double? = 5,
    speed: Double? = nil
  ) -> LocationFix {
    LocationFix(
      timestamp: instant(seconds),
      coordinate: meters.flatMap(place),
      accuracy: accuracy,
      speed: speed
    )
  }
}

extension MotionInput {
  /// A raw fix measured so many seconds after the origin.
  static func raw(
    _ seconds: Double,
    north meters: Double? = 0,
    accuracy: Double? = 5,
    speed: Double? = nil
  ) -> MotionInput {
    .rawFix(.at(seconds, north: meters, accuracy: accuracy, speed: speed))
  }

  /// An activity verdict given so many seconds after the origin.
  static func verdict(
    _ activity: Activity,
    _ seconds: Double,
    confidence: Int = 90
  ) -> MotionInput {
    .activity(
      ActivitySample(timestamp: instant(seconds), activity: activity, confidence: confidence)
    )
  }
}

extension MotionOutput {
  /// The output in a few words, times in seconds since the origin.
  var text: String {
    switch self {
    case .transition(let event):
      "\(event.isMoving ? "moving" : "stationary") (\(northing(event.location?.coordinate)))"
    case .armTimer(let timer):
      "arm \(timer.id.purpose.rawValue) \(timer.deadline.seconds)"
    case .cancelTimer(let id):
      "cancel \(id.purpose.rawValue)"
    case .rearmGeofence(let geofence):
      "geofence \(northing(geofence.center)) ±\(geofence.radius)"
    case .requestProbe(let reason):
      "probe \(reason.rawValue)"
    case .recordStop(let stop):
      "stop since \(stop.stillSince.seconds)\(stop.isForced ? " forced" : "")"
        + " (\(northing(stop.location?.coordinate)))"
    case .heartbeat(let heartbeat):
      "heartbeat (\(northing(heartbeat.location?.coordinate)))"
    }
  }
}

extension MotionStateMachine {
  /// Takes one input and returns what followed from it.
  mutating func outputs(of input: MotionInput, at now: Timestamp) -> [MotionOutput] {
    var outputs: [MotionOutput] = []
    var trail = NoTrail()
    process(input, at: now, trail: &trail) { outputs.append($0) }
    return outputs
  }

  /// Takes one input, so many seconds after the origin, and returns what followed from it as text.
  @discardableResult
  mutating func take(_ input: MotionInput, at seconds: Double) -> [String] {
    outputs(of: input, at: instant(seconds)).map(\.text)
  }

  /// Takes a raw fix at the instant of its measurement.
  @discardableResult
  mutating func takeRaw(
    _ seconds: Double,
    north meters: Double? = 0,
    accuracy: Double? = 5,
    speed: Double? = nil
  ) -> [String] {
    take(.raw(seconds, north: meters, accuracy: accuracy, speed: speed), at: seconds)
  }

  /// Takes an activity verdict at the instant at which it was given.
  @discardableResult
  mutating func takeVerdict(
    _ activity: Activity,
    _ seconds: Double,
    confidence: Int = 90
  ) -> [String] {
    take(.verdict(activity, seconds, confidence: confidence), at: seconds)
  }

  /// Lets the stop timer fire, so many seconds after the origin.
  @discardableResult
  mutating func fireStopTimer(at seconds: Double) -> [String] {
    guard let timer = state.stopTimer else { return ["no stop timer"] }
    return take(.timerFired(timer.id), at: seconds)
  }

  /// Lets the heartbeat's timer fire, so many seconds after the origin.
  @discardableResult
  mutating func fireHeartbeat(at seconds: Double) -> [String] {
    guard let timer = state.heartbeatTimer else { return ["no heartbeat timer"] }
    return take(.timerFired(timer.id), at: seconds)
  }
}

/// States that tests begin in, each driven to by inputs alone; all have happened by second 100.
enum Situation: String, CaseIterable, CustomStringConvertible {
  case idle, unconfirmed, stationary, moving, countdown, fedCountdown

  var description: String { rawValue }

  /// A machine in this situation: at the origin, known by a fix of ±5 m, with default rules or others.
  func machine(
    configuration: MotionConfiguration = MotionConfiguration()
  ) throws -> MotionStateMachine {
    var machine = try MotionStateMachine(configuration)
    if self == .idle { return machine }
    machine.take(.start, at: 0)
    machine.takeRaw(90)
    machine.take(.acceptedFix(.at(90)), at: 90)
    switch self {
    case .idle, .unconfirmed:
      break
    case .stationary:
      machine.takeVerdict(.still, 95)
    case .moving:
      machine.takeVerdict(.inVehicle, 95)
    case .countdown:
      machine.takeVerdict(.inVehicle, 95)
      machine.takeVerdict(.still, 98)
    case .fedCountdown:
      machine.takeVerdict(.inVehicle, 95)
      machine.takeVerdict(.still, 98)
      machine.takeVerdict(.still, 99)
    }
    return machine
  }
}
