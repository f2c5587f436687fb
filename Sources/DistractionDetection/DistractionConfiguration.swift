public import MotionSamples

/// What counts as handling, when an episode opens and when it closes.
///
/// Decodes from partial JSON: a key that is missing has its default. Thresholds of motion come in pairs: the upper one
/// begins handling, the lower one keeps it going, so that neither a pothole begins it nor a pause ends it.
public struct DistractionConfiguration: Hashable, Codable, Sendable {
  /// Whether distraction is looked for at all.
  ///
  /// Default false.
  public var enabled = false

  /// Ground speed in m/s at which an episode can open, in 0...100.
  ///
  /// It need not last for the episode to stay open. Small values count handling at a stop; large ones miss slow
  /// traffic. Default 5 m/s.
  public var minSpeed = 5.0

  /// Seconds that handling must last to be an episode, in 0.5...600.
  ///
  /// Small values count a phone that is merely shifted aside; large ones miss a glance at a message. Default 5 s.
  public var minEpisodeSec = 5.0

  /// The share of the time since its start that handling must fill for an episode to open, in 0...1.
  ///
  /// Small values open on potholes or manoeuvres in a row; large ones miss hesitant handling. Default 0.6.
  public var minimumHandledShare = 0.6

  /// The share of what the gyroscope shows as turning that the accelerometer must bear out, in 0...1.
  ///
  /// About 1 in a hand, about 0 in a swinging bag or on a motorcycle in a bend, where what pulls at the phone turns with
  /// it. Default 0.3. Without a gyroscope there is nothing to compare.
  public var minimumTurnAgreement = 0.3

  /// Seconds of quiet that handling may pause without ending, in 0.5...60.
  ///
  /// Small values split one use into several; large ones join two. Default 5 s.
  public var mergeGapSec = 5.0

  /// Seconds without samples that an open episode outlasts, in 1...600.
  ///
  /// Of a gap nothing is known, not even quiet; but an episode does not stay open on no evidence. Small values split an
  /// episode where the platform hiccups; large ones join two of them. Default 10 s.
  public var maximumGapSec = 10.0

  /// Age in seconds beyond which a speed is unknown, in 1...600.
  ///
  /// Small values lose the speed in a tunnel; large ones take a trip's speed for a stop's. Default 15 s.
  public var maximumSpeedAgeSec = 15.0

  /// Rotation rate across gravity below 2 Hz, in rad/s, that begins handling on a road without vibration, in 0.01...20.
  ///
  /// Small values begin on a car that rolls in a bend; large ones miss a phone that is taken up gently. Default 0.12:
  /// phones in moving cars (16 min of recordings) stay below 0.06 in 19 of 20 quarters of a second, hands that lift or
  /// pass a phone reach 0.5 and more. All thresholds of motion here were tuned on the training half of generated
  /// recordings and on compositions of measured hands and roads.
  public var beginRotation = 0.12

  /// The same, to keep handling going, in 0.01...20.
  ///
  /// Small values let a rough road prolong an episode; large ones split it where the hand holds still. Default 0.07.
  public var holdRotation = 0.07

  /// The same for a phone that lies otherwise than it rested before, in 0.01...20.
  ///
  /// Small values keep an episode open after the phone was put down elsewhere; large ones lose a phone that is only
  /// read. Default 0.03: a hand that holds still wobbles by 0.05 and more.
  public var holdRotationAway = 0.03

  /// How many rad/s each m/s² of vibration adds to the thresholds of rotation, in 0...10.
  ///
  /// A rough road rocks a mounted phone slowly, too. Small values take that for a hand; large ones let a rough road hide
  /// one. Default 0.01.
  public var rotationPerVibration = 0.01

  /// Change of the direction of gravity in degrees, over about a second, that begins handling, in 1...180.
  ///
  /// Without a gyroscope, what acceleration along the road explains is taken off first. Small values begin on
  /// manoeuvres; large ones need a phone to be turned over. Default 28: above what an aggressive bend does.
  public var beginTiltDeg = 28.0

  /// Change of the direction of gravity in degrees, over about a second, that keeps handling going, in 1...180.
  ///
  /// Default 12.
  public var holdTiltDeg = 12.0

  /// Change of the low-passed acceleration from one quarter of a second to the next, in m/s², that begins handling
  /// where there is no gyroscope, in 0.01...50.
  ///
  /// Small values begin on stop-and-go; large ones miss a phone that is moved without being turned. Default 0.7.
  public var beginSway = 0.7

  /// The same, to keep handling going, in 0.01...50.
  ///
  /// Default 0.4.
  public var holdSway = 0.4

  /// How much more a phone without a gyroscope must shake and sway than at rest, as a ratio, for sway to count at all,
  /// in 0.1...100.
  ///
  /// Small values count a rough road; large ones miss handling on one. Default 1.8.
  public var beginRestlessness = 1.8

