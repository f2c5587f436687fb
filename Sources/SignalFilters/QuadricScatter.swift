public import MotionSamples

/// The sums over a cloud of points from which a sphere or an ellipsoid through them follows.
///
/// Each point adds the products of the ten terms of a general quadric, (x², y², z², 2yz, 2xz, 2xy, 2x, 2y, 2z, 1), so a cloud
/// of any number of points takes the same room. Points should be brought to about unit length first: their fourth powers
/// are summed. Adding a point takes constant time and allocates nothing.
public struct QuadricScatter: Hashable, Codable, Sendable {
  /// The number of terms of a quadric.
  static let terms = 10

  /// The upper triangle of the symmetric matrix of sums, row by row.
  private(set) var sums: [Double]

  /// Creates the scatter of no points.
  public init() {
    sums = [Double](repeating: 0, count: Self.terms * (Self.terms + 1) / 2)
  }

  /// The sum of all weights.
  public var totalWeight: Double { sums[sums.count - 1] }

  /// Adds a point with a weight.
  public mutating func add(_ point: Vector3, weight: Double = 1) {
    let (x, y, z) = (point.x, point.y, point.z)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 10) { term in
      term[0] = x * x
      term[1] = y * y
      term[2] = z * z
      term[3] = 2 * y * z
      term[4] = 2 * x * z
      term[5] = 2 * x * y
      term[6] = 2 * x
      term[7] = 2 * y
      term[8] = 2 * z
      term[9] = 1
      var index = 0
      for row in 0..<Self.terms {
        let weighted = weight * term[row]
        for column in row..<Self.terms {
          sums[index] += weighted * term[column]
          index += 1
        }
      }
    }
  }

  /// Multiplies every sum, so that points so far count for less.
  public mutating func scale(by factor: Double) {
    for index in sums.indices { sums[index] *= factor }
  }

  /// Forgets every point, keeping the storage.
  public mutating func removeAll() {
    for index in sums.indices { sums[index] = 0 }
  }

  /// The sum of the products of two terms.
  @inline(__always)
  func sum(_ first: Int, _ second: Int) -> Double {
    let row = min(first, second)
    let column = max(first, second)
    return sums[row * (2 * Self.terms - row - 1) / 2 + column]
  }

  /// The mean of the square of a quadric over the points.
  func meanSquare(of coefficients: UnsafeBufferPointer<Double>) -> Double {
    var total = 0.0
    for row in 0..<Self.terms {
      for column in 0..<Self.terms {
        total += coefficients[row] * coefficients[column] * sum(row, column)
      }
    }
    return totalWeight > 0 ? max(0, total / totalWeight) : 0
  }

  /// The mean of a quadric over the points.
  func mean(of coefficients: UnsafeBufferPointer<Double>) -> Double {
    var total = 0.0
    for row in 0..<Self.terms { total += coefficients[row] * sum(row, Self.terms - 1) }
    return totalWeight > 0 ? total / totalWeight : 0
  }
}
