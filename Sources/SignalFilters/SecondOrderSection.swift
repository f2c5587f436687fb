internal import MotionSamples

/// The coefficients of a recursive filter of second order, designed for one rate.
///
/// Output n is `b0·x[n] + b1·x[n−1] + b2·x[n−2] − a1·y[n−1] − a2·y[n−2]`.
@frozen
public struct SecondOrderSection: Hashable, Sendable {
  /// The weight of the present input.
  public let b0: Double
  /// The weight of the input before.
  public let b1: Double
  /// The weight of the input before that.
  public let b2: Double
  /// The weight of the output before, subtracted.
  public let a1: Double
  /// The weight of the output before that, subtracted.
  public let a2: Double

  /// Creates a section from its coefficients.
  @inlinable
  public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = b0
    self.b1 = b1
    self.b2 = b2
    self.a1 = a1
    self.a2 = a2
  }

  /// Which side of the cut-off passes.
  public enum Response: String, Hashable, Codable, Sendable, CaseIterable {
    /// What is slower than the cut-off passes.
    case lowPass
    /// What is faster than the cut-off passes.
    case highPass
  }

  /// The largest cut-off, as a fraction of the rate; half the rate is where signals can no longer be told apart.
  public static let maximumCutoffOverRate = 0.45

  /// Designs Butterworth's filter of second order by the bilinear transform, prewarped so that the cut-off is exact.
  ///
  /// The gain at the cut-off is √½ (−3.01 dB), the slope beyond it 12 dB an octave. Source: Oppenheim and Schafer,
  /// Discrete-time signal processing, on design by bilinear transformation.
  ///
  /// - Throws: `FilterError` where the cut-off is not above zero, or the rate is too low for it.
  public static func butterworth(
    _ response: Response,
    cutoffHz: Double,
    rateHz: Double
  ) throws(FilterError) -> SecondOrderSection {
    try FilterError.require(
      cutoffHz,
      in: 1e-6...1e6,
      unit: "Hz",
      field: "secondOrderSection.cutoffHz"
    )
    try FilterError.require(rateHz, in: 0...1e9, unit: "Hz", field: "secondOrderSection.rateHz")
    let minimumRate = cutoffHz / maximumCutoffOverRate
    guard rateHz >= minimumRate else {
      throw .rateTooLow(measuredHz: rateHz, minimumHz: minimumRate)
    }
    let warped = tangent(Double.pi * cutoffHz / rateHz)
    let square = warped * warped
    let norm = 1 / (1 + 2.0.squareRoot() * warped + square)
    let a1 = 2 * (square - 1) * norm
    let a2 = (1 - 2.0.squareRoot() * warped + square) * norm
    switch response {
    case .lowPass:
      let gain = square * norm
      return SecondOrderSection(b0: gain, b1: 2 * gain, b2: gain, a1: a1, a2: a2)
    case .highPass:
      return SecondOrderSection(b0: norm, b1: -2 * norm, b2: norm, a1: a1, a2: a2)
    }
  }
}