  /// How much more a phone without a gyroscope must shake and sway than at rest, as a ratio, to keep handling going
  /// while it lies otherwise than at rest, in 0.1...100.
  ///
  /// Small values keep an episode open after the phone was put down elsewhere; large ones split it while the phone is
  /// read. Default 1.15: a little more restless than it was before, beyond what the ratio scatters by.
  public var holdRestlessnessAway = 1.15

  /// How much of each m/s² of vibration the thresholds of sway rise by, in 0...10.
  ///
  /// Default 0.5.
  public var swayPerVibration = 0.5

  /// Vibration in m/s² beyond which the thresholds of rotation and sway rise no further, in 0...50.
  ///
  /// More than a road gives is a hand again. Default 4 m/s².
  public var maximumVibration = 4.0

  /// Departure in degrees from the attitude at rest that begins handling while there is motion, in 1...180.
  ///
  /// Small values begin in bends; large ones miss a phone that is tilted towards the eyes. Default 35: braking and
  /// bends leave it below 25.
  public var beginDepartureDeg = 35.0

  /// Departure in degrees from the attitude at rest that lowers the thresholds that keep handling going, in 1...180.
  ///
  /// Default 25.
  public var holdDepartureDeg = 25.0

  /// Creates the default configuration, which is off.
  public init() {}
}

extension DistractionConfiguration {
  /// Decodes what is there and leaves the rest at its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
      if let given = try container.decodeIfPresent(Value.self, forKey: key) { value = given }
    }
    self.init()
    try read(&enabled, .enabled)
    try read(&minSpeed, .minSpeed)
    try read(&minEpisodeSec, .minEpisodeSec)
    try read(&minimumHandledShare, .minimumHandledShare)
    try read(&minimumTurnAgreement, .minimumTurnAgreement)
    try read(&mergeGapSec, .mergeGapSec)
    try read(&maximumGapSec, .maximumGapSec)
    try read(&maximumSpeedAgeSec, .maximumSpeedAgeSec)
    try read(&beginRotation, .beginRotation)
    try read(&holdRotation, .holdRotation)
    try read(&holdRotationAway, .holdRotationAway)
    try read(&rotationPerVibration, .rotationPerVibration)
    try read(&beginTiltDeg, .beginTiltDeg)
    try read(&holdTiltDeg, .holdTiltDeg)
    try read(&beginSway, .beginSway)
    try read(&holdSway, .holdSway)
    try read(&beginRestlessness, .beginRestlessness)
    try read(&holdRestlessnessAway, .holdRestlessnessAway)
    try read(&swayPerVibration, .swayPerVibration)
    try read(&maximumVibration, .maximumVibration)
    try read(&beginDepartureDeg, .beginDepartureDeg)
    try read(&holdDepartureDeg, .holdDepartureDeg)
  }

  /// Checks every value against its range.
  ///
  /// - Throws: ``ConfigurationError`` for the first field outside its range, named with `distractionDetection`.
  public func validate() throws(ConfigurationError) {
    func require(
      _ value: Double,
      _ range: ClosedRange<Double>,
      _ unit: String,
      _ field: String
    ) throws(ConfigurationError) {
      try ConfigurationError.require(
        value,
        in: range,
        unit: unit,
        field: "distractionDetection.\(field)"
      )
    }
    try require(minSpeed, 0...100, "m/s", "minSpeed")
    try require(minEpisodeSec, 0.5...600, "s", "minEpisodeSec")
    try require(minimumHandledShare, 0...1, "", "minimumHandledShare")
    try require(minimumTurnAgreement, 0...1, "", "minimumTurnAgreement")
    try require(mergeGapSec, 0.5...60, "s", "mergeGapSec")
    try require(maximumGapSec, 1...600, "s", "maximumGapSec")
    try require(maximumSpeedAgeSec, 1...600, "s", "maximumSpeedAgeSec")
    try require(beginRotation, 0.01...20, "rad/s", "beginRotation")
    try require(holdRotation, 0.01...20, "rad/s", "holdRotation")
    try require(holdRotationAway, 0.01...20, "rad/s", "holdRotationAway")
    try require(rotationPerVibration, 0...10, "", "rotationPerVibration")
    try require(beginTiltDeg, 1...180, "degrees", "beginTiltDeg")
    try require(holdTiltDeg, 1...180, "degrees", "holdTiltDeg")
    try require(beginSway, 0.01...50, "m/s²", "beginSway")
    try require(holdSway, 0.01...50, "m/s²", "holdSway")
    try require(beginRestlessness, 0.1...100, "", "beginRestlessness")
    try require(holdRestlessnessAway, 0.1...100, "", "holdRestlessnessAway")
    try require(swayPerVibration, 0...10, "", "swayPerVibration")
    try require(maximumVibration, 0...50, "m/s²", "maximumVibration")
    try require(beginDepartureDeg, 1...180, "degrees", "beginDepartureDeg")
    try require(holdDepartureDeg, 1...180, "degrees", "holdDepartureDeg")
  }
}
