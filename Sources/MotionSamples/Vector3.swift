/// Three components along a phone's or the earth's axes, in the unit that the context states.
///
/// Device axes are x to the right, y up the screen, z out of it.
@frozen
public struct Vector3: Hashable, Sendable {
  /// The components in vector registers.
  public var storage: SIMD3<Double>

  /// Wraps components that are in vector form already.
  @inlinable
  public init(_ storage: SIMD3<Double>) {
    self.storage = storage
  }

  /// Creates a vector from its components.
  @inlinable
  public init(_ x: Double, _ y: Double, _ z: Double) {
    storage = SIMD3(x, y, z)
  }

  /// The vector of length zero.
  @inlinable
  public static var zero: Vector3 { Vector3(SIMD3(repeating: 0)) }

  /// The component along the first axis.
  @inlinable
  public var x: Double { storage.x }

  /// The component along the second axis.
  @inlinable
  public var y: Double { storage.y }

  /// The component along the third axis.
  @inlinable
  public var z: Double { storage.z }

  /// The square of the length; infinite where it exceeds the range of `Double`.
  @inlinable
  public var squaredMagnitude: Double { (storage * storage).sum() }

  /// The Euclidean length.
  @inlinable
  public var magnitude: Double { squaredMagnitude.squareRoot() }

  /// Whether no component is infinite or not a number.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// The vector of length one in this direction, or nil for a length that is zero or not finite.
  @inlinable
  public var normalized: Vector3? {
    let length = magnitude
    return length > 0 && length.isFinite ? self / length : nil
  }

  /// The scalar product.
  @inlinable
  public func dot(_ other: Vector3) -> Double { (storage * other.storage).sum() }

  /// The vector product, by the right-hand rule.
  @inlinable
  public func cross(_ other: Vector3) -> Vector3 {
    Vector3(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x
    )
  }

  /// The angle to another vector in radians, in [0, π], or nil where either has no direction.
  ///
  /// Taken from sine and cosine together, so it is exact near 0 and π where the arc cosine alone is not.
  public func angle(to other: Vector3) -> Double? {
    guard let a = normalized, let b = other.normalized else { return nil }
    return arctangent2(a.cross(b).magnitude, a.dot(b))
  }

  /// Adds component by component.
  @inlinable
  public static func + (lhs: Vector3, rhs: Vector3) -> Vector3 {
    Vector3(lhs.storage + rhs.storage)
  }

  /// Subtracts component by component.
  @inlinable
  public static func - (lhs: Vector3, rhs: Vector3) -> Vector3 {
    Vector3(lhs.storage - rhs.storage)
  }

  /// Turns the vector round.
  @inlinable
  public static prefix func - (vector: Vector3) -> Vector3 { Vector3(-vector.storage) }

  /// Scales every component.
  @inlinable
  public static func * (vector: Vector3, factor: Double) -> Vector3 {
    Vector3(vector.storage * factor)
  }

  /// Scales every component.
  @inlinable
  public static func * (factor: Double, vector: Vector3) -> Vector3 {
    Vector3(vector.storage * factor)
  }

  /// Divides every component.
  @inlinable
  public static func / (vector: Vector3, divisor: Double) -> Vector3 {
    Vector3(vector.storage / divisor)
  }

  /// Adds in place.
  @inlinable
  public static func += (lhs: inout Vector3, rhs: Vector3) { lhs.storage += rhs.storage }

  /// Subtracts in place.
  @inlinable
  public static func -= (lhs: inout Vector3, rhs: Vector3) { lhs.storage -= rhs.storage }
}

extension Vector3: Codable {
  /// Decodes an array of exactly three numbers.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let x = try container.decode(Double.self)
    let y = try container.decode(Double.self)
    let z = try container.decode(Double.self)
    guard container.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "a vector has exactly three components"
      )
    }
    self.init(x, y, z)
  }

  /// Encodes an array of three numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(x)
    try container.encode(y)
    try container.encode(z)
  }
}
