import MotionSamples

/// Finds gravity in axes that turn with the gyroscope: there it stands still, and all that moves is motion.
///
/// The idea is that of VQF (Laidig and Seel 2023): a low-pass of second order on the accelerometer in an almost inertial
/// frame. Here it is integrated by the trapezoidal rule, so that uneven spacing needs no new coefficients, and it starts as
/// the plain mean of what has come until that is as long as the time constant. The rotation is filtered alongside, to know
/// through which axes of the phone the gravity has been seen.
struct GravityFilter: Hashable, Codable, Sendable {
  /// The low-passed specific force, in m/s².
  private(set) var gravity = Vector3.zero
  /// The low-passed rotation from the device's to the filter's axes.
  private(set) var rotation = Matrix3.zero
  private var gravityRate = Vector3.zero
  private var rotationRate = Matrix3.zero
  /// Seconds since the start, counted up to the time constant.
  private var settledSec = 0.0

  /// Whether the mean has become a low-pass.
  func isSettled(_ tau: Double) -> Bool { settledSec > tau }

  /// Takes the means of specific force and rotation over an interval.
  mutating func advance(by interval: Double, force: Vector3, rotation seen: Matrix3, tau: Double) {
    if settledSec <= tau {
      settledSec += interval
      let share = interval / settledSec
      gravity += (force - gravity) * share
      rotation += (seen - rotation) * share
      gravityRate = .zero
      rotationRate = .zero
      return
    }
    // x' = ω v, v' = ω (u − x) − √2 ω v with ω = √2 / τ: Butterworth's low-pass of second order.
    let step = 2.0.squareRoot() * interval / tau
    let damping = 2.0.squareRoot() * step / 2
    let spring = step * step / 4
    let scale = 1 / (1 + damping + spring)
    let kept = 1 - damping - spring
    let nextGravityRate = (gravityRate * kept + (force - gravity) * step) * scale
    gravity += (gravityRate + nextGravityRate) * (step / 2)
    gravityRate = nextGravityRate
    let nextRotationRate = (rotationRate * kept + (seen - rotation) * step) * scale
    rotation += (rotationRate + nextRotationRate) * (step / 2)
    rotationRate = nextRotationRate
  }

  /// Turns what is kept along with the axes that it is kept in.
  mutating func turn(by turn: Matrix3) {
    gravity = turn * gravity
    gravityRate = turn * gravityRate
    rotation = turn * rotation
    rotationRate = turn * rotationRate
  }
}
