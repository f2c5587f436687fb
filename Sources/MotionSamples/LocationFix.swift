/// A position on the earth.
public struct Coordinate: Hashable, Codable, Sendable {
  /// Degrees north of the equator, in [−90, 90].
  public let latitude: Double

  /// Degrees east of Greenwich, in [−180, 180].
  public let longitude: Double

  /// Creates a position, or nil where a value is not finite or outside its range.
  public init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The distance along the surface of a spherical earth, in metres.
  ///
  /// The haversine formula, which stays exact for small distances; within 0.6 % of the ellipsoid's distance.
  public func distance(to other: Coordinate) -> Double {
    let degree = PhysicalConstants.radiansPerDegree
    let halfLatitude = sine((other.latitude - latitude) * degree / 2)
    let halfLongitude = sine((other.longitude - longitude) * degree / 2)
    let haversine =
      halfLatitude * halfLatitude
      + cosine(latitude * degree) * cosine(other.latitude * degree) * halfLongitude * halfLongitude
    return 2 * PhysicalConstants.meanEarthRadius * arcsine(haversine.squareRoot())
  }
}

extension Coordinate {
  /// Decodes a position, refusing one outside its ranges.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard
      let coordinate = Coordinate(
        latitude: try container.decode(Double.self, forKey: .latitude),
        longitude: try container.decode(Double.self, forKey: .longitude)
      )
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .latitude,
        in: container,
        debugDescription: "latitude is within ±90 and longitude within ±180 degrees"
      )
    }
    self = coordinate
  }
}

/// One fix of the location service, as it came.
public struct LocationFix: Hashable, Codable, Sendable {
  /// When the position was measured, which can be seconds before it was delivered.
  public let timestamp: Timestamp

  /// The position, absent where only a speed is known.
  public let coordinate: Coordinate?

  /// Radius of the horizontal error circle in metres, as reported.
  ///
  /// Zero and below mean invalid, as platforms report it; nil means that the source reports none at all.
  public let accuracy: Double?

  /// Ground speed in m/s, absent where unknown, never negative.
  public let speed: Double?

  /// Course over ground in degrees clockwise from north, in [0, 360), absent where unknown.
  public let course: Double?

  /// Creates a fix from what a platform reports.
  ///
  /// A `speed` or `course` that is negative or not finite is a platform's way to say unknown and becomes nil. A course
  /// of 360° and more is brought into [0, 360).
  public init(
    timestamp: Timestamp,
    coordinate: Coordinate? = nil,
    accuracy: Double? = nil,
    speed: Double? = nil,
    course: Double? = nil
  ) {
    self.timestamp = timestamp
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.speed = speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    self.course = course.flatMap {
      $0 >= 0 && $0.isFinite ? $0.truncatingRemainder(dividingBy: 360) : nil
    }
  }
}

extension LocationFix {
  /// Decodes a fix, taking what is invalid for absent as the other initializer does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      timestamp: try container.decode(Timestamp.self, forKey: .timestamp),
      coordinate: try container.decodeIfPresent(Coordinate.self, forKey: .coordinate),
      accuracy: try container.decodeIfPresent(Double.self, forKey: .accuracy),
      speed: try container.decodeIfPresent(Double.self, forKey: .speed),
      course: try container.decodeIfPresent(Double.self, forKey: .course)
    )
  }
}
