import DetectorEngine
import MotionSamples
import SignalFilters

/// Each detector by itself, fed with what the engine would feed it.
extension Subject {
  static let detectors: [Subject] = [
    Subject(name: "CrashDetector armed, a frame") { try crash(.calm, isArmed: true) },
    Subject(name: "CrashDetector disarmed, a frame") { try crash(.calm, isArmed: false) },
    Subject(name: "CrashDetector armed, an eventful frame") { try crash(.eventful, isArmed: true) },
    Subject(name: "DistractionDetector armed, a frame") { try distraction(.calm, isArmed: true) },
    Subject(name: "DistractionDetector disarmed, a frame") {
      try distraction(.calm, isArmed: false)
    },
    Subject(name: "DistractionDetector armed, an eventful frame") {
      try distraction(.eventful, isArmed: true)
    },
    Subject(name: "HeadingEstimator, a tick and its attitude") {
      let drive = GeneratedDrive.calm
      let estimator = try HeadingEstimator()
      return stepping(estimator) { estimator, index in
        estimator.process(drive.rotation(index))
        consume(estimator.attitude)
        estimator.process(drive.magneticField(index))
        estimator.process(drive.acceleration(index))
      }
    },
    Subject(name: "HeadingDetector, a tick") {
      let drive = GeneratedDrive.calm
      let detector = try HeadingDetector()
      return stepping(detector) { detector, index in
        consume(detector.process(drive.rotation(index)))
        detector.process(drive.magneticField(index))
        consume(detector.process(drive.acceleration(index)))
        if let fix = drive.fix(index) { detector.process(fix, unixSeconds: 1_782_950_400) }
      }
    },
    Subject(name: "MagneticCalibration, a reading") {
      let calibration = try MagneticCalibration()
      return stepping(calibration) { calibration, index in
        // A phone that is turned all the way round, with a hard iron that changes now and then.
        let angle = Double(index) * 0.1
        let tilt = Double(index) * 0.013
        let iron = index % 9000 < 4500 ? 100.0 : -300
        let field = Vector3(
          iron + 48 * cosine(angle) * cosine(tilt),
          48 * sine(angle) * cosine(tilt),
          48 * sine(tilt)
        )
        consume(calibration.process(field))
      }
    },
    Subject(name: "VehicleHeading, a reading of the gyroscope") {
      let drive = GeneratedDrive.eventful
      let filter = try VehicleHeading()
      return stepping(filter) { filter, index in
        filter.process(drive.rotation(index), gravity: Vector3(0, 0, 1))
        if let fix = drive.fix(index) { filter.process(fix) }
        consume(filter.estimate)
      }
    },
    Subject(name: "HeadingSmoother, a heading") {
      let drive = GeneratedDrive.calm
      let smoother = try HeadingSmoother()
      return stepping(smoother) { smoother, index in
        consume(smoother.process(Double(index % 3600) / 10, at: drive.timestamp(index)))
      }
    },
  ]

  private static func crash(
    _ drive: GeneratedDrive,
    isArmed: Bool
  ) throws -> (Range<Int>) -> Void {
    let frames = drive.isCalm ? FrameLoop.calm : .eventful
    var detector = try CrashDetector(CrashConfiguration())
    var trail = NoTrail()
    detector.setArmed(isArmed, at: drive.timestamp(0), trail: &trail) { consume($0) }
    return stepping(detector) { detector, index in
      var trail = NoTrail()
      detector.process(frames[index], trail: &trail) { consume($0) }
      if let fix = drive.fix(index) {
        detector.process(fix, receivedAt: fix.timestamp, trail: &trail) { consume($0) }
      }
    }
  }

  private static func distraction(
    _ drive: GeneratedDrive,
    isArmed: Bool
  ) throws -> (Range<Int>) -> Void {
    let frames = drive.isCalm ? FrameLoop.calm : .eventful
    var configuration = DistractionConfiguration()
    configuration.enabled = true
    var detector = try DistractionDetector(configuration)
    var trail = NoTrail()
    detector.setArmed(isArmed, at: drive.timestamp(0), trail: &trail) { consume($0) }
    return stepping(detector) { detector, index in
      var trail = NoTrail()
      detector.process(frames[index], trail: &trail) { consume($0) }
      if let fix = drive.fix(index) {
        detector.process(fix, receivedAt: fix.timestamp, trail: &trail) { consume($0) }
      }
    }
  }
}

/// The motion frames of a drive, made beforehand and repeated as its readings are.
struct FrameLoop: Sendable {
  static let calm = FrameLoop(.calm)
  static let eventful = FrameLoop(.eventful)

  private let drive: GeneratedDrive
  private let frames: [MotionFrame]

  private init(_ drive: GeneratedDrive) {
    self.drive = drive
    guard var frontEnd = try? MotionFrontEnd() else {
      preconditionFailure("the default configuration is valid")
    }
    // The second round, in which nothing starts.
    frames = (0..<2 * GeneratedDrive.period).map { index in
      frontEnd.process(drive.rotation(index))
      return frontEnd.process(drive.acceleration(index))
    }.suffix(GeneratedDrive.period)
  }

  subscript(index: Int) -> MotionFrame {
    let frame = frames[index & (GeneratedDrive.period - 1)]
    return MotionFrame(
      timestamp: drive.timestamp(index),
      interval: frame.interval,
      acceleration: frame.acceleration,
      gravity: frame.gravity,
      rotationRate: frame.rotationRate,
      isSaturated: frame.isSaturated,
      isRestart: false
    )
  }
}
