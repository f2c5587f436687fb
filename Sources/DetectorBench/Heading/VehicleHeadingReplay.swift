import DetectorEngine

/// Runs the vehicle's heading over a recording.
///
/// Recordings have no course, so it is taken from each fix to the next; the gyroscope's vertical is that of the shared
/// front end.
enum VehicleHeadingReplay {
  /// Metres between two fixes below which the line between them has no direction worth the name.
  private static let minimumDistance = 0.5

  static func score(_ recording: Recording, against truth: HeadingTruth) throws -> HeadingScore {
    var filter = try VehicleHeading()
    var frontEnd = try MotionFrontEnd()
    var gravity: Vector3?
    var lastFix: LocationFix?
    var score = HeadingScore()
    var next = 0
    func add(_ row: HeadingTruth.Row) {
      guard let estimate = filter.estimate, let azimuth = row.azimuth else {
        score.addMissing()
        return
      }
      score.add(
        error: Azimuth.turn(from: azimuth, to: estimate.heading),
        accuracy: estimate.accuracy
      )
    }
    for input in recording.headingInputs {
      while next < truth.rows.count,
        input.timestamp.seconds(since: truth.rows[next].timestamp) > HeadingTruth.timeTolerance
      {
        add(truth.rows[next])
        next += 1
      }
      switch input {
      case .rotation(let sample):
        frontEnd.process(sample)
        if let gravity { filter.process(sample, gravity: gravity) }
      case .acceleration(let sample): gravity = frontEnd.process(sample).gravity
      case .fix(let fix):
        filter.process(withCourse(fix, since: lastFix))
        lastFix = fix
      case .magneticField, .activity, .timePassed: break
      }
    }
    truth.rows[next...].forEach(add)
    return score
  }

  /// The fix with the bearing from the one before as its course.
  private static func withCourse(_ fix: LocationFix, since last: LocationFix?) -> LocationFix {
    guard let here = fix.coordinate, let there = last?.coordinate,
      there.distance(to: here) >= minimumDistance
    else { return fix }
    let degree = PhysicalConstants.radiansPerDegree
    let north = here.latitude - there.latitude
    let east = (here.longitude - there.longitude) * cosine(here.latitude * degree)
    return LocationFix(
      timestamp: fix.timestamp,
      coordinate: fix.coordinate,
      accuracy: fix.accuracy,
      speed: fix.speed,
      course: Azimuth.normalized(arctangent2(east, north) / degree)
    )
  }
}
