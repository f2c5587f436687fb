internal import MotionSamples

/// The phaseless channel filter for crash pulses of SAE J211-1 and ISO 6487, over a whole recording at once.
///
/// A Butterworth filter of second order runs forwards and then backwards, which cancels its phase and makes four poles
/// in all. It is for pulses from test instruments at kilohertz: a phone's rate is far too low for it.
public enum ChannelFilter: String, Hashable, Codable, Sendable, CaseIterable {
  /// Channel frequency class 60: −3 dB at 100 Hz, for vehicle structure and velocity change.
  case cfc60
  /// Channel frequency class 180: −3 dB at 300 Hz, for the integration of body accelerations.
  case cfc180

  /// The class's number in the standard.
  public var channelFrequencyClass: Double {
    switch self {
    case .cfc60: 60
    case .cfc180: 180
    }
  }

  /// Where both passes together weaken a signal by 3 dB, in Hz: 5/3 of the class.
  public var cutoffHz: Double { channelFrequencyClass * 5 / 3 }

  /// The lowest rate at which the filter is what the standard asks for, in Hz: six times the cut-off, ten times the
  /// class.
  public var minimumRateHz: Double { cutoffHz * 6 }

  /// The section that runs in both directions, by the formula in the standard's appendix.
  ///
  /// - Throws: `FilterError.rateTooLow` below `minimumRateHz`.
  public func section(rateHz: Double) throws(FilterError) -> SecondOrderSection {
    guard rateHz >= minimumRateHz, rateHz.isFinite else {
      throw .rateTooLow(measuredHz: rateHz, minimumHz: minimumRateHz)
    }
    // One pass has its own −3 dB point higher up, at 2.0775 times the class, so that two have it at the cut-off.
    let angular = 2 * Double.pi * channelFrequencyClass * 2.0775
    let warped = tangent(angular / (2 * rateHz))
    let square = warped * warped
    let root = 2.0.squareRoot() * warped
    let gain = square / (1 + root + square)
    return SecondOrderSection(
      b0: gain,
      b1: 2 * gain,
      b2: gain,
      a1: 2 * (square - 1) / (1 + root + square),
      a2: (1 - root + square) / (1 + root + square)
    )
  }

  /// Filters a whole recording taken at one rate; as many values come out as went in.
  ///
  /// Each pass begins as if its first value had been there for ever, so the ends bring no transient from zero. A value
  /// that is not finite makes others so.
  ///
  /// - Throws: `FilterError.rateTooLow` below `minimumRateHz`.
  public func filtered(_ samples: [Double], rateHz: Double) throws(FilterError) -> [Double] {
    let section = try section(rateHz: rateHz)
    var values = samples
    Self.pass(section, over: &values, Array(values.indices))
    Self.pass(section, over: &values, values.indices.reversed())
    return values
  }

  /// Runs a section over values in the order given, in place.
  private static func pass(
    _ section: SecondOrderSection,
    over values: inout [Double],
    _ order: [Int]
  ) {
    guard let first = order.first.map({ values[$0] }) else { return }
    var (x1, x2, y1, y2) = (first, first, first, first)
    for index in order {
      let x = values[index]
      let y =
        section.b0 * x + section.b1 * x1 + section.b2 * x2 - section.a1 * y1 - section.a2 * y2
      (x1, x2, y1, y2) = (x, x1, y, y1)
      values[index] = y
    }
  }
}
