import Foundation
import MotionSamples
import SignalFilters

/// A rotation: applied to a vector in turned axes it gives the vector in the axes that were turned from.
struct UnitQuaternion: Hashable, Sendable {
  /// The real part.
  var w: Double

  /// The imaginary part.
  var v: Vector3

  /// The rotation by nothing.
  static let identity = UnitQuaternion(w: 1, v: .zero)

  /// Wraps the four numbers, which the caller has made to have length one.
  init(w: Double, v: Vector3) {
    self.w = w
    self.v = v
  }

  /// The rotation about the direction of a vector by its length in radians.
  init(rotationVector: Vector3) {
    let angle = rotationVector.magnitude
    guard angle > 1e-12 else {
      self.init(w: 1, v: rotationVector * 0.5)
      return
    }
    self.init(w: cos(angle / 2), v: rotationVector * (sin(angle / 2) / angle))
  }

  /// A rotation of which all are alike likely (Shoemake, *Uniform random rotations*, Graphics Gems III, 1992).
  static func random(_ random: RandomSource) -> UnitQuaternion {
    let u = random.uniform()
    let a = 2 * Double.pi * random.uniform()
    let b = 2 * Double.pi * random.uniform()
    let outer = (1 - u).squareRoot()
    let inner = u.squareRoot()
    return UnitQuaternion(
      w: outer * sin(a),
      v: Vector3(outer * cos(a), inner * sin(b), inner * cos(b))
    )
  }

  /// The rotation of least angle that carries the direction of `from` to the direction of `to`.
  static func aligning(_ from: Vector3, with to: Vector3) -> UnitQuaternion {
    let cross = from.cross(to)
    guard let angle = from.angle(to: to) else { return .identity }
    if let axis = cross.normalized { return UnitQuaternion(rotationVector: axis * angle) }
    // Parallel or opposite: any perpendicular axis serves for half a turn.
    guard angle > 1 else { return .identity }
    let helper = abs(from.x) < 0.9 * from.magnitude ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
    let axis = from.cross(helper).normalized ?? Vector3(0, 0, 1)
    return UnitQuaternion(rotationVector: axis * angle)
  }

  /// The rotation the other way.
  var inverse: UnitQuaternion { UnitQuaternion(w: w, v: -v) }

  /// Axis times angle in radians, the angle in [0, π].
  var rotationVector: Vector3 {
    let sign = w < 0 ? -1.0 : 1.0
    let length = v.magnitude
    guard length > 1e-12 else { return v * (2 * sign) }
    return v * (sign * 2 * atan2(length, abs(w)) / length)
  }

  /// First the right-hand rotation, then the left-hand one.
  static func * (lhs: UnitQuaternion, rhs: UnitQuaternion) -> UnitQuaternion {
    UnitQuaternion(
      w: lhs.w * rhs.w - lhs.v.dot(rhs.v),
      v: rhs.v * lhs.w + lhs.v * rhs.w + lhs.v.cross(rhs.v)
    )
  }

  /// The vector, turned.
  func rotate(_ vector: Vector3) -> Vector3 {
    let t = v.cross(vector) * 2
    return vector + t * w + v.cross(t)
  }

  /// The same rotation with the rounding of many products taken out.
  var renormalized: UnitQuaternion {
    let length = (w * w + v.squaredMagnitude).squareRoot()
    guard length > 0 else { return .identity }
    return UnitQuaternion(w: w / length, v: v / length)
  }
}
