import DetectorEngine

/// Something whose allocations are counted: made once, then stepped sample by sample.
struct Subject: Sendable {
  let name: String
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
    Subject(name: "HeadingSmoother") {
      var smoother = try HeadingSmoother()
      return { index in
        let azimuth = Double(index % 3600) / 10
        consume(smoother.process(azimuth, at: GeneratedDrive.eventful.timestamp(index)))
      }
    },
  ]
  // MARK: - The whole

  private static let engines: [Subject] = [
    // Events carry text and lists; what must not cost anything is a sample from which none follows.
    Subject(name: "DetectorEngine without events") {
      var configuration = EngineConfiguration()
      configuration.crashDetection.enabled = true
      configuration.distractionDetection.enabled = true
      var engine = try DetectorEngine(configuration)
      var trail = NoTrail()
      let start = GeneratedDrive.calm.timestamp(0)
      engine.process(.start, at: start, trail: &trail) { consume($0) }
      engine.process(.paceChange(isMoving: true), at: start, trail: &trail) { consume($0) }
      return { index in
        let now = GeneratedDrive.calm.timestamp(index)
        let rotation = SensorSample.rotation(GeneratedDrive.calm.rotation(index))
        engine.process(.sensor(rotation), at: now, trail: &trail) { consume($0) }
        let acceleration = SensorSample.acceleration(GeneratedDrive.calm.acceleration(index))
        engine.process(.sensor(acceleration), at: now, trail: &trail) { consume($0) }
        if index.isMultiple(of: 4) {
          let field = SensorSample.magneticField(GeneratedDrive.calm.magneticField(index))
          engine.process(.sensor(field), at: now, trail: &trail) { consume($0) }
        }
        if let fix = GeneratedDrive.calm.fix(index) {
          engine.process(.fix(fix), at: now, trail: &trail) { consume($0) }
        }
      }
    }
  ]
}
