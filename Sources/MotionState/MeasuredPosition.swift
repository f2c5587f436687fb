import MotionSamples

/// A position with the radius within which it can be wrong.
struct MeasuredPosition: Hashable, Codable, Sendable {
  let timestamp: Timestamp
  let coordinate: Coordinate

  /// The error radius in metres, 0 where the source reports none.
  let accuracy: Double

  /// The position of a fix, or nil for a fix without one or with an invalid error radius.
  init?(_ fix: LocationFix) {
    guard let coordinate = fix.coordinate else { return nil }
    if let accuracy = fix.accuracy {
      guard accuracy > 0, accuracy.isFinite else { return nil }
    }
    timestamp = fix.timestamp
    self.coordinate = coordinate
    accuracy = fix.accuracy ?? 0
  }

  func distance(to other: MeasuredPosition) -> Double {
    coordinate.distance(to: other.coordinate)
  }

  /// The error radius of the distance to another position: independent errors add up by their squares.
  func errorRadius(with other: MeasuredPosition) -> Double {
    (accuracy * accuracy + other.accuracy * other.accuracy).squareRoot()
  }
}
