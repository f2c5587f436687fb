import DetectorEngine

/// How far headings were from the truth, and how far they said they might be.
struct HeadingScore: Hashable, Sendable {
  /// Absolute errors in degrees of the rows for which there was a heading.
  private(set) var absoluteErrors: [Double] = []
  /// Rows for which there was none.
  private(set) var missing = 0
  /// Rows whose heading was handed out as invalid; its error counts all the same.
  private(set) var invalid = 0

  private var sum = 0.0
  private var squares = 0.0
  private var accuracies = 0.0
  private var within = 0
  private var withinTwice = 0

  /// Takes a row without a heading.
  mutating func addMissing() { missing += 1 }

  /// Takes the signed error of a row in degrees, and the accuracy that was published with it.
  mutating func add(error: Double, accuracy: Double) {
    absoluteErrors.append(abs(error))
    sum += error
    squares += error * error
    guard accuracy >= 0 else {
      invalid += 1
      return
    }
    accuracies += accuracy
    if abs(error) <= accuracy { within += 1 }
    if abs(error) <= 2 * accuracy { withinTwice += 1 }
  }

  private var count: Int { absoluteErrors.count }
  private var valid: Int { count - invalid }

  private func share(_ part: Double, of whole: Int) -> Double? {
    whole > 0 ? part / Double(whole) : nil
  }

  /// Root mean square of the error in degrees.
  var rootMeanSquare: Double? { share(squares, of: count)?.squareRoot() }

  /// Mean of the signed error in degrees.
  var mean: Double? { share(sum, of: count) }

  /// Median of the absolute error in degrees.
  var median: Double? { Percentile.value(0.5, of: absoluteErrors) }

  /// 95th percentile of the absolute error in degrees.
  var percentile95: Double? { Percentile.value(0.95, of: absoluteErrors) }

  /// Mean of the published accuracy in degrees.
  var meanAccuracy: Double? { share(accuracies, of: valid) }

  /// Share of the valid rows whose error was within the published accuracy.
  var coverage: Double? { share(Double(within), of: valid) }

  /// Share of the valid rows whose error was within twice the published accuracy.
  var coverageOfTwice: Double? { share(Double(withinTwice), of: valid) }

  /// The angle about the vertical, in degrees and signed, by which an attitude is off.
  ///
  /// The published metric of BROAD (Laidig et al., Data 2021): 2·arctan(z/w) of the error quaternion in the earth's axes,
  /// with the error of the tilt split off.
  static func headingError(of estimate: Attitude, truth: Attitude) -> Double {
    let w =
      estimate.w * truth.w + estimate.x * truth.x + estimate.y * truth.y + estimate.z * truth.z
    let z =
      -estimate.w * truth.z - estimate.x * truth.y + estimate.y * truth.x + estimate.z * truth.w
    let halfTurn = 2 * arctangent2(abs(z), abs(w)) / PhysicalConstants.radiansPerDegree
    return z * w < 0 ? -halfTurn : halfTurn
  }
}
