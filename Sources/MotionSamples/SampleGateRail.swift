/// The ends of a sensor's range, as far as they are known beforehand.
///
/// Full scales of accelerometers are powers of two of g, those of gyroscopes 250 °/s times powers of two; a reading
/// there stands within one step of the full scale, at most 1/2048 of it for the 12-bit parts that are the coarsest
/// still met in phones.
struct SaturationLimits: Sendable {
  /// The usual full scales, in the channel's unit.
  let usualFullScales: [Double]

  /// The magnitude from which a repeated extreme counts as a rail, absent where repetition means nothing.
  let minimumLearnedRail: Double?

  /// How far from a full scale a reading at the rail can stand, as a fraction of it.
  static let relativeTolerance = 1.0 / 2000

  /// The limits of a channel.
  static func limits(of channel: SensorChannel) -> SaturationLimits {
    switch channel {
    case .acceleration: acceleration
    case .rotation: rotation
    case .magneticField: magneticField
    }
  }

  /// A phone at rest repeats its reading at 1 g, so only extremes of 1.9 g and more, just below the smallest range in
  /// use, can be a rail.
  private static let acceleration = SaturationLimits(
    usualFullScales: [2, 4, 8, 16, 32, 64, 128, 256].map { $0 * PhysicalConstants.standardGravity },
    minimumLearnedRail: 1.9 * PhysicalConstants.standardGravity
  )

  /// The smallest gyroscope range in use is 250 °/s; calibration can lower it by some per cent.
  private static let rotation = SaturationLimits(
    usualFullScales: [250, 500, 1000, 2000, 4000].map { $0 * PhysicalConstants.radiansPerDegree },
    minimumLearnedRail: 230 * PhysicalConstants.radiansPerDegree
  )

  /// A phone at rest in a strong field repeats any reading, so nothing is learnt; AK099xx parts end at 4912 µT.
  private static let magneticField = SaturationLimits(
    usualFullScales: [4912],
    minimumLearnedRail: nil
  )
}

/// Finds out, from the readings alone, whether an axis stands at the end of its range.
///
/// A rail shows in two ways: a reading at a usual full scale that no axis has ever exceeded, or the axis's own extreme
/// repeated exactly in consecutive readings. A rail once learnt is recognised in single readings, too, until the axis
/// goes beyond it and so disproves it.
struct RailDetector: Hashable, Codable, Sendable {
  /// The extremes of each axis on its positive side, as magnitudes.
  private var highest: SIMD3<Double> = .zero
  /// The extremes of each axis on its negative side, as magnitudes.
  private var lowest: SIMD3<Double> = .zero
  /// The axes' learnt rails on the positive side, 0 where there is none.
  private var highRail: SIMD3<Double> = .zero
  /// The axes' learnt rails on the negative side, as magnitudes, 0 where there is none.
  private var lowRail: SIMD3<Double> = .zero
  /// The reading before.
  private var previous: SIMD3<Double> = .zero

  /// Takes the next reading and tells whether any of its axes stands at a rail.
  mutating func isSaturated(_ reading: Vector3, limits: SaturationLimits) -> Bool {
    var isAtLearnedRail = false
    for axis in 0..<3 {
      let value = reading.storage[axis]
      let isRepeated = value == previous[axis]
      isAtLearnedRail =
        (value >= 0
          ? Self.stands(value, isRepeated, &highest[axis], &highRail[axis], limits)
          : Self.stands(-value, isRepeated, &lowest[axis], &lowRail[axis], limits))
        || isAtLearnedRail
    }
    previous = reading.storage
    return isAtLearnedRail || isAtUsualFullScale(reading, limits)
  }

  /// Updates one side of one axis and tells whether the magnitude stands at its learnt rail.
  private static func stands(
    _ magnitude: Double,
    _ isRepeated: Bool,
    _ extreme: inout Double,
    _ rail: inout Double,
    _ limits: SaturationLimits
  ) -> Bool {
    guard let minimum = limits.minimumLearnedRail else {
      extreme = max(extreme, magnitude)
      return false
    }
    if magnitude > extreme {
      // Beyond what was taken for the rail, so it was none.
      extreme = magnitude
      rail = 0
    } else if isRepeated, magnitude == extreme, magnitude >= minimum {
      rail = magnitude
    }
    return magnitude > 0 && magnitude == rail
  }

  /// Whether an axis stands at a usual full scale that nothing has exceeded.
  private func isAtUsualFullScale(_ reading: Vector3, _ limits: SaturationLimits) -> Bool {
    let largest = max(highest.max(), lowest.max())
    for fullScale in limits.usualFullScales {
      let tolerance = fullScale * SaturationLimits.relativeTolerance
      guard largest <= fullScale + tolerance else { continue }
      for axis in 0..<3 where abs(abs(reading.storage[axis]) - fullScale) <= tolerance {
        return true
      }
    }
    return false
  }
}
