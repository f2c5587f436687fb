public import MotionSamples

/// The azimuth from one accelerometer and one magnetometer reading, for any attitude of the phone.
///
/// East is the direction across field and gravity, north lies across east and gravity. The azimuth is that of an
/// edge of the screen, its top unless another is asked for, brought down to the horizon.
///
/// An edge that points straight up or down has no azimuth. Before it comes to that, the compass changes over to the
/// line through the screen: to the direction of the back camera where the edge points up, to that of the screen where
/// it points down. A phone that is pitched from lying to standing then keeps its azimuth without a jump. It changes over
/// beyond ``changeOverElevation`` and back below ``changeBackElevation``; between the two it stays as it was, so that
/// jitter cannot make it flap.
///
/// It is right for a phone at rest in an undisturbed field only. Constant time and memory, nothing allocated.
public struct TiltCompensatedCompass: Hashable, Codable, Sendable {
  /// An edge of the screen, seen from the front.
  public enum Edge: String, Hashable, Codable, Sendable {
    /// The top of the phone, +y: the phone held upright.
    case top
    /// The right-hand side, +x: the phone turned a quarter anticlockwise, this side up.
    case right
    /// The bottom, −y: the phone held upside down.
    case bottom
    /// The left-hand side, −x: the phone turned a quarter clockwise, this side up.
    case left

    /// The edge's direction from the middle of the screen, along the device's axes.
    public var direction: Vector3 {
      switch self {
      case .top: Vector3(0, 1, 0)
      case .right: Vector3(1, 0, 0)
      case .bottom: Vector3(0, -1, 0)
      case .left: Vector3(-1, 0, 0)
      }
    }
  }

  /// The line whose azimuth is shown.
  public enum Axis: String, Hashable, Codable, Sendable {
    /// The edge of the screen itself.
    case edge
    /// The direction of the back camera, −z, for an edge that points up.
    case backCamera
    /// The direction of the screen, +z, for an edge that points down.
    case screen
  }

  /// Elevation of the edge in degrees beyond which the compass changes over to the line through the screen: 75°.
  ///
  /// An error of tilt turns the azimuth by about its tangent, here four times the error.
  public static let changeOverElevation = 75.0

  /// Elevation of the edge in degrees below which it changes back: 65°, wider than the wobble of a hand.
  public static let changeBackElevation = 65.0

  /// The edge of the screen that the azimuth is for.
  public let edge: Edge

  /// The line whose azimuth was last shown.
  public private(set) var axis: Axis

  /// Creates a compass for an edge of the screen.
  public init(edge: Edge = .top) {
    self.edge = edge
    axis = .edge
  }

  /// Takes one reading of each sensor and changes the shown line over where it must be.
  ///
  /// - Parameters:
  ///   - acceleration: specific force in m/s² along the device's axes, gravity included.
  ///   - field: magnetic flux density in µT along the device's axes.
  /// - Returns: degrees clockwise from magnetic north, in [0, 360). Nil where there is no azimuth: free fall, no field,
  ///   either not finite, or a field within about a degree of the vertical, as at the magnetic poles.
  public mutating func azimuth(acceleration: Vector3, field: Vector3) -> Double? {
    guard let attitude = Self.attitude(acceleration: acceleration, field: field) else { return nil }
    return azimuth(of: attitude)
  }

  /// The azimuth of the shown line in an attitude, in [0, 360), changing the line over where it must be.
  public mutating func azimuth(of attitude: Attitude) -> Double {
    let edgeDirection = attitude.applied(to: edge.direction)
    changeOver(elevation: arcsine(edgeDirection.z) / PhysicalConstants.radiansPerDegree)
    let shown: Vector3
    switch axis {
    case .edge: shown = edgeDirection
    case .backCamera: shown = attitude.applied(to: Vector3(0, 0, -1))
    case .screen: shown = attitude.applied(to: Vector3(0, 0, 1))
    }
    return Azimuth.normalized(arctangent2(shown.x, shown.y) / PhysicalConstants.radiansPerDegree)
  }

  /// The attitude from one reading of each sensor, against magnetic north; nil where ``azimuth(acceleration:field:)`` is.
  public static func attitude(acceleration: Vector3, field: Vector3) -> Attitude? {
    guard let up = acceleration.normalized, let along = field.normalized,
      acceleration.magnitude >= minimumAcceleration, field.magnitude >= minimumField
    else { return nil }
    let across = along.cross(up)
    guard across.magnitude >= minimumSineOfFieldToVertical, let east = across.normalized else {
      return nil
    }
    return attitude(east: east, north: up.cross(east), up: up)
  }

  /// A tenth of standard gravity: below it the phone is falling, and there is no down to be had.
  private static let minimumAcceleration = PhysicalConstants.standardGravity / 10

  /// µT; a fiftieth of the earth's weakest field, which no working sensor reports.
  private static let minimumField = 0.5

  /// The sine of one degree: closer to the vertical a field has no horizontal direction worth the name.
  private static let minimumSineOfFieldToVertical = 0.0175

  /// The quaternion of the rotation whose rows are the earth's axes seen from the device.
  ///
  /// Each branch divides by the largest component, so that none divides by a small number.
  private static func attitude(east: Vector3, north: Vector3, up: Vector3) -> Attitude {
    let trace = east.x + north.y + up.z
    let turned: Attitude
    if trace > 0 {
      turned = Attitude(
        w: 1 + trace,
        x: up.y - north.z,
        y: east.z - up.x,
        z: north.x - east.y
      )
    } else if east.x >= north.y, east.x >= up.z {
      turned = Attitude(
        w: up.y - north.z,
        x: 1 + east.x - north.y - up.z,
        y: east.y + north.x,
        z: east.z + up.x
      )
    } else if north.y >= up.z {
      turned = Attitude(
        w: east.z - up.x,
        x: east.y + north.x,
        y: 1 - east.x + north.y - up.z,
        z: north.z + up.y
      )
    } else {
      turned = Attitude(
        w: north.x - east.y,
        x: east.z + up.x,
        y: north.z + up.y,
        z: 1 - east.x - north.y + up.z
      )
    }
    return turned.normalized
  }

  private mutating func changeOver(elevation: Double) {
    if abs(elevation) < Self.changeBackElevation {
      axis = .edge
    } else if elevation > Self.changeOverElevation {
      axis = .backCamera
    } else if elevation < -Self.changeOverElevation {
      axis = .screen
    }
  }
}
