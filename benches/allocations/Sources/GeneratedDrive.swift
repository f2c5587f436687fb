import MotionSamples

/// A generated drive, computed sample by sample so that making it allocates nothing.
///
/// A hundred samples a second; the phone is turned over by a hand every 20 s, and there is a sharp 10 g pulse followed
/// by a stop every 60 s, so that detectors go through all that they can do. A calm drive has neither, so that no event
/// comes of it.
struct GeneratedDrive {
  static let eventful = GeneratedDrive(isCalm: false)
  static let calm = GeneratedDrive(isCalm: true)

  static let rateHz = 100.0

  let isCalm: Bool

  func timestamp(_ index: Int) -> Timestamp {
    Timestamp(nanoseconds: Int64(index) * 10_000_000)
  }

  /// A number in [-1, 1) that depends on the index alone.
  private func noise(_ index: Int, _ stream: UInt64) -> Double {
    var mixed = (UInt64(truncatingIfNeeded: index) &+ stream &* 0x9E37_79B9_7F4A_7C15)
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 52) - 1
  }

  private func isHandled(_ index: Int) -> Bool { !isCalm && index % 2000 < 800 }

  private func pulse(_ index: Int) -> Double {
    let phase = index % 6000
    return !isCalm && phase >= 5000 && phase < 5010 ? -98 : 0
  }

  func acceleration(_ index: Int) -> AccelerationSample {
    let shake = isHandled(index) ? 4.0 : 0.4
    return AccelerationSample(
      timestamp: timestamp(index),
      metersPerSecondSquared: Vector3(
        shake * noise(index, 1) + pulse(index) * 0.5,
        shake * noise(index, 2) + pulse(index),
        9.81 + shake * noise(index, 3)
      )
    )
  }

  func rotation(_ index: Int) -> RotationSample {
    let turn = isHandled(index) ? 2.0 : 0.02
    return RotationSample(
      timestamp: timestamp(index),
      radiansPerSecond: Vector3(turn * noise(index, 4), turn * noise(index, 5), 0)
    )
  }

  func magneticField(_ index: Int) -> MagneticFieldSample {
    MagneticFieldSample(
      timestamp: timestamp(index),
      microteslas: Vector3(20 + noise(index, 6), noise(index, 7), -43 + noise(index, 8))
    )
  }

  /// The fix that comes with a sample: one a second.
  func fix(_ index: Int) -> LocationFix? {
    guard index.isMultiple(of: 100) else { return nil }
    let phase = index % 6000
    return LocationFix(
      timestamp: timestamp(index),
      coordinate: Coordinate(latitude: 48 + Double(index) * 1e-6, longitude: 11),
      accuracy: 5,
      speed: !isCalm && phase >= 5000 && phase < 5900 ? 0 : 20 + noise(index, 9)
    )
  }
}
