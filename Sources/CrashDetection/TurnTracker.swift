import MotionSamples
import SignalFilters

/// How far and how fast a phone turned since an instant.
struct TurnTracker: Hashable, Codable, Sendable {
  /// Rotation about horizontal axes since the start, as a vector in rad.
  private var turned = Vector3.zero
  private var squaredLargest = 0.0
  private var squaredRate: Double?
  private let gravityBefore: Vector3
  private var gravity: Vector3

  /// Starts at an attitude.
  init(gravity: Vector3) {
    gravityBefore = gravity
    self.gravity = gravity
  }

  /// Takes a frame in.
  mutating func update(_ frame: MotionFrame) {
    gravity = frame.gravity
    guard let rate = frame.rotationRate else { return }
    squaredRate = max(squaredRate ?? 0, rate.squaredMagnitude)
    guard let up = gravity.normalized else { return }
    turned += (rate - up * rate.dot(up)) * frame.interval
    squaredLargest = max(squaredLargest, turned.squaredMagnitude)
  }

  /// The highest rotation rate in rad/s, absent without a gyroscope.
  var peakRate: Double? { squaredRate?.squareRoot() }

  /// The largest angle about a horizontal axis in degrees; without a gyroscope, the change of gravity.
  var degrees: Double {
    let radians =
      squaredRate == nil
      ? gravityBefore.angle(to: gravity) ?? 0 : squaredLargest.squareRoot()
    return radians / PhysicalConstants.radiansPerDegree
  }
}
