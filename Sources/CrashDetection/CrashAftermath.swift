/// What was measured since the onset of an impact.
public struct CrashAftermath: Hashable, Codable, Sendable {
  /// Seconds since the onset.
  public var elapsedSec: Double

  /// Impacts so far, bounces and turns of a rollover included.
  public var impactCount: Int

  /// The sizes of the velocity changes of all these impacts together, in m/s.
  public var totalVelocityChangeMps: Double

  /// Lowest speed of the fixes measured after the onset, in m/s; absent where there is none.
  public var speedAfterMps: Double?

  /// Whether a fix has come that must know of a collapse: measured later than the fix lag after the onset.
  public var hasTellingFix: Bool

  /// Speed in m/s lost between two fixes beyond what brakes explain; absent until later fixes bear it out.
  public var lossBeyondBrakingMps: Double?

  /// Seconds for which the phone has been at rest, up to now.
  public var restSec: Double

  /// Highest rotation rate since the onset, in rad/s; absent without a gyroscope.
  public var peakRotationRate: Double?

  /// Largest angle about a horizontal axis through which the phone turned since the onset, in degrees.
  ///
  /// From the gyroscope where there is one, else from the change of gravity since before the impact.
  public var turnedDeg: Double

  /// Whether the phone turned over: more than 90° about a horizontal axis.
  ///
  /// A vehicle that rolls over does that to every phone in it; so does a fall to a loose phone.
  public var isRollover: Bool { turnedDeg > 90 }

  /// Creates the aftermath of an impact.
  public init(
    elapsedSec: Double = 0,
    impactCount: Int = 1,
    totalVelocityChangeMps: Double = 0,
    speedAfterMps: Double? = nil,
    hasTellingFix: Bool = false,
    lossBeyondBrakingMps: Double? = nil,
    restSec: Double = 0,
    peakRotationRate: Double? = nil,
    turnedDeg: Double = 0
  ) {
    self.elapsedSec = elapsedSec
    self.impactCount = impactCount
    self.totalVelocityChangeMps = totalVelocityChangeMps
    self.speedAfterMps = speedAfterMps
    self.hasTellingFix = hasTellingFix
    self.lossBeyondBrakingMps = lossBeyondBrakingMps
    self.restSec = restSec
    self.peakRotationRate = peakRotationRate
    self.turnedDeg = turnedDeg
  }
}
