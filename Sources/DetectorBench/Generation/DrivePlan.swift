import MotionSamples

/// What a vehicle does in a scenario, in vehicle axes: x forward, y left, z up (ISO 8855).
struct DrivePlan: Sendable {
  /// A change of speed or of direction by the driver.
  enum Manoeuvre: Sendable {
    /// From `time` on, accelerate by `acceleration` m/s² (negative: brake) until `speed` m/s is reached.
    case speedChange(time: Double, acceleration: Double, until: Double)
    /// A bend: lateral acceleration in m/s² (positive to the left) rises, holds and falls within `duration`.
    case bend(time: Double, duration: Double, lateralAcceleration: Double)
    /// A lane change: one sine of lateral acceleration in m/s² over `duration`.
    case laneChange(time: Double, duration: Double, lateralAcceleration: Double)
    /// Track of a ride: acceleration along `direction` in m/s² that rises, holds and falls within `duration`, while
    /// the speed follows its own plan.
    case ride(time: Double, duration: Double, acceleration: Vector3)
  }

  /// A collision.
  struct Impact: Sendable {
    /// First contact, in seconds.
    var time: Double

    /// The acceleration that it gives.
    var pulse: CrashPulse

    /// Yaw rate that the vehicle leaves with, in rad/s, positive to the left.
    var yawRate: Double = 0

    /// Whether the pulse acts against the vehicle's motion at first contact, wherever that points in a spin.
    var opposesMotion = false
  }

  /// A roll over the vehicle's side.
  struct Rollover: Sendable {
    /// When the wheels leave the road, in seconds.
    var time: Double

    /// How long it turns, in seconds.
    var duration: Double

    /// By how much it has turned when it lies still, in radians, positive to the right side down.
    var angle: Double
  }

  /// Seconds in all.
  var duration: Double

  /// Speed at the start, in m/s.
  var initialSpeed: Double

  /// The road.
  var road: RoadClass = .b

  /// What stands out of it.
  var features: [RoadFeature] = []

  /// What the driver does.
  var manoeuvres: [Manoeuvre] = []

  /// Collisions, in order.
  var impacts: [Impact] = []

  /// A rollover, if there is one.
  var rollover: Rollover?

  /// Deceleration while the vehicle slides and scrapes to rest after the first collision, in m/s².
  ///
  /// Tyres locked or sliding sideways on dry asphalt give 0.6 to 0.8 g, a car on its side or roof 0.4 to 0.65 g.
  var runOutDeceleration = 6.0

  /// Whether the vehicle drives on under its driver after the first collision instead of sliding to rest.
  var isDrivenOnAfterImpact = false

  /// Size of engine vibration at the floor, in m/s²; 0 for an electric car.
  var engineVibration = 0.12

  /// Engine speed at idle and when cruising, in revolutions a minute.
  var engineSpeed: (idle: Double, cruising: Double) = (800, 2200)

  /// When the engine is switched off, in seconds.
  var engineStops = Double.infinity

  /// Whether the vehicle leans into bends as a motorcycle does, instead of rolling out of them.
  var leansIntoBends = false

  /// How much of the road reaches the phone's place, 1 for a passenger car's cabin; motorcycles more.
  var roadGain = 1.0
}
