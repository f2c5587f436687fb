import Foundation
import MotionSamples
import SignalFilters

/// The motion sensor of a phone and the way its readings arrive.
///
/// Assumed figures are those of the data sheets of common parts (Bosch BMI160, ST LSM6DS): band limit 0.4 of the output rate,
/// accelerometer noise 120 to 300 µg/√Hz and offset 20 to 40 mg, gyroscope noise 0.007 to 0.014 °/s/√Hz and offset up
/// to a degree a second, 16-bit words.
struct PhoneSensor: Sendable {
  /// Readings a second.
  var rate: Double

  /// Range of each accelerometer axis, in g.
  var rangeG: Double

  /// Whether there is a gyroscope.
  var hasGyroscope: Bool

  /// Corner frequency of the band limit before sampling, in hertz.
  ///
  /// Either the part runs at the rate that the app asks for and limits to 0.4 of it, or it runs faster and the system
  /// passes on every so many readings, which keeps 80 Hz and lets the rest fold down.
  var bandLimitHz: Double

  /// Accelerometer noise in µg/√Hz.
  var noiseDensityMicroG = 180.0

  /// Accelerometer offset, m/s².
  var offset = Vector3.zero

  /// Gyroscope offset, rad/s.
  var gyroscopeOffset = Vector3.zero

  /// Scale error of the accelerometer, as a share.
  var scaleError = 0.0

  /// Standard deviation of the spacing, as a share of it.
  var jitter = 0.03

  /// Time of the first reading, in seconds.
  var phase = 0.0

  /// Share of readings that never arrive.
  var droppedShare = 0.0

  /// Share of readings that arrive twice.
  var doubledShare = 0.0

  /// Share of readings that arrive after the next one.
  var swappedShare = 0.0

  /// Whether the gyroscope's readings have their own instants.
  var hasSeparateClocks = false

  /// When the readings stop for good, in seconds.
  var stopsAt = Double.infinity

  /// A sensor as a random phone has it.
  static func random(
    rate: Double,
    rangeG: Double,
    hasGyroscope: Bool,
    _ random: RandomSource
  ) -> PhoneSensor {
    let isDecimated = rate < 200 && random.chance(0.5)
    var sensor = PhoneSensor(
      rate: rate,
      rangeG: rangeG,
      hasGyroscope: hasGyroscope,
      bandLimitHz: isDecimated ? 80 : 0.4 * rate
    )
    func vector(_ deviation: Double) -> Vector3 {
      Vector3(
        random.gaussian(standardDeviation: deviation),
        random.gaussian(standardDeviation: deviation),
        random.gaussian(standardDeviation: deviation)
      )
    }
    sensor.noiseDensityMicroG = random.uniform(in: 120...300)
    sensor.offset = vector(0.15)
    sensor.gyroscopeOffset = vector(0.006)
    sensor.scaleError = random.gaussian(standardDeviation: 0.004)
    sensor.jitter = random.element(of: [0.002, 0.02, 0.05])
    sensor.phase = random.uniform(in: 0...1 / rate)
    if random.chance(0.4) {
      sensor.droppedShare = random.uniform(in: 0.0005...0.006)
      sensor.doubledShare = random.uniform(in: 0...0.002)
      sensor.swappedShare = random.uniform(in: 0...0.004)
    }
    sensor.hasSeparateClocks = hasGyroscope && rate <= 50 && random.chance(0.2)
    return sensor
  }

  /// The specific force after the band limit.
  func limited(_ series: [Vector3]) -> [Vector3] {
    SecondOrderResponse.applied(
      to: series,
      frequencyHz: bandLimitHz,
      damping: 0.5.squareRoot(),
      path: .lowPass
    )
  }

