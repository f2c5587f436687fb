public import MotionSamples

extension Recording {
  /// Gives every input in arrival order, with the time at which it arrived.
  ///
  /// Several channels of one row come as rotation, magnetic field, acceleration, fix, activity: the accelerometer
  /// after what turns and tells its direction. A row without any comes as `timePassed`.
  public func forEachInput<Failure: Error>(
    _ body: (_ input: RecordedInput, _ receivedAt: Timestamp) throws(Failure) -> Void
  ) throws(Failure) {
    var clock = ArrivalClock()
    for index in rows.indices {
      let row = rows[index]
      let next = index + 1 < rows.count ? rows[index + 1].timestamp : nil
      let receivedAt = clock.arrival(of: row.timestamp, next: next)
      try forEachInput(of: row) { input throws(Failure) in try body(input, receivedAt) }
    }
  }

  private func forEachInput<Failure: Error>(
    of row: Row,
    _ body: (RecordedInput) throws(Failure) -> Void
  ) throws(Failure) {
    let t = row.timestamp
    var index = row.firstValue
    func next() -> Double {
      defer { index += 1 }
      return values[index]
    }
    func vector() -> Vector3 {
      let x = next()
      let y = next()
      let z = next()
      return Vector3(x, y, z)
    }
    if row.channels.isEmpty { try body(.timePassed(t)) }
    if row.channels.contains(.rotation) {
      try body(.rotation(RotationSample(timestamp: t, radiansPerSecond: vector())))
    }
    if row.channels.contains(.magneticField) {
      try body(.magneticField(MagneticFieldSample(timestamp: t, microteslas: vector())))
    }
    if row.channels.contains(.acceleration) {
      try body(.acceleration(AccelerationSample(timestamp: t, metersPerSecondSquared: vector())))
    }
    if !row.channels.isDisjoint(with: .fix) {
      let speed = row.channels.contains(.speed) ? next() : nil
      var coordinate: Coordinate?
      if row.channels.contains(.position) {
        let latitude = next()
        let longitude = next()
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
      }
      let accuracy = row.channels.contains(.accuracy) ? next() : nil
      try body(
        .fix(LocationFix(timestamp: t, coordinate: coordinate, accuracy: accuracy, speed: speed))
      )
    }
    if row.channels.contains(.activity) {
      let activity = Activity.allCases[Int(next())]
      try body(
        .activity(ActivitySample(timestamp: t, activity: activity, confidence: Int(next())))
      )
    }
  }

  /// A recording may be said to last this many seconds longer than its rows, its end being silence.
  static let maximumSilence = 60.0

  /// The first and the last arrival, the last one moved to the stated duration where that lies later.
  ///
  /// A statement that would add more than a minute of silence is not believed.
  func arrivalSpan(duration: Double?) -> (first: Timestamp, last: Timestamp)? {
    guard let span = arrivalSpan else { return nil }
    guard let duration else { return span }
    let silence = duration - span.last.seconds(since: span.first)
    guard silence > 0, silence <= Self.maximumSilence else { return span }
    return (span.first, span.first.advanced(bySeconds: duration))
  }

  /// The span from the first to the last arrival, in seconds; 0 for fewer than two rows.
  public var duration: Double {
    guard let first = arrivalSpan?.first, let last = arrivalSpan?.last else { return 0 }
    return last.seconds(since: first)
  }

  /// The first and the last arrival, or nil for a recording without rows.
  public var arrivalSpan: (first: Timestamp, last: Timestamp)? {
    var clock = ArrivalClock()
    var first: Timestamp?
    var last: Timestamp?
    for index in rows.indices {
      let next = index + 1 < rows.count ? rows[index + 1].timestamp : nil
      last = clock.arrival(of: rows[index].timestamp, next: next)
      first = first ?? last
    }
    guard let first, let last else { return nil }
    return (first, last)
  }
}
