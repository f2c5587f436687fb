/// What the gate tolerates; section `sampleGate`.
///
/// Decoding takes the default for every key that is missing.
public struct SampleGateConfiguration: Hashable, Codable, Sendable {
  /// How long a reading waits for earlier ones that are still on their way, in milliseconds; 0…1000, default 50.
  ///
  /// Small values give less delay, large ones mend worse disorder. Platforms deliver a sensor's events in order and
  /// different sensors within a few milliseconds of each other; 50 ms covers two deliveries at 50 Hz.
  public var reorderWindowMs: Double

  /// How many readings of all channels together may wait; 1…4096, default 128.
  ///
  /// Three channels at 400 Hz fill 60 places in 50 ms. When there is no room, the oldest is passed on before its time.
  public var reorderCapacity: Int

  /// The longest silence of the accelerometer that filters may bridge, in seconds; 0.05…60, default 0.5.
  ///
  /// 0.5 s is five readings at 10 Hz, the slowest rate that is supported.
  public var maximumAccelerationGapSec: Double

  /// The longest silence of the gyroscope that filters may bridge, in seconds; 0.05…60, default 0.5.
  public var maximumRotationGapSec: Double

  /// The longest silence of the magnetometer that filters may bridge, in seconds; 0.05…60, default 0.5.
  public var maximumMagneticFieldGapSec: Double

  /// The largest reading of one accelerometer axis that can be true, in g; 16…1000, default 260.
  ///
  /// The highest range in phones is ±256 g (the crash sensor of the iPhone 14 and later); the rest is calibration,
  /// which scales and shifts readings by a per cent or two.
  public var maximumAccelerationG: Double

  /// The largest reading of one gyroscope axis that can be true, in rad/s; 4…1000, default 71.
  ///
  /// The highest range of consumer gyroscopes is ±4000 °/s (69.8 rad/s), again with room for calibration.
  public var maximumRotationRate: Double

  /// The largest reading of one magnetometer axis that can be true, in µT; 500…100000, default 5000.
  ///
  /// The usual magnetometers end at ±4912 µT. The field inside a car, beside a loudspeaker or in a magnetic mount is
  /// thousands of µT, which is disturbed but true.
  public var maximumMagneticField: Double

  /// How far back readings must lie to mean that the clock was set back, in seconds; 1…86400, default 10.
  ///
  /// A smaller step back is waited out: its readings are too late until time has caught up. Small values take a batch
  /// that was delivered twice for a clock that was set back.
  public var minimumClockResetSec: Double

  /// The accelerometer rate below which an impact's peak can pass unseen, in Hz; 1…400, default 23.
  ///
  /// A crash pulse lasts about 100 ms (SAE and NHTSA barrier tests: 80 to 150 ms), of which a stream slower than 25 Hz
  /// catches two readings at best. The default leaves 8 % below that, since sensors keep their own time: an iPhone 4S that
  /// was asked for 100 Hz gave 91.
  public var minimumAccelerationRateHz: Double

  /// Creates a configuration; every value has a default.
  public init(
    reorderWindowMs: Double = 50,
    reorderCapacity: Int = 128,
    maximumAccelerationGapSec: Double = 0.5,
    maximumRotationGapSec: Double = 0.5,
    maximumMagneticFieldGapSec: Double = 0.5,
    maximumAccelerationG: Double = 260,
    maximumRotationRate: Double = 71,
    maximumMagneticField: Double = 5000,
    minimumClockResetSec: Double = 10,
    minimumAccelerationRateHz: Double = 23
  ) {
    self.reorderWindowMs = reorderWindowMs
    self.reorderCapacity = reorderCapacity
    self.maximumAccelerationGapSec = maximumAccelerationGapSec
    self.maximumRotationGapSec = maximumRotationGapSec
    self.maximumMagneticFieldGapSec = maximumMagneticFieldGapSec
    self.maximumAccelerationG = maximumAccelerationG
    self.maximumRotationRate = maximumRotationRate
    self.maximumMagneticField = maximumMagneticField
    self.minimumClockResetSec = minimumClockResetSec
    self.minimumAccelerationRateHz = minimumAccelerationRateHz
  }

  /// Decodes the keys that are there and takes the defaults for the others.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let defaults = SampleGateConfiguration()
    func number(_ key: CodingKeys, _ fallback: Double) throws -> Double {
      try container.decodeIfPresent(Double.self, forKey: key) ?? fallback
    }
    reorderWindowMs = try number(.reorderWindowMs, defaults.reorderWindowMs)
    reorderCapacity =
      try container.decodeIfPresent(Int.self, forKey: .reorderCapacity) ?? defaults.reorderCapacity
    maximumAccelerationGapSec = try number(
      .maximumAccelerationGapSec,
      defaults.maximumAccelerationGapSec
    )
    maximumRotationGapSec = try number(.maximumRotationGapSec, defaults.maximumRotationGapSec)
    maximumMagneticFieldGapSec = try number(
      .maximumMagneticFieldGapSec,
      defaults.maximumMagneticFieldGapSec
    )
    maximumAccelerationG = try number(.maximumAccelerationG, defaults.maximumAccelerationG)
    maximumRotationRate = try number(.maximumRotationRate, defaults.maximumRotationRate)
    maximumMagneticField = try number(.maximumMagneticField, defaults.maximumMagneticField)
    minimumClockResetSec = try number(.minimumClockResetSec, defaults.minimumClockResetSec)
    minimumAccelerationRateHz = try number(
      .minimumAccelerationRateHz,
      defaults.minimumAccelerationRateHz
    )
  }

  /// Checks every value against its range.
  func validate() throws(ConfigurationError) {
    func require(
      _ name: String,
      _ value: Double,
      _ range: ClosedRange<Double>,
      _ unit: String
    ) throws(ConfigurationError) {
      try ConfigurationError.require(value, in: range, unit: unit, field: "sampleGate." + name)
    }
    try require("reorderWindowMs", reorderWindowMs, 0...1000, "ms")
    try require("reorderCapacity", Double(reorderCapacity), 1...4096, "readings")
    try require("maximumAccelerationGapSec", maximumAccelerationGapSec, 0.05...60, "s")
    try require("maximumRotationGapSec", maximumRotationGapSec, 0.05...60, "s")
    try require("maximumMagneticFieldGapSec", maximumMagneticFieldGapSec, 0.05...60, "s")
    try require("maximumAccelerationG", maximumAccelerationG, 16...1000, "g")
    try require("maximumRotationRate", maximumRotationRate, 4...1000, "rad/s")
    try require("maximumMagneticField", maximumMagneticField, 500...100_000, "µT")
    try require("minimumClockResetSec", minimumClockResetSec, 1...86_400, "s")
    try require("minimumAccelerationRateHz", minimumAccelerationRateHz, 1...400, "Hz")
  }
}
