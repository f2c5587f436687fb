internal import CGSL
internal import MotionSamples

/// A symmetric 3×3 matrix with the eigenvalue problems that a fit needs.
struct Symmetric {
  var xx: Double
  var yy: Double
  var zz: Double
  var yz: Double
  var xz: Double
  var xy: Double

  init(xx: Double, yy: Double, zz: Double, yz: Double, xz: Double, xy: Double) {
    (self.xx, self.yy, self.zz, self.yz, self.xz, self.xy) = (xx, yy, zz, yz, xz, xy)
  }

  /// The square of a symmetric matrix that is given by its rows.
  init(squareOf rows: EllipsoidFit.Rows) {
    self.init(
      xx: rows.first.squaredMagnitude,
      yy: rows.second.squaredMagnitude,
      zz: rows.third.squaredMagnitude,
      yz: rows.second.dot(rows.third),
      xz: rows.first.dot(rows.third),
      xy: rows.first.dot(rows.second)
    )
  }

  func applied(to vector: Vector3) -> Vector3 {
    Vector3(
      xx * vector.x + xy * vector.y + xz * vector.z,
      xy * vector.x + yy * vector.y + yz * vector.z,
      xz * vector.x + yz * vector.y + zz * vector.z
    )
  }

  static func * (matrix: Symmetric, factor: Double) -> Symmetric {
    Symmetric(
      xx: matrix.xx * factor,
      yy: matrix.yy * factor,
      zz: matrix.zz * factor,
      yz: matrix.yz * factor,
      xz: matrix.xz * factor,
      xy: matrix.xy * factor
    )
  }

  /// This matrix between a symmetric one, given by its rows, and the same again.
  func between(_ rows: EllipsoidFit.Rows) -> Symmetric {
    let first = applied(to: rows.first)
    let second = applied(to: rows.second)
    let third = applied(to: rows.third)
    return Symmetric(
      xx: rows.first.dot(first),
      yy: rows.second.dot(second),
      zz: rows.third.dot(third),
      yz: rows.second.dot(third),
      xz: rows.first.dot(third),
      xy: rows.first.dot(second)
    )
  }

  /// The vector that this matrix turns into `right`, or nil where the matrix is singular.
  func solved(for right: Vector3) -> Vector3? {
    let first = Vector3(xx, xy, xz)
    let second = Vector3(xy, yy, yz)
    let third = Vector3(xz, yz, zz)
    let cofactors = (second.cross(third), third.cross(first), first.cross(second))
    let determinant = first.dot(cofactors.0)
    guard abs(determinant) > .leastNormalMagnitude, determinant.isFinite else { return nil }
    return Vector3(cofactors.0.dot(right), cofactors.1.dot(right), cofactors.2.dot(right))
      / determinant
  }

  /// The smallest eigenvalue, or nil where an element is not finite.
  func smallestEigenvalue() throws(GSLError) -> Double? {
    guard let system = try eigensystem() else { return nil }
    return min(system.values.x, system.values.y, system.values.z)
  }

  /// The rows of the positive root of this matrix, scaled to determinant 1, or nil where it is not positive definite.
  func squareRootOfUnitDeterminant() throws(GSLError) -> EllipsoidFit.Rows? {
    guard let system = try eigensystem() else { return nil }
    let values = system.values
    guard min(values.x, values.y, values.z) > 0 else { return nil }
    let roots = Vector3(values.x.squareRoot(), values.y.squareRoot(), values.z.squareRoot())
    let logarithm =
      naturalLogarithm(roots.x) + naturalLogarithm(roots.y) + naturalLogarithm(roots.z)
    let scaled = roots * exponential(-logarithm / 3)
    guard scaled.isFinite else { return nil }
    let (first, second, third) = system.vectors
    func row(_ a: Double, _ b: Double, _ c: Double) -> Vector3 {
      first * (a * scaled.x) + second * (b * scaled.y) + third * (c * scaled.z)
    }
    return EllipsoidFit.Rows(
      row(first.x, second.x, third.x),
      row(first.y, second.y, third.y),
      row(first.z, second.z, third.z)
    )
  }

  /// The eigenvalues and the eigenvectors that go with them.
  private func eigensystem() throws(GSLError) -> (
    values: Vector3, vectors: (Vector3, Vector3, Vector3)
  )? {
    guard (xx + yy + zz + yz + xz + xy).isFinite else { return nil }
    GSL.prepare()
    var values = Vector3.zero
    var vectors = (Vector3.zero, Vector3.zero, Vector3.zero)
    let status = withUnsafeTemporaryAllocation(of: Double.self, capacity: 33) { room -> Int32 in
      guard let base = room.baseAddress else { return Int32(GSL_ENOMEM) }
      base[0] = xx
      base[1] = xy
      base[2] = xz
      base[3] = xy
      base[4] = yy
      base[5] = yz
      base[6] = xz
      base[7] = yz
      base[8] = zz
      var matrix = matrixView(base, size: 3)
      var eigenvectors = matrixView(base + 9, size: 3)
      var eigenvalues = vectorView(base + 18, size: 3)
      var workspace = gsl_eigen_symmv_workspace(
        size: 3,
        d: base + 21,
        sd: base + 24,
        gc: base + 27,
        gs: base + 30
      )
      let status = gsl_eigen_symmv(&matrix, &eigenvalues, &eigenvectors, &workspace)
      values = Vector3(base[18], base[19], base[20])
      vectors = (
        Vector3(base[9], base[12], base[15]), Vector3(base[10], base[13], base[16]),
        Vector3(base[11], base[14], base[17])
      )
      return status
    }
    try GSL.check(status, "finding eigenvalues")
    return (values, vectors)
  }
}
