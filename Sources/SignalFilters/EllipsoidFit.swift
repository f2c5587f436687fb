internal import CGSL
public import MotionSamples

/// A sphere or an ellipsoid through a cloud of points, and how well the cloud determines it.
public struct EllipsoidFit: Hashable, Sendable {
  /// The rows of a symmetric 3×3 matrix.
  public struct Rows: Hashable, Codable, Sendable {
    /// The first row.
    public let first: Vector3
    /// The second row.
    public let second: Vector3
    /// The third row.
    public let third: Vector3

    /// Creates a matrix from its rows, which must be those of a symmetric one.
    public init(_ first: Vector3, _ second: Vector3, _ third: Vector3) {
      (self.first, self.second, self.third) = (first, second, third)
    }

    /// The matrix that changes nothing.
    public static var identity: Rows {
      Rows(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
    }

    /// The product with a vector.
    @inlinable
    public func applied(to vector: Vector3) -> Vector3 {
      Vector3(first.dot(vector), second.dot(vector), third.dot(vector))
    }
  }

  /// The middle.
  public let center: Vector3

  /// The rows of the symmetric matrix of determinant 1 that turns the ellipsoid, less its middle, into a sphere.
  public let correction: Rows

  /// The radius of that sphere: the geometric mean of the ellipsoid's semi-axes.
  public let radius: Double

  /// Root mean square of the points' distances from the surface, as a share of the radius.
  public let residual: Double

  /// How evenly the points are spread over all directions: 1 over the whole sphere, 0 within a plane or a line.
  ///
  /// Three times the smallest eigenvalue of the mean outer product of the directions from the middle.
  public let coverage: Double
}

extension EllipsoidFit {
  /// The sphere with the least algebraic distance to the points.
  ///
  /// Linear least squares on |p|² = 2 p·c + (r² − |c|²), by Cholesky's method. Nil where the points don't determine one.
  public static func sphere(through scatter: QuadricScatter) throws(GSLError) -> EllipsoidFit? {
    GSL.prepare()
    // The terms 6 to 8 are twice the coordinates, the term 9 is one; the squares are the terms 0 to 2.
    var solution = (0.0, 0.0, 0.0, 0.0)
    let isDetermined = withUnsafeTemporaryAllocation(of: Double.self, capacity: 20) { room in
      for row in 0..<4 {
        for column in 0..<4 { room[4 * row + column] = scatter.sum(6 + row, 6 + column) }
        room[16 + row] =
          scatter.sum(0, 6 + row) + scatter.sum(1, 6 + row) + scatter.sum(2, 6 + row)
      }
      guard let base = room.baseAddress, isPositive(base, size: 4) else { return false }
      var matrix = matrixView(base, size: 4)
      var right = vectorView(base + 16, size: 4)
      guard gsl_linalg_cholesky_decomp1(&matrix) == 0,
        gsl_linalg_cholesky_svx(&matrix, &right) == 0
      else { return false }
      solution = (room[16], room[17], room[18], room[19])
      return true
    }
    guard isDetermined else { return nil }
    let center = Vector3(solution.0, solution.1, solution.2)
    let squaredRadius = solution.3 + center.squaredMagnitude
    guard center.isFinite, squaredRadius > 0, squaredRadius.isFinite else { return nil }
    return try measured(
      center: center,
      correction: .identity,
      over: scatter
    )
  }

  /// The ellipsoid with the least algebraic distance to the points, its axes within a factor of two of one another.
  ///
  /// The least-squares fit of Li and Griffiths (*Least squares ellipsoid specific fitting*, Geometric Modeling and Processing
  /// 2004): the constraint 4J − I² = 1 on the quadric's invariants admits ellipsoids only and turns the fit into a
  /// symmetric generalised eigenproblem of size six. Nil where the points don't determine one.
  ///
  /// - Throws: ``GSLError`` where the numerics library fails.
  public static func ellipsoid(through scatter: QuadricScatter) throws(GSLError) -> EllipsoidFit? {
    GSL.prepare()
    guard let quadric = try quadric(through: scatter) else { return nil }
    let shape = Symmetric(
      xx: quadric.0,
      yy: quadric.1,
      zz: quadric.2,
      yz: quadric.3,
      xz: quadric.4,
      xy: quadric.5
    )
    let linear = Vector3(quadric.6, quadric.7, quadric.8)
    guard let center = shape.solved(for: -linear) else { return nil }
    // (p − c)ᵀ A (p − c) = cᵀ A c − d
    let level = shape.applied(to: center).dot(center) - quadric.9
    guard center.isFinite, level.isFinite, level != 0 else { return nil }
    guard let root = try (shape * (1 / level)).squareRootOfUnitDeterminant() else { return nil }
    return try measured(center: center, correction: root, over: scatter)
  }

