import MotionSamples

/// A fix as it is written in events: what is absent has no key.
public struct WireLocation: Hashable, Codable, Sendable {
  /// When the position was measured, ISO 8601 UTC with milliseconds.
  public let timestamp: String?
  /// Degrees north.
  public let latitude: Double?
  /// Degrees east.
  public let longitude: Double?
  /// Radius of the error circle in metres.
  public let accuracy: Double?
  /// Ground speed in m/s.
  public let speed: Double?
  /// Course over ground in degrees clockwise from north, in [0, 360).
  public let heading: Double?

  init(_ fix: LocationFix, engine: DetectorEngine) {
    timestamp = WireTime.iso8601(unixSeconds: engine.unixSeconds(at: fix.timestamp))
    latitude = fix.coordinate?.latitude
    longitude = fix.coordinate?.longitude
    // What JSON cannot write is as good as absent.
    accuracy = fix.accuracy.flatMap { $0.isFinite ? $0 : nil }
    speed = fix.speed
    heading = fix.course
  }
}
