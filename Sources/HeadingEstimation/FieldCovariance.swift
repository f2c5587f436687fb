import MotionSamples

/// The covariance of the nine numbers that the slow part of the filter estimates: field, hard iron and gyroscope bias.
///
/// Kept as six blocks of 3×3, which is all that a symmetric matrix of that size holds.
struct FieldCovariance: Hashable, Codable, Sendable {
  var field = Matrix3.zero
  var fieldHardIron = Matrix3.zero
  var fieldBias = Matrix3.zero
  var hardIron = Matrix3.zero
  var hardIronBias = Matrix3.zero
  var bias = Matrix3.zero

  /// What a measurement changes each of the three by, for every unit of its surprise.
  struct Gain {
    let field: Vector3
    let hardIron: Vector3
    let bias: Vector3
  }

  /// Takes in a scalar measurement of the bias along `direction` with a variance.
  @inline(__always)
  mutating func measureBias(along direction: Vector3, variance: Double) -> Gain {
    let withField = fieldBias * direction
    let withHardIron = hardIronBias * direction
    let withBias = bias * direction
    let scale = 1 / (direction.dot(withBias) + variance)
    field -= .outer(withField, withField) * scale
    fieldHardIron -= .outer(withField, withHardIron) * scale
    fieldBias -= .outer(withField, withBias) * scale
    hardIron -= .outer(withHardIron, withHardIron) * scale
    hardIronBias -= .outer(withHardIron, withBias) * scale
    bias -= .outer(withBias, withBias) * scale
    return Gain(field: withField * scale, hardIron: withHardIron * scale, bias: withBias * scale)
  }

  /// Adds what a wrong bias along the vertical does to the field: it turns it.
  ///
  /// - Parameters:
  ///   - turned: the field's change for one radian of heading.
  ///   - vertical: the vertical along the device's axes, times the seconds passed.
  @inline(__always)
  mutating func carry(turned: Vector3, vertical: Vector3) {
    let withField = fieldBias * vertical
    let withHardIron = hardIronBias * vertical
    let withBias = bias * vertical
    let variance = vertical.dot(withBias)
    field += .outer(withField, turned) + .outer(turned, withField)
    field += .outer(turned, turned) * variance
    fieldHardIron += .outer(turned, withHardIron)
    fieldBias += .outer(turned, withBias)
  }

  /// Turns the field's part about the vertical.
  mutating func turnField(by turn: Matrix3) {
    field = turn * field * turn.transposed
    fieldHardIron = turn * fieldHardIron
    fieldBias = turn * fieldBias
  }

  /// Forgets what field and hard iron have to do with anything else, and gives them errors of their own.
  ///
  /// - Parameters:
  ///   - fieldVariance: the variance of each component of the field; nil keeps the field's own block.
  ///   - cross: the covariance of field and hard iron.
  ///   - hardIronVariance: the variance of each component of the hard iron.
  mutating func restart(
    field fieldVariance: Double?,
    fieldHardIron cross: Matrix3,
    hardIron hardIronVariance: Double
  ) {
    if let fieldVariance { field = .diagonal(fieldVariance) }
    fieldHardIron = cross
    hardIron = .diagonal(hardIronVariance)
    fieldBias = .zero
    hardIronBias = .zero
  }
}