  /// How well a sphere about `center`, after `correction`, goes through the points, with the radius that suits them best.
  ///
  /// - Throws: ``GSLError`` where the numerics library fails.
  public static func measured(
    center: Vector3,
    correction: Rows,
    over scatter: QuadricScatter
  ) throws(GSLError) -> EllipsoidFit? {
    guard scatter.totalWeight > 0 else { return nil }
    let shape = Symmetric(squareOf: correction)
    let half = -shape.applied(to: center)
    let (squaredRadius, meanSquare): (Double, Double) = withUnsafeTemporaryAllocation(
      of: Double.self,
      capacity: 10
    ) { room in
      room[0] = shape.xx
      room[1] = shape.yy
      room[2] = shape.zz
      room[3] = shape.yz
      room[4] = shape.xz
      room[5] = shape.xy
      room[6] = half.x
      room[7] = half.y
      room[8] = half.z
      room[9] = -half.dot(center)
      let squaredRadius = scatter.mean(of: UnsafeBufferPointer(room))
      room[9] -= squaredRadius
      return (squaredRadius, scatter.meanSquare(of: UnsafeBufferPointer(room)))
    }
    guard squaredRadius > 0, squaredRadius.isFinite, meanSquare.isFinite else { return nil }
    let moment = directionMoment(
      center: center,
      correction: correction,
      squaredRadius: squaredRadius,
      over: scatter
    )
    guard let spread = try moment.smallestEigenvalue() else { return nil }
    return EllipsoidFit(
      center: center,
      correction: correction,
      radius: squaredRadius.squareRoot(),
      // The algebraic distance |p|² − r² is 2 r times the geometric one, to first order.
      residual: meanSquare.squareRoot() / (2 * squaredRadius),
      coverage: max(0, 3 * spread)
    )
  }

  /// The mean outer product of the corrected directions.
  private static func directionMoment(
    center: Vector3,
    correction: Rows,
    squaredRadius: Double,
    over scatter: QuadricScatter
  ) -> Symmetric {
    let scale = 1 / scatter.totalWeight
    let mean = Vector3(scatter.sum(6, 9), scatter.sum(7, 9), scatter.sum(8, 9)) * (scale / 2)
    func second(
      _ row: Int,
      _ column: Int,
      _ a: Double,
      _ b: Double,
      _ ma: Double,
      _ mb: Double
    )
      -> Double
    {
      scatter.sum(6 + row, 6 + column) * (scale / 4) - ma * b - mb * a + a * b
    }
    let raw = Symmetric(
      xx: second(0, 0, center.x, center.x, mean.x, mean.x),
      yy: second(1, 1, center.y, center.y, mean.y, mean.y),
      zz: second(2, 2, center.z, center.z, mean.z, mean.z),
      yz: second(1, 2, center.y, center.z, mean.y, mean.z),
      xz: second(0, 2, center.x, center.z, mean.x, mean.z),
      xy: second(0, 1, center.x, center.y, mean.x, mean.y)
    )
    return raw.between(correction) * (1 / squaredRadius)
  }

