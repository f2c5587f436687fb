import MotionSamples

/// How the phone lies and shakes while nobody touches it: what handling is measured against.
struct RestingState: Hashable, Codable, Sendable {
  /// Time constant in seconds: long against a manoeuvre, short against a trip.
  private static let tauSec = 15.0

  /// How many hops of quiet it takes: 2 s.
  private static let minimumHops = 8

  private var hops = 0

  /// Mean specific force in m/s²: the vertical in this attitude, and the accelerometer's own idea of 1 g.
  private(set) var force = Vector3.zero

  /// Mean vibration in m/s².
  private(set) var vibration = 0.0

  /// Mean sway in m/s².
  private(set) var sway = 0.0

  /// Whether there has been enough quiet to tell.
  var isKnown: Bool { hops >= Self.minimumHops }

  /// Departure of the reading's length from standard gravity, in m/s², beyond which a hop teaches nothing.
  ///
  /// A vehicle that accelerates lengthens the reading and would tilt the attitude: by 0.4 m/s² at 2.8 m/s², where the
  /// tilt is 16°. Accelerometers are off by half of that at most.
  private static let maximumDeviation = 0.4

  /// Takes a quiet hop into account.
  mutating func learn(_ meanAcceleration: Vector3, _ features: HandlingFeatures) {
    let deviation = abs(meanAcceleration.magnitude - PhysicalConstants.standardGravity)
    guard deviation <= Self.maximumDeviation else { return }
    hops = min(hops, Int(Self.tauSec / HopAccumulator.hopSec)) + 1
    let share = 1 / Double(hops)
    force += (meanAcceleration - force) * share
    vibration += (features.vibration - vibration) * share
    if let sway = features.sway { self.sway += (sway - self.sway) * share }
  }

  /// Begins to learn anew, because the phone may have been left in another attitude.
  mutating func forget() {
    self = RestingState()
  }
}
