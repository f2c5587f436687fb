/// The columns that an event can fill, in the order in which they are written.
///
/// Names are those that events carry elsewhere; a column is empty where an event has no such value.
public enum EventField: String, Hashable, Sendable, CaseIterable {
  /// Which candidate it is, counted from the start of the recording.
  case id
  /// Until when a candidate can be settled, in seconds of `t`.
  case deadline
  /// When the impact or the episode began, in seconds of `t`.
  case start
  /// Why a candidate was rejected.
  case reason
  /// What confirmed a crash.
  case evidence
  /// How sure the detector is, in [0, 1].
  case confidence
  /// Peak impact magnitude in g.
  case peakG
  /// Whether the peak is a lower bound because a channel stood at its rail.
  case isPeakLowerBound
  /// How long the impact lasted, in milliseconds.
  case impactDurationMs
  /// Speed just before the impact, in m/s.
  case preImpactSpeedMps
  /// Size of the velocity change over the impact, in m/s.
  case velocityChangeMps
  /// Principal direction of the impact along the device's x axis, a unit vector's component.
  case directionX
  /// Principal direction of the impact along the device's y axis.
  case directionY
  /// Principal direction of the impact along the device's z axis.
  case directionZ
  /// Peak rotation rate in rad/s.
  case peakRotationRate
  /// Whether the vehicle rolled over.
  case isRollover
  /// Whether free fall preceded the impact.
  case hadFreeFall
  /// How long an episode lasted, in seconds.
  case durationSec
  /// What an episode's cause was.
  case cause
  /// Smoothed azimuth in degrees.
  case heading
  /// Estimated error of the heading in degrees, negative where invalid.
  case accuracy
  /// Whether north is true north.
  case isTrue
  /// Latitude of the event's location in degrees.
  case lat
  /// Longitude of the event's location in degrees.
  case lon
}

/// What an event puts into a column.
public enum EventValue: Hashable, Sendable {
  /// A number, written so that reading it back gives the same bits.
  case number(Double)
  /// A word.
  case text(String)
  /// Yes or no, written 1 or 0.
  case flag(Bool)

  /// The value as it stands in a file.
  var text: String {
    switch self {
    case .number(let value): CSVText.number(value)
    case .text(let value): value
    case .flag(let value): value ? "1" : "0"
    }
  }
}