  /// The ten coefficients of the ellipsoid, up to a common factor.
  private static func quadric(
    through scatter: QuadricScatter
  ) throws(GSLError) -> (
    Double, Double, Double, Double, Double, Double, Double, Double, Double, Double
  )? {
    var result = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var status: Int32 = 0
    // Linear terms against themselves, and the columns that carry the quadratic ones over to them.
    let isDetermined = withUnsafeTemporaryAllocation(of: Double.self, capacity: 40) { linear in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 108) { square in
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 30) { room in
          guard let lower = linear.baseAddress, let upper = square.baseAddress,
            let spare = room.baseAddress
          else { return false }
          guard eliminateLinearTerms(of: scatter, lower, into: upper) else { return false }
          guard isPositive(upper, size: 6) else { return false }
          writeConstraint(to: upper + 36)
          status = solveEigenproblem(upper, spare)
          guard status == 0 else { return false }
          return readQuadric(values: spare, vectors: upper + 72, carry: lower + 16, into: &result)
        }
      }
    }
    // A matrix that is not positive definite is points that determine nothing, not a failure.
    guard status == 0 || status == Int32(GSL_EDOM) else {
      throw GSLError(status: status, operation: "fitting an ellipsoid")
    }
    return isDetermined ? result : nil
  }

  /// Writes S₂₂⁻¹ S₁₂ᵀ after the factor of S₂₂, and S₁₁ − S₁₂ S₂₂⁻¹ S₁₂ᵀ to `reduced`; false where S₂₂ is singular.
  private static func eliminateLinearTerms(
    of scatter: QuadricScatter,
    _ linear: UnsafeMutablePointer<Double>,
    into reduced: UnsafeMutablePointer<Double>
  ) -> Bool {
    for row in 0..<4 {
      for column in 0..<4 { linear[4 * row + column] = scatter.sum(6 + row, 6 + column) }
    }
    guard isPositive(linear, size: 4) else { return false }
    var factor = matrixView(linear, size: 4)
    guard gsl_linalg_cholesky_decomp1(&factor) == 0 else { return false }
    for quadratic in 0..<6 {
      let column = linear + 16 + 4 * quadratic
      for row in 0..<4 { column[row] = scatter.sum(quadratic, 6 + row) }
      var right = vectorView(column, size: 4)
      guard gsl_linalg_cholesky_svx(&factor, &right) == 0 else { return false }
    }
    var trace = 0.0
    for row in 0..<6 {
      for column in 0..<6 {
        var value = scatter.sum(row, column)
        for term in 0..<4 {
          value -= scatter.sum(row, 6 + term) * linear[16 + 4 * column + term]
        }
        reduced[6 * row + column] = value
      }
      trace += reduced[7 * row]
    }
    guard trace.isFinite, trace > 0 else { return false }
    // Points without any noise leave a zero eigenvalue, which rounding may make negative: a trace of it is added back.
    for row in 0..<6 { reduced[7 * row] += 1e-10 * scatter.totalWeight }
    return true
  }

  /// Writes the constraint 4J − I² as a matrix over the six quadratic coefficients.
  private static func writeConstraint(to matrix: UnsafeMutablePointer<Double>) {
    for row in 0..<6 {
      for column in 0..<6 {
        let value: Double
        if row < 3, column < 3 {
          value = row == column ? -1 : 1
        } else {
          value = row == column ? -4 : 0
        }
        matrix[6 * row + column] = value
      }
    }
  }

  /// Solves C v = μ S v, the values to the room's start and the vectors behind the two matrices.
  private static func solveEigenproblem(
    _ matrices: UnsafeMutablePointer<Double>,
    _ room: UnsafeMutablePointer<Double>
  ) -> Int32 {
    var definite = matrixView(matrices, size: 6)
    var constraint = matrixView(matrices + 36, size: 6)
    var vectors = matrixView(matrices + 72, size: 6)
    var values = vectorView(room, size: 6)
    var symmetric = gsl_eigen_symmv_workspace(
      size: 6,
      d: room + 6,
      sd: room + 12,
      gc: room + 18,
      gs: room + 24
    )
    return withUnsafeMutablePointer(to: &symmetric) { pointer in
      var workspace = gsl_eigen_gensymmv_workspace(size: 6, symmv_workspace_p: pointer)
      return gsl_eigen_gensymmv(&constraint, &definite, &values, &vectors, &workspace)
    }
  }

  /// Takes the eigenvector of the one positive value, and the linear terms that go with it.
  private static func readQuadric(
    values: UnsafeMutablePointer<Double>,
    vectors: UnsafeMutablePointer<Double>,
    carry: UnsafeMutablePointer<Double>,
    into result:
      inout (
        Double, Double, Double, Double, Double, Double, Double, Double, Double, Double
      )
  ) -> Bool {
    var best = 0
    for index in 1..<6 where values[index] > values[best] { best = index }
    guard values[best] > 0 else { return false }
    func quadratic(_ term: Int) -> Double { vectors[6 * term + best] }
    func linear(_ term: Int) -> Double {
      var value = 0.0
      for index in 0..<6 { value -= carry[4 * index + term] * quadratic(index) }
      return value
    }
    result = (
      quadratic(0), quadratic(1), quadratic(2), quadratic(3), quadratic(4), quadratic(5),
      linear(0), linear(1), linear(2), linear(3)
    )
    return true
  }

  /// Whether every diagonal element is positive and finite, without which no factor exists.
  private static func isPositive(_ matrix: UnsafeMutablePointer<Double>, size: Int) -> Bool {
    (0..<size).allSatisfy { matrix[(size + 1) * $0] > 0 && matrix[(size + 1) * $0].isFinite }
  }
}

/// A square matrix in memory of our own.
func matrixView(_ elements: UnsafeMutablePointer<Double>, size: Int) -> gsl_matrix {
  gsl_matrix(size1: size, size2: size, tda: size, data: elements, block: nil, owner: 0)
}

/// A vector in memory of our own.
func vectorView(_ elements: UnsafeMutablePointer<Double>, size: Int) -> gsl_vector {
  gsl_vector(size: size, stride: 1, data: elements, block: nil, owner: 0)
}
