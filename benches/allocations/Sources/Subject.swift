import DetectorEngine

/// Something whose allocations are counted: made once, then stepped sample by sample.
struct Subject: Sendable {
  let name: String
  /// Whether events come of the drive, which may ask for memory; then only what is held is looked at.
  var isEventful = false
  /// How many bytes it may hold at most.
  var maximumBytes = Int.max
  /// Makes it anew and gives what takes the sample of an index.
  let make: @Sendable () throws -> (Int) -> Void
}

/// Where results end up, so that none can be optimised away.
nonisolated(unsafe) private var checksum: UInt64 = 0

/// How many results there have been.
nonisolated(unsafe) var resultCount = 0

/// Takes a result into account, by its first byte.
@inline(never)
func consume<Result>(_ result: Result) {
  resultCount &+= 1
  checksum = withUnsafeBytes(of: result) { checksum &* 31 &+ UInt64($0.first ?? 0) }
}

extension Subject {
  static let all: [Subject] = filters + gates + detectors + engines

  /// What the counts say.
  func verdict(once: UInt, twice: UInt, bytes: Int) -> (text: String, passes: Bool) {
    if !isEventful && once != twice { return ("GROWS", false) }
    if bytes > maximumBytes { return ("TOO LARGE", false) }
    return (isEventful ? "bounded" : "steady", true)
  }

  // MARK: - Filters

  private static let filters: [Subject] = [
    Subject(name: "MovingMedian") {
      var filter = try MovingMedian(span: .centered(25))
      return { consume(filter.push(GeneratedDrive.eventful.acceleration($0).acceleration.x)) }
    },
    Subject(name: "MovingMedianDeviation") {
      var filter = try MovingMedianDeviation(span: .trailing(50))
      return { consume(filter.push(GeneratedDrive.eventful.acceleration($0).acceleration.x)) }
    },
    Subject(name: "MovingExtrema") {
      var filter = try MovingExtrema(span: .trailing(100), ends: .padValue)
      return { consume(filter.push(GeneratedDrive.eventful.acceleration($0).acceleration.x)) }
    },
    Subject(name: "ImpulseFilter") {
      var filter = try ImpulseFilter(span: .centered(9))
      return { consume(filter.push(GeneratedDrive.eventful.acceleration($0).acceleration.x)) }
    },
    Subject(name: "GaussianFilter") {
      var filter = try GaussianFilter(count: 21)
      return { consume(filter.push(GeneratedDrive.eventful.acceleration($0).acceleration.x)) }
    },
    Subject(name: "streams finished every 500 values") {
      var median = try MovingMedian(span: .centered(25))
      var gaussian = try GaussianFilter(count: 21, ends: .truncate)
      return { index in
        let value = GeneratedDrive.eventful.acceleration(index).acceleration.x
        consume(median.push(value))
        consume(gaussian.push(value))
        guard index.isMultiple(of: 500) else { return }
        median.finish { consume($0) }
        gaussian.finish { consume($0) }
      }
    },
    Subject(name: "SecondOrderFilter<Vector3>") {
      var filter = try SecondOrderFilter<Vector3>(
        .lowPass,
        cutoffHz: 5,
        rateHz: GeneratedDrive.rateHz
      )
      return { consume(filter.push(GeneratedDrive.eventful.acceleration($0).acceleration)) }
    },
  ]

  // MARK: - The way to the detectors

