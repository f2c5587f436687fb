import MotionSamples

/// A 3×3 matrix, row by row.
struct Matrix3: Hashable, Sendable {
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  @inline(__always)
  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = (first, second, third)
  }

  @inline(__always)
  static var zero: Matrix3 { diagonal(0) }

  /// A multiple of the unit matrix.
  @inline(__always)
  static func diagonal(_ value: Double) -> Matrix3 {
    Matrix3(SIMD3(value, 0, 0), SIMD3(0, value, 0), SIMD3(0, 0, value))
  }

  /// The matrix of all products of two vectors' components.
  @inline(__always)
  static func outer(_ left: Vector3, _ right: Vector3) -> Matrix3 {
    Matrix3(right.storage * left.x, right.storage * left.y, right.storage * left.z)
  }

  /// The rotation of an attitude.
  @inline(__always)
  init(_ attitude: Attitude) {
    let (w, x, y, z) = (attitude.w, attitude.x, attitude.y, attitude.z)
    self.init(
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
      SIMD3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
      SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    )
  }

  @inline(__always)
  var transposed: Matrix3 {
    Matrix3(
      SIMD3(rows.0.x, rows.1.x, rows.2.x),
      SIMD3(rows.0.y, rows.1.y, rows.2.y),
      SIMD3(rows.0.z, rows.1.z, rows.2.z)
    )
  }

  @inline(__always)
  var trace: Double { rows.0.x + rows.1.y + rows.2.z }

  /// The mean of the matrix and its transpose, which takes rounding out of a symmetric one.
  @inline(__always)
  var symmetrized: Matrix3 { (self + transposed) * 0.5 }

  @inline(__always)
  static func + (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(left.rows.0 + right.rows.0, left.rows.1 + right.rows.1, left.rows.2 + right.rows.2)
  }

  @inline(__always)
  static func - (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(left.rows.0 - right.rows.0, left.rows.1 - right.rows.1, left.rows.2 - right.rows.2)
  }

  @inline(__always)
  static func += (left: inout Matrix3, right: Matrix3) { left = left + right }

  @inline(__always)
  static func -= (left: inout Matrix3, right: Matrix3) { left = left - right }

  @inline(__always)
  static func * (matrix: Matrix3, factor: Double) -> Matrix3 {
    Matrix3(matrix.rows.0 * factor, matrix.rows.1 * factor, matrix.rows.2 * factor)
  }

  @inline(__always)
  static func * (matrix: Matrix3, vector: Vector3) -> Vector3 {
    Vector3(
      (matrix.rows.0 * vector.storage).sum(),
      (matrix.rows.1 * vector.storage).sum(),
      (matrix.rows.2 * vector.storage).sum()
    )
  }

  @inline(__always)
  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
      right.rows.0 * row.x + right.rows.1 * row.y + right.rows.2 * row.z
    }
    return Matrix3(row(left.rows.0), row(left.rows.1), row(left.rows.2))
  }

  /// The inverse of a symmetric matrix by its cofactors, or nil where it has none to speak of.
  @inline(__always)
  var symmetricInverse: Matrix3? {
    let (a, b, c) = (rows.0.x, rows.0.y, rows.0.z)
    let (d, e, f) = (rows.1.y, rows.1.z, rows.2.z)
    let first = SIMD3(d * f - e * e, c * e - b * f, b * e - c * d)
    let determinant = a * first.x + b * first.y + c * first.z
    guard abs(determinant) > .leastNormalMagnitude, determinant.isFinite else { return nil }
    return Matrix3(
      first,
      SIMD3(first.y, a * f - c * c, b * c - a * e),
      SIMD3(first.z, b * c - a * e, a * d - b * b)
    ) * (1 / determinant)
  }

  static func == (left: Matrix3, right: Matrix3) -> Bool { left.rows == right.rows }

  func hash(into hasher: inout Hasher) {
    hasher.combine(rows.0)
    hasher.combine(rows.1)
    hasher.combine(rows.2)
  }
}

extension Matrix3: Codable {
  /// Decodes three rows of three numbers.
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let first = try container.decode(Vector3.self)
    let second = try container.decode(Vector3.self)
    let third = try container.decode(Vector3.self)
    self.init(first.storage, second.storage, third.storage)
  }

  /// Encodes three rows of three numbers.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(Vector3(rows.0))
    try container.encode(Vector3(rows.1))
    try container.encode(Vector3(rows.2))
  }
}