  /// The readings of a motion, in the order in which they arrive.
  func readings(
    of motion: PhoneMotion,
    clock: SimulationClock,
    random: RandomSource
  ) -> [GeneratedRow] {
    let force = limited(motion.force)
    let rate = hasGyroscope ? limited(motion.rate) : []
    var rows: [GeneratedRow] = []
    for time in instants(clock, phase: phase, random: random) {
      var row = GeneratedRow(time: time)
      row.acceleration = accelerometer(value(force, time), random)
      if hasGyroscope, !hasSeparateClocks {
        row.rotationRate = gyroscope(value(rate, time), random)
      }
      rows.append(row)
    }
    if hasGyroscope, hasSeparateClocks {
      let shift = phase + random.uniform(in: 0.1...0.9) / self.rate
      for time in instants(clock, phase: shift, random: random) {
        var row = GeneratedRow(time: time)
        row.rotationRate = gyroscope(value(rate, time), random)
        rows.append(row)
      }
      rows.sort { $0.time < $1.time }
    }
    return disturbed(rows, random)
  }

  private func instants(
    _ clock: SimulationClock,
    phase: Double,
    random: RandomSource
  ) -> [Double] {
    var result: [Double] = []
    var index = 0
    // Crystals and part-to-part spread: the rate is the asked one within a percent.
    let spacing = (1 + random.gaussian(standardDeviation: 0.004)) / rate
    while true {
      let deviation = random.gaussian(standardDeviation: jitter)
      let time = phase + (Double(index) + min(0.4, max(-0.4, deviation))) * spacing
      index += 1
      guard time < min(clock.duration, stopsAt) else { break }
      if time >= 0 { result.append((time * 1e4).rounded() / 1e4) }
    }
    return result
  }

  private func value(_ series: [Vector3], _ time: Double) -> Vector3 {
    let position = time * SimulationClock.rate
    let lower = min(series.count - 1, max(0, Int(position.rounded(.down))))
    let upper = min(series.count - 1, lower + 1)
    return series[lower] + (series[upper] - series[lower]) * (position - Double(lower))
  }

  private func accelerometer(_ value: Vector3, _ random: RandomSource) -> Vector3 {
    let g = PhysicalConstants.standardGravity
    // A first-order band limit passes noise over π/2 times its corner; readings beyond the rate fold back in.
    let bandwidth = bandLimitHz * 1.2
    let noise = noiseDensityMicroG * 1e-6 * g * bandwidth.squareRoot()
    let word = rangeG * g / 32768
    func axis(_ value: Double, _ offset: Double) -> Double {
      let raw = value * (1 + scaleError) + offset + random.gaussian(standardDeviation: noise)
      let held = min(32767 * word, max(-32768 * word, raw))
      return (held / word).rounded() * word
    }
    return Vector3(
      axis(value.x, offset.x),
      axis(value.y, offset.y),
      axis(value.z, offset.z)
    )
  }

  private func gyroscope(_ value: Vector3, _ random: RandomSource) -> Vector3 {
    let noise = 0.01 * PhysicalConstants.radiansPerDegree * (bandLimitHz * 1.2).squareRoot()
    let range = 2000 * PhysicalConstants.radiansPerDegree
    func axis(_ value: Double, _ offset: Double) -> Double {
      min(range, max(-range, value + offset + random.gaussian(standardDeviation: noise)))
    }
    return Vector3(
      axis(value.x, gyroscopeOffset.x),
      axis(value.y, gyroscopeOffset.y),
      axis(value.z, gyroscopeOffset.z)
    )
  }

  /// Loses, doubles and swaps readings as a busy system does.
  private func disturbed(_ rows: [GeneratedRow], _ random: RandomSource) -> [GeneratedRow] {
    guard droppedShare + doubledShare + swappedShare > 0 else { return rows }
    var result: [GeneratedRow] = []
    result.reserveCapacity(rows.count)
    for row in rows {
      if random.chance(droppedShare) { continue }
      result.append(row)
      if random.chance(doubledShare) { result.append(row) }
    }
    for index in result.indices.dropLast() where random.chance(swappedShare) {
      guard result[index + 1].time - result[index].time < 0.045 else { continue }
      result.swapAt(index, index + 1)
    }
    return result
  }
}