  private static let gates: [Subject] = [
    Subject(name: "SampleGate") {
      var gate = try SampleGate()
      var trail = NoTrail()
      return { index in
        // Out of order by up to three samples, and now and then a duplicate.
        let shuffled = index % 7 == 0 ? index - 3 : index
        gate.process(.acceleration(GeneratedDrive.eventful.acceleration(shuffled)), trail: &trail) {
          consume($0)
        }
        gate.process(.rotation(GeneratedDrive.eventful.rotation(index)), trail: &trail) {
          consume($0)
        }
        if index.isMultiple(of: 4) {
          gate.process(.magneticField(GeneratedDrive.eventful.magneticField(index)), trail: &trail)
          {
            consume($0)
          }
        }
        if index.isMultiple(of: 5000) { gate.flush(trail: &trail) { consume($0) } }
      }
    },
    Subject(name: "MotionFrontEnd") {
      var frontEnd = try MotionFrontEnd()
      return { index in
        frontEnd.process(GeneratedDrive.eventful.rotation(index))
        consume(frontEnd.process(GeneratedDrive.eventful.acceleration(index)))
      }
    },
    Subject(name: "FixFilter") {
      var filter = try FixFilter(FixFilterConfiguration())
      var trail = NoTrail()
      return { index in
        // A fix a sample: every hundredth sample has one, so its number is multiplied.
        guard let fix = GeneratedDrive.eventful.fix(index * 100) else { return }
        consume(filter.process(fix, receivedAt: fix.timestamp, trail: &trail))
      }
    },
    Subject(name: "MotionStateMachine") {
      var machine = try MotionStateMachine(MotionConfiguration())
      var trail = NoTrail()
      machine.process(.start, at: GeneratedDrive.eventful.timestamp(0), trail: &trail) {
        consume($0)
      }
      return { index in
        let now = GeneratedDrive.eventful.timestamp(index * 100)
        guard let fix = GeneratedDrive.eventful.fix(index * 100) else { return }
        machine.process(.rawFix(fix), at: now, trail: &trail) { consume($0) }
        machine.process(.acceptedFix(fix), at: now, trail: &trail) { consume($0) }
        let activity: Activity = index % 600 < 300 ? .inVehicle : .still
        let sample = ActivitySample(timestamp: now, activity: activity, confidence: 90)
        machine.process(.activity(sample), at: now, trail: &trail) { consume($0) }
        if index.isMultiple(of: 900) {
          machine.process(.paceChange(isMoving: false), at: now, trail: &trail) { consume($0) }
        }
      }
    },
  ]

  // MARK: - Detectors

  private static let detectors: [Subject] = [
    Subject(name: "CrashDetector") {
      var frontEnd = try MotionFrontEnd()
      var detector = try CrashDetector(CrashConfiguration())
      var trail = NoTrail()
      detector.setArmed(true, at: GeneratedDrive.eventful.timestamp(0), trail: &trail) {
        consume($0)
      }
      return { index in
        frontEnd.process(GeneratedDrive.eventful.rotation(index))
        let frame = frontEnd.process(GeneratedDrive.eventful.acceleration(index))
        detector.process(frame, trail: &trail) { consume($0) }
        if let fix = GeneratedDrive.eventful.fix(index) {
          detector.process(fix, receivedAt: fix.timestamp, trail: &trail) { consume($0) }
        }
      }
    },
    Subject(name: "DistractionDetector") {
      var frontEnd = try MotionFrontEnd()
      var configuration = DistractionConfiguration()
      configuration.enabled = true
      var detector = try DistractionDetector(configuration)
      var trail = NoTrail()
      detector.setArmed(true, at: GeneratedDrive.eventful.timestamp(0), trail: &trail) {
        consume($0)
      }
      return { index in
        frontEnd.process(GeneratedDrive.eventful.rotation(index))
        let frame = frontEnd.process(GeneratedDrive.eventful.acceleration(index))
        detector.process(frame, trail: &trail) { consume($0) }
        if let fix = GeneratedDrive.eventful.fix(index) {
          detector.process(fix, receivedAt: fix.timestamp, trail: &trail) { consume($0) }
        }
      }
    },
    Subject(name: "MagneticCalibration") {
      var calibration = try MagneticCalibration()
      return { index in
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
    Subject(name: "HeadingDetector") {
      var detector = try HeadingDetector()
      return { index in
        consume(detector.process(GeneratedDrive.eventful.rotation(index)))
        consume(detector.process(GeneratedDrive.eventful.acceleration(index)))
        detector.process(GeneratedDrive.eventful.magneticField(index))
        if let fix = GeneratedDrive.eventful.fix(index) {
          detector.process(fix, unixSeconds: 1_782_950_400)
        }
      }
    },
    Subject(name: "VehicleHeading") {
      var filter = try VehicleHeading()
      return { index in
        filter.process(GeneratedDrive.eventful.rotation(index), gravity: Vector3(0, 0, 1))
        if let fix = GeneratedDrive.eventful.fix(index) { filter.process(fix) }
        consume(filter.estimate)
      }
    },
    Subject(name: "HeadingSmoother") {
      var smoother = try HeadingSmoother()
      return { index in
        let azimuth = Double(index % 3600) / 10
        consume(smoother.process(azimuth, at: GeneratedDrive.eventful.timestamp(index)))
      }
    },
  ]
}
