import MotionSamples

extension HeadingEstimator {
  /// Seconds; a block that long means that the accelerometer was away.
  private static var longestBlockSec: Double { 1 }

  /// Runs the slow part of the filter over the block that ends now.
  mutating func endBlock(at timestamp: Timestamp, after interval: Double) {
    let isSilent =
      estimation.rotationTimestamp.map {
        timestamp.seconds(since: $0) > configuration.maximumRotationGapSec
      } ?? true
    if isSilent || estimation.isWithoutGyroscope {
      alignWithoutGyroscope(isSilent: isSilent)
    } else if interval > Self.longestBlockSec {
      // What is gathered spans too much to mean anything, and gravity has to be found anew.
      estimation.gravityFilter = GravityFilter()
      estimation.restDetector.interrupt()
      estimation.fieldFilter.predict(over: interval, vertical: vertical, configuration)
    } else {
      correct(at: timestamp, over: interval)
    }
    estimation.blockStart = timestamp
    estimation.rates = BlockMean()
    estimation.forces = BlockMean()
    estimation.fields = BlockMean()
    estimation.turnedForces = TurnedBlock()
    estimation.turnedFields = TurnedBlock()
  }

  /// The vertical along the device's axes.
  private var vertical: Vector3 { Vector3(Matrix3(estimation.attitude).rows.2) }

  /// Tilts the attitude, learns the bias, and takes the field in.
  private mutating func correct(at timestamp: Timestamp, over interval: Double) {
    estimation.gravityFilter.advance(
      by: interval,
      force: estimation.turnedForces.mean,
      rotation: estimation.turnedForces.rotation,
      tau: configuration.gravityTauSec
    )
    let tilt = Attitude.raising(estimation.gravityFilter.gravity)
    let turn = Matrix3(tilt)
    estimation.attitude = Attitude.product(tilt, estimation.attitude).normalized
    estimation.gravityFilter.turn(by: turn)
    estimation.fieldFilter.predict(over: interval, vertical: vertical, configuration)
    learnBias(over: interval, tiltRate: Vector3(tilt.x, tilt.y, 0) * (2 / interval))
    guard estimation.turnedFields.count > 0 else { return }
    let fieldInterval = estimation.fieldBlockTimestamp.map { timestamp.seconds(since: $0) }
    estimation.fieldFilter.measureField(
      turn * estimation.turnedFields.mean,
      through: turn * estimation.turnedFields.rotation,
      over: min(fieldInterval ?? interval, 1),
      isAtRest: isAtRest,
      isRealigning: estimation.awaitsRealignment,
      configuration
    )
    estimation.awaitsRealignment = false
    estimation.fieldBlockTimestamp = timestamp
  }

  /// Takes the bias from a phone at rest, or else from how fast gravity has to be brought back to the vertical.
  private mutating func learnBias(over interval: Double, tiltRate: Vector3) {
    let degree = PhysicalConstants.radiansPerDegree
    estimation.restDetector.advance(
      by: interval,
      rotationRate: estimation.rates,
      acceleration: estimation.forces,
      configuration: configuration
    )
    if isAtRest {
      let noise = configuration.restRateNoise * degree
      estimation.fieldFilter.measureBias(
        estimation.restDetector.rotationRate,
        variance: noise * noise / interval
      )
    } else if estimation.gravityFilter.isSettled(configuration.gravityTauSec) {
      let noise = configuration.tiltRateNoise * degree
      // A bias of the gyroscope tilts the attitude; what tilts it back has the opposite sign.
      estimation.fieldFilter.measureBiasError(
        (-tiltRate.x, -tiltRate.y),
        through: estimation.gravityFilter.rotation,
        variance: noise * noise / interval
      )
    }
    estimation.fieldFilter.limitBias(to: 3 * configuration.initialBiasErrorDegPerSec * degree)
  }

  /// Takes the attitude from gravity and field alone; the field stays where it was and gives the heading.
  private mutating func alignWithoutGyroscope(isSilent: Bool) {
    let tilt = Attitude.raising(estimation.attitude.applied(to: estimation.deviceGravity))
    estimation.attitude = Attitude.product(tilt, estimation.attitude).normalized
    if estimation.fields.count > 0 {
      let field = estimation.fields.mean
      if estimation.fieldFilter.hasField {
        let seen = estimation.attitude.applied(to: field - estimation.fieldFilter.hardIron)
        let turn = arctangent2(seen.x, seen.y) - estimation.fieldFilter.azimuth
        estimation.attitude =
          Attitude.product(.aboutVertical(turn), estimation.attitude).normalized
      } else {
        estimation.fieldFilter.start(
          with: estimation.attitude.applied(to: field),
          through: Matrix3(estimation.attitude),
          configuration
        )
      }
    }
    estimation.restDetector.interrupt()
    estimation.awaitsRealignment = estimation.fieldFilter.hasField
    estimation.isWithoutGyroscope = isSilent
    if !isSilent { estimation.gravityFilter = GravityFilter() }
  }
}
