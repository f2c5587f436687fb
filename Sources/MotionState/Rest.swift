import MotionSamples

/// What is known while the phone is taken to be at rest.
struct Rest: Hashable, Codable, Sendable {
  /// The stop point, from which a departure is measured.
  var anchor: MeasuredPosition?

  /// Whether a wavering classifier is ignored, as after a confirmed stop or a probe that it has caused.
  var isQuiet: Bool

  /// Whether a probe has been asked for since a fix first lay doubtfully outside the geofence.
  var isExitDoubted = false
}
