/// What a platform's activity classifier can name.
public enum Activity: String, Hashable, Codable, Sendable, CaseIterable {
  /// In a car, bus or train.
  case inVehicle = "in_vehicle"
  /// On a bicycle.
  case onBicycle = "on_bicycle"
  /// Walking or running, not told apart.
  case onFoot = "on_foot"
  /// Running.
  case running
  /// Walking.
  case walking
  /// Not moving. A phone that lies in a driving car is still, too, to most classifiers.
  case still
  /// The phone was turned by a large angle.
  case tilting
  /// The classifier has no opinion.
  case unknown
}

/// One verdict of the platform's activity classifier.
public struct ActivitySample: Hashable, Codable, Sendable {
  /// When the classifier spoke.
  public let timestamp: Timestamp

  /// What it named.
  public let activity: Activity

  /// How sure it was, 0 to 100.
  ///
  /// Core Motion's three steps are 25, 60 and 90 by convention here.
  public let confidence: Int

  /// Creates a verdict; a confidence outside 0 to 100 is held at the nearer end.
  public init(timestamp: Timestamp, activity: Activity, confidence: Int) {
    self.timestamp = timestamp
    self.activity = activity
    self.confidence = min(100, max(0, confidence))
  }
}

extension ActivitySample {
  /// Decodes a verdict, holding its confidence within 0 to 100.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      timestamp: try container.decode(Timestamp.self, forKey: .timestamp),
      activity: try container.decode(Activity.self, forKey: .activity),
      confidence: try container.decode(Int.self, forKey: .confidence)
    )
  }
}
