public import MotionSamples

/// A smoothed heading of the phone.
public struct HeadingEvent: Hashable, Codable, Sendable {
  /// The instant of the sample that it rests on.
  public let timestamp: Timestamp

  /// Smoothed azimuth in degrees clockwise from north, in [0, 360).
  public let heading: Double

  /// Estimated error in degrees; negative where the heading is invalid and needs calibration.
  public let accuracy: Double

  /// Whether north is true north; false while there is no fix to take the declination from.
  public let isTrue: Bool

  /// Creates a heading.
  public init(timestamp: Timestamp, heading: Double, accuracy: Double, isTrue: Bool) {
    self.timestamp = timestamp
    self.heading = heading
    self.accuracy = accuracy
    self.isTrue = isTrue
  }
}
