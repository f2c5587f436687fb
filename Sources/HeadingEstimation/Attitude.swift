public import MotionSamples

/// How the phone is turned against the earth, as a unit quaternion.
///
/// It turns a vector in the device's axes into one in the earth's: x east, y north, z up.
public struct Attitude: Hashable, Codable, Sendable {
  /// The scalar part, the cosine of half the angle.
  public var w: Double
  /// The component about the device's x axis.
  public var x: Double
  /// The component about the device's y axis.
  public var y: Double
  /// The component about the device's z axis.
  public var z: Double

  /// Creates an attitude from the components of a unit quaternion.
  @inlinable
  public init(w: Double, x: Double, y: Double, z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// The attitude of a phone that lies flat, screen up, its top to the north.
  public static var identity: Attitude { Attitude(w: 1, x: 0, y: 0, z: 0) }

  /// The vector in the earth's axes that `vector` is in the device's.
  @inlinable
  public func applied(to vector: Vector3) -> Vector3 {
    let axis = Vector3(x, y, z)
    let twice = axis.cross(vector) * 2
    return vector + twice * w + axis.cross(twice)
  }

  /// Azimuth of the phone's top (+y) in degrees clockwise from the north that the attitude refers to, in [0, 360).
  ///
  /// Meaningless where the top points up or down: see ``topElevation``.
  public var topAzimuth: Double {
    let top = applied(to: Vector3(0, 1, 0))
    return Azimuth.normalized(arctangent2(top.x, top.y) / PhysicalConstants.radiansPerDegree)
  }

  /// How far the phone's top (+y) points above the horizon, in degrees, in [−90, 90].
  public var topElevation: Double {
    arcsine(applied(to: Vector3(0, 1, 0)).z) / PhysicalConstants.radiansPerDegree
  }
}

extension Attitude {
  /// The turn that does `first` and then `second`.
  @inline(__always)
  static func product(_ second: Attitude, _ first: Attitude) -> Attitude {
    Attitude(
      w: second.w * first.w - second.x * first.x - second.y * first.y - second.z * first.z,
      x: second.w * first.x + second.x * first.w + second.y * first.z - second.z * first.y,
      y: second.w * first.y - second.x * first.z + second.y * first.w + second.z * first.x,
      z: second.w * first.z + second.x * first.y - second.y * first.x + second.z * first.w
    )
  }

  /// The turn about the vertical by an angle in radians, anticlockwise seen from above.
  @inline(__always)
  static func aboutVertical(_ radians: Double) -> Attitude {
    Attitude(w: cosine(radians / 2), x: 0, y: 0, z: sine(radians / 2))
  }

  /// The shortest turn that makes a vector point straight up, the identity for one without a direction.
  @inline(__always)
  static func raising(_ vector: Vector3) -> Attitude {
    let length = vector.magnitude
    guard length > 1e-9, length.isFinite else { return .identity }
    let half = ((1 + vector.z / length) / 2).squareRoot()
    // Straight down has no shortest way: half a turn about x is as good as any.
    guard half > 1e-7 else { return Attitude(w: 0, x: 1, y: 0, z: 0) }
    return Attitude(
      w: half,
      x: vector.y / length / (2 * half),
      y: -vector.x / length / (2 * half),
      z: 0
    )
  }

  /// The same turn with its length brought back to one.
  @inline(__always)
  var normalized: Attitude {
    let scale = 1 / (w * w + x * x + y * y + z * z).squareRoot()
    return Attitude(w: w * scale, x: x * scale, y: y * scale, z: z * scale)
  }
}
