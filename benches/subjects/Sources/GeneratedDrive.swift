public import MotionSamples

/// A generated drive of any length, of which 8192 readings of each sensor lie in memory and are repeated.
///
/// The phone is turned over by a hand every 20 s, and there is a sharp 10 g pulse followed by a stop every 60 s, so that
/// detectors go through all that they can do. A calm drive has neither, so that no event comes of it. Reading a sample
/// allocates nothing and costs next to nothing.
public struct GeneratedDrive: Sendable {
  /// With handling, pulses and stops.
  public static let eventful = GeneratedDrive(isCalm: false)
  /// With nothing but the road.
  public static let calm = GeneratedDrive(isCalm: true)

  /// Calm drives at other rates, by their rate in Hz.
  static let calmAtRate = Dictionary(
    uniqueKeysWithValues: [25, 50, 200, 400].map { ($0, GeneratedDrive(isCalm: true, rateHz: $0)) }
  )

  /// After so many the readings, but not their times, repeat: a power of two, so that finding one costs nothing.
  static let period = 8192

  /// Whether nothing happens.
  public let isCalm: Bool

  /// Readings of each sensor a second.
  public let rateHz: Int

  private let intervalNanoseconds: Int64
  private let accelerations: [Vector3]
  private let rotations: [Vector3]
  private let fields: [Vector3]
  private let speeds: [Double]

  /// Computes the readings.
  public init(isCalm: Bool, rateHz: Int = 100) {
    self.isCalm = isCalm
    self.rateHz = rateHz
    intervalNanoseconds = 1_000_000_000 / Int64(rateHz)
    let ticks = (0..<Self.period).map { index in
      (index: index, sec: Double(index) / Double(rateHz))
    }
    func isHandled(_ sec: Double) -> Bool { !isCalm && sec.truncatingRemainder(dividingBy: 20) < 8 }
    accelerations = ticks.map { index, sec in
      let shake = isHandled(sec) ? 4.0 : 0.4
      let pulse = !isCalm && (50..<50.1).contains(sec) ? -98.0 : 0
      return Vector3(
        shake * Self.noise(index, 1) + pulse * 0.5,
        shake * Self.noise(index, 2) + pulse,
        9.81 + shake * Self.noise(index, 3)
      )
    }
    rotations = ticks.map { index, sec in
      let turn = isHandled(sec) ? 2.0 : 0.02
      return Vector3(turn * Self.noise(index, 4), turn * Self.noise(index, 5), 0)
    }
    fields = ticks.map { index, _ in
      Vector3(20 + Self.noise(index, 6), Self.noise(index, 7), -43 + Self.noise(index, 8))
    }
    speeds = (0...Self.period / rateHz).map { second in
      !isCalm && (50..<59).contains(second % 60) ? 0 : 20 + Self.noise(second, 9)
    }
  }

  /// A number in [-1, 1) that depends on the index alone.
  public static func noise(_ index: Int, _ stream: UInt64) -> Double {
    var mixed = (UInt64(truncatingIfNeeded: index) &+ stream &* 0x9E37_79B9_7F4A_7C15)
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 52) - 1
  }

  /// When the sensors take the reading of an index.
  public func timestamp(_ index: Int) -> Timestamp {
    Timestamp(nanoseconds: Int64(index) * intervalNanoseconds)
  }

  /// The accelerometer's reading.
  public func acceleration(_ index: Int) -> AccelerationSample {
    AccelerationSample(
      timestamp: timestamp(index),
      metersPerSecondSquared: accelerations[index & (Self.period - 1)]
    )
  }

  /// The gyroscope's reading.
  public func rotation(_ index: Int) -> RotationSample {
    RotationSample(
      timestamp: timestamp(index),
      radiansPerSecond: rotations[index & (Self.period - 1)]
    )
  }

  /// The magnetometer's reading.
  public func magneticField(_ index: Int) -> MagneticFieldSample {
    MagneticFieldSample(timestamp: timestamp(index), microteslas: fields[index & (Self.period - 1)])
  }

  /// The fix that comes with a reading: one a second.
  public func fix(_ index: Int) -> LocationFix? {
    index.isMultiple(of: rateHz) ? fix(ofSecond: index / rateHz) : nil
  }

  /// The fix of a second.
  public func fix(ofSecond second: Int) -> LocationFix {
    LocationFix(
      timestamp: Timestamp(nanoseconds: Int64(second) * 1_000_000_000),
      coordinate: Coordinate(latitude: 48 + Double(second % 10_000) * 1e-4, longitude: 11),
      accuracy: 5,
      speed: speeds[(second * rateHz & (Self.period - 1)) / rateHz]
    )
  }
}
