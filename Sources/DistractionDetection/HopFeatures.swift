import MotionSamples
import SignalFilters

/// What is kept of a quarter of a second of motion.
struct HopFeatures: Hashable, Codable, Sendable {
  /// When the hop began.
  var start: Timestamp

  /// Whether there were enough samples to say anything.
  var isMeasured: Bool

  /// Mean specific force in m/s²: everything slower than about 2 Hz, gravity included.
  var meanAcceleration: Vector3

  /// Estimated gravity at the end of the hop, in m/s².
  var gravity: Vector3

  /// RMS departure from the mean in m/s²: the band above about 2 Hz, where road and engine shake.
  var vibration: Double

  /// The variance that vibration leaves in `meanAcceleration`, in m²/s⁴: the more, the fewer the samples.
  ///
  /// Absent where the samples are too few to tell vibration from slower motion.
  var meanVariance: Double?

  /// Mean rotation rate in rad/s, absent without a gyroscope: everything slower than about 2 Hz.
  ///
  /// What shakes to and fro within the hop, as a mount does on a rough road, cancels out.
  var rotation: Vector3?

  /// Mean rotation rate across gravity in rad/s: how fast gravity turns in the phone.
  ///
  /// A vehicle that turns does so about the vertical, which this leaves out; a hand does not (US patent 10,979,855).
  var rotationAcrossGravity: Double? {
    guard let rotation, let up = gravity.normalized else { return nil }
    return rotation.cross(up).magnitude
  }

  /// A place in the window that nothing has been measured for.
  static func unmeasured(from start: Timestamp) -> HopFeatures {
    HopFeatures(
      start: start,
      isMeasured: false,
      meanAcceleration: .zero,
      gravity: .zero,
      vibration: 0,
      meanVariance: nil,
      rotation: nil
    )
  }
}

/// Sums up the frames of one hop.
struct HopAccumulator: Hashable, Codable, Sendable {
  /// Length of a hop in seconds.
  ///
  /// A knock is over within one hop or two, so a median over five of them does not see it; and it is half of what the
  /// onset may be off by at most for a hop.
  static let hopSec = 0.25

  /// The fewest frames that a hop is measured by: what 10 Hz gives.
  static let minimumCount = 2

  /// The fewest frames that tell vibration from slower motion: what 16 Hz gives.
  static let minimumVibrationCount = 4

  let start: Timestamp
  let end: Timestamp
  var count = 0
  var sum = Vector3.zero
  var sumOfSquares = 0.0
  var gravity = Vector3.zero
  var rotationCount = 0
  var sumOfRotation = Vector3.zero

  init(from start: Timestamp) {
    self.start = start
    end = start.advanced(bySeconds: Self.hopSec)
  }

  mutating func add(_ frame: MotionFrame) {
    count += 1
    sum += frame.acceleration
    sumOfSquares += frame.acceleration.squaredMagnitude
    gravity = frame.gravity
    guard let rate = frame.rotationRate else { return }
    rotationCount += 1
    sumOfRotation += rate
  }

  var features: HopFeatures {
    guard count >= Self.minimumCount else { return .unmeasured(from: start) }
    let mean = sum / Double(count)
    let variance =
      max(0, sumOfSquares - mean.squaredMagnitude * Double(count)) / Double(count - 1)
    return HopFeatures(
      start: start,
      isMeasured: true,
      meanAcceleration: mean,
      gravity: gravity,
      vibration: variance.squareRoot(),
      meanVariance: count >= Self.minimumVibrationCount ? variance / Double(count) : nil,
      // A gyroscope that stalled for half of the hop has not measured it.
      rotation: rotationCount * 2 >= count ? sumOfRotation / Double(rotationCount) : nil
    )
  }
}
