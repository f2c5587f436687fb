/// The ends of a sensor's range, as far as they are known beforehand.
///
/// Full scales of accelerometers are powers of two of g, those of gyroscopes 250 °/s times powers of two; a reading
/// there stands within one step of the full scale, at most 1/2048 of it for the 12-bit parts that are the coarsest
/// still met in phones.
enum SaturationLimits {
  /// The usual full scales of a channel, in its unit.
  static func usualFullScales(of channel: SensorChannel) -> [Double] {
    switch channel {
    case .acceleration: acceleration
    case .rotation: rotation
    case .magneticField: magneticField
    }
  }

  private static let acceleration = [2, 4, 8, 16, 32, 64, 128, 256].map {
    $0 * PhysicalConstants.standardGravity
  }

  private static let rotation = [250, 500, 1000, 2000, 4000].map {
    $0 * PhysicalConstants.radiansPerDegree
  }

  /// AK099xx parts end at 4912 µT.
  private static let magneticField = [4912.0]

  /// Readings below this are at no usual full scale: it lies a thousandth below the smallest, twice the tolerance.
  @inline(__always)
  static func lowestRail(of channel: SensorChannel) -> Double {
    switch channel {
    case .acceleration: 0.999 * 2 * PhysicalConstants.standardGravity
    case .rotation: 0.999 * 250 * PhysicalConstants.radiansPerDegree
    case .magneticField: 0.999 * 4912
    }
  }

  /// The magnitude from which a repeated extreme counts as a rail; infinite where repetition means nothing.
  ///
  /// A phone at rest repeats its reading at 1 g, so only extremes of 1.9 g and more, just below the smallest range in
  /// use, can be a rail; the smallest gyroscope range in use is 250 °/s, which calibration can lower by some per cent; in a
  /// strong field a phone at rest repeats any reading.
  @inline(__always)
  static func minimumLearnedRail(of channel: SensorChannel) -> Double {
    switch channel {
    case .acceleration: 1.9 * PhysicalConstants.standardGravity
    case .rotation: 230 * PhysicalConstants.radiansPerDegree
    case .magneticField: .infinity
    }
  }

  /// How far from a full scale a reading at the rail can stand, as a fraction of it.
  static let relativeTolerance = 1.0 / 2000
}

/// Finds out, from the readings alone, whether an axis stands at the end of its range.
///
/// A rail shows in two ways: a reading at a usual full scale that no axis has ever exceeded, or the axis's own extreme
/// repeated exactly in consecutive readings. Motion that is smooth passes through a full scale and may rest at its
/// turning point for two readings of a coarse sensor, too; so the step up to the rail must be steep, or the readings
/// there one more. A rail once learnt is recognised in single readings until the axis goes beyond it and so disproves
/// it.
struct RailDetector: Hashable, Codable, Sendable {
  private var x = AxisRail()
  private var y = AxisRail()
  private var z = AxisRail()

  /// Takes the next reading and tells whether any of its axes stands at a rail.
  @inline(__always)
  mutating func isSaturated(_ reading: Vector3, of channel: SensorChannel) -> Bool {
    let minimum = SaturationLimits.minimumLearnedRail(of: channel)
    let atX = x.isAtLearnedRail(reading.x, minimum: minimum)
    let atY = y.isAtLearnedRail(reading.y, minimum: minimum)
    let atZ = z.isAtLearnedRail(reading.z, minimum: minimum)
    if atX || atY || atZ { return true }
    // Nearly every reading is far below every full scale, and need not be compared with each.
    let lowest = SaturationLimits.lowestRail(of: channel)
    guard abs(reading.x) >= lowest || abs(reading.y) >= lowest || abs(reading.z) >= lowest else {
      return false
    }
    return isAtUsualFullScale(of: channel)
  }

  /// Whether an axis stands at a usual full scale that nothing has exceeded.
  @inline(never)
  private func isAtUsualFullScale(of channel: SensorChannel) -> Bool {
    let largest = max(x.extreme, y.extreme, z.extreme)
    for fullScale in SaturationLimits.usualFullScales(of: channel) {
      let tolerance = fullScale * SaturationLimits.relativeTolerance
      guard largest <= fullScale + tolerance else { continue }
      if x.isHeld(at: fullScale, tolerance) || y.isHeld(at: fullScale, tolerance)
        || z.isHeld(at: fullScale, tolerance)
      {
        return true
      }
    }
    return false
  }
}

/// What is known of one axis and its rails.
private struct AxisRail: Hashable, Codable, Sendable {
  /// The smallest step up to a rail that shows clipping, as a fraction of the rail.
  ///
  /// A phone swung by hand was recorded to turn at 2.2 g for two equal readings, after steps of less than 1 %; the impacts
  /// recorded with it went to their rail in steps of 10 % and more.
  static let steepness = 0.02

  /// One side of the axis, in magnitudes.
  struct Side: Hashable, Codable, Sendable {
    /// The largest magnitude so far.
    var extreme = 0.0
    /// The learnt rail, 0 where there is none.
    var rail = 0.0
  }

  private var positive = Side()
  private var negative = Side()
  /// The latest reading.
  private var latest = 0.0
  /// How many readings in a row have been the latest one.
  private var repetitions = 0
  /// Whether the step to the latest reading was steep.
  private var cameSteeply = false

  /// The largest magnitude on either side.
  var extreme: Double { max(positive.extreme, negative.extreme) }

  /// Whether the latest reading stands at a full scale and got there as to a rail.
  func isHeld(at fullScale: Double, _ tolerance: Double) -> Bool {
    abs(abs(latest) - fullScale) <= tolerance && (cameSteeply || repetitions > 1)
  }

  /// Takes the axis's next reading and tells whether it stands at the learnt rail, which is `minimum` at least.
  @inline(__always)
  mutating func isAtLearnedRail(_ value: Double, minimum: Double) -> Bool {
    if value == latest {
      repetitions += 1
    } else {
      cameSteeply = abs(value - latest) >= Self.steepness * abs(value)
      repetitions = 1
      latest = value
    }
    // Within what both sides have seen, a reading is neither a new extreme nor at a rail, which is one.
    if abs(value) < min(positive.extreme, negative.extreme) { return false }
    let isRepeated = repetitions > (cameSteeply ? 1 : 2)
    return value >= 0
      ? Self.update(&positive, value, isRepeated, minimum)
      : Self.update(&negative, -value, isRepeated, minimum)
  }

  @inline(__always)
  private static func update(
    _ side: inout Side,
    _ magnitude: Double,
    _ isRepeated: Bool,
    _ minimum: Double
  ) -> Bool {
    if magnitude > side.extreme {
      // Beyond what was taken for the rail, so it was none.
      side = Side(extreme: magnitude, rail: 0)
    } else if isRepeated, magnitude == side.extreme, magnitude >= minimum {
      side.rail = magnitude
    }
    return side.rail > 0 && magnitude == side.rail
  }
}
