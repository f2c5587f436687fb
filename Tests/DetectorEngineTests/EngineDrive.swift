import DetectorEngine
import SignalFilters

/// A drive on a virtual clock: makes inputs, feeds an engine, schedules the timers that it asks for, keeps its outputs.
struct EngineDrive {
  var engine: DetectorEngine
  var now = Timestamp(nanoseconds: 0)
  var outputs: [EngineOutput] = []
  var log = DecisionLog()

  /// Every input so far with the instant of its receipt, for feeding another engine the same.
  private(set) var inputs: [(input: EngineInput, at: Timestamp)] = []

  /// The timers that are scheduled, as a host keeps them.
  private var timers: [EngineTimer.ID: EngineTimer] = [:]

  /// The position along a meridian in metres, so that fixes have places.
  private var northing = 0.0

  /// What an accelerometer at rest would read in the phone's attitude, which turns with it.
  private var gravity = Vector3(0, 0, PhysicalConstants.standardGravity)

  init(_ configuration: EngineConfiguration = .allOn) throws {
    engine = try DetectorEngine(configuration)
    send(.start)
  }

  /// Feeds one input at the present instant.
  mutating func send(_ input: EngineInput) {
    inputs.append((input, now))
    var given: [EngineOutput] = []
    engine.process(input, at: now, trail: &log) { given.append($0) }
    take(given)
  }

  /// Lets time pass at a constant speed, with both inertial sensors at 100 Hz and a fix a second.
  ///
  /// `shake` comes on top of gravity, in m/s², and `turn` is the rotation rate in rad/s, each at an instant counted from
  /// the beginning of this stretch. Without a speed there are no fixes.
  mutating func drive(
    mps: Double?,
    seconds: Double,
    shake: (Double) -> Vector3 = { _ in .zero },
    turn: (Double) -> Vector3 = { _ in .zero }
  ) {
    let begin = now
    for tick in 0..<Int(seconds * 100) {
      let elapsed = Double(tick) / 100
      now = begin.advanced(bySeconds: elapsed)
      fireDueTimers()
      if tick.isMultiple(of: 100), let mps {
        northing += mps
        send(.fix(fix(mps: mps)))
      }
      // Road motion, small and never twice the same.
      let road = Vector3(0.2 * wobble(tick, 7), 0.2 * wobble(tick, 11), 0.3 * wobble(tick, 13))
      gravity = gravity.carried(through: turn(elapsed) * 0.01)
      send(.sensor(.rotation(RotationSample(timestamp: now, radiansPerSecond: turn(elapsed)))))
      send(
        .sensor(
          .acceleration(
            AccelerationSample(
              timestamp: now,
              metersPerSecondSquared: gravity + road + shake(elapsed)
            )
          )
        )
      )
    }
    now = begin.advanced(bySeconds: seconds)
    fireDueTimers()
  }

  /// A fix at the present instant and place.
  func fix(mps: Double?) -> LocationFix {
    LocationFix(
      timestamp: now,
      coordinate: Coordinate(latitude: 48 + northing / 111_195, longitude: 11),
      accuracy: 5,
      speed: mps
    )
  }

  /// The transitions so far, as states.
  var transitions: [Bool] {
    outputs.compactMap { if case .motionChange(let event) = $0 { event.isMoving } else { nil } }
  }

  /// The complete episodes so far.
  var episodes: [DistractionEvent] {
    outputs.compactMap { if case .distractionEpisode(let event) = $0 { event } else { nil } }
  }

  /// The crash outputs so far.
  var crashes: [CrashOutput] {
    outputs.compactMap { if case .crash(let output) = $0 { output } else { nil } }
  }

  /// The crashes that were confirmed so far.
  var confirmedCrashes: [CrashEvent] {
    crashes.compactMap { if case .confirmed(let event) = $0 { event } else { nil } }
  }

  private mutating func take(_ given: [EngineOutput]) {
    for output in given {
      switch output {
      case .armTimer(let timer): timers[timer.id] = timer
      case .cancelTimer(let id): timers[id] = nil
      default: break
      }
    }
    outputs += given
  }

  private mutating func fireDueTimers() {
    for timer in timers.values.sorted(by: { $0.deadline < $1.deadline })
    where timer.deadline <= now {
      timers[timer.id] = nil
      send(.timerFired(timer.id))
    }
  }

  /// A number in [−1, 1] that depends on its arguments alone.
  private func wobble(_ tick: Int, _ salt: Int) -> Double {
    Double((tick * 7919 + salt * 104_729) % 2001) / 1000 - 1
  }
}

extension EngineDrive {
  /// A drive with an episode of handling, a crash and the rest that follows it.
  static func eventful() throws -> EngineDrive {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 10)
    drive.drive(mps: 15, seconds: 9, turn: handling)
    drive.drive(mps: 15, seconds: 9)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    drive.drive(mps: 0, seconds: 18)
    return drive
  }
}

extension EngineConfiguration {
  /// The defaults with every detector enabled.
  static var allOn: EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.crashDetection.enabled = true
    configuration.distractionDetection.enabled = true
    return configuration
  }
}

/// A half-sine pulse of 100 ms along x, for a velocity change of 11 m/s.
func crashPulse(at begin: Double) -> (Double) -> Vector3 {
  { elapsed in
    let phase = (elapsed - begin) / 0.1
    guard (0...1).contains(phase) else { return .zero }
    // A half sine's peak is π/2 times its mean.
    let mean = 11.0 / 0.1
    return Vector3(-mean * .pi / 2 * parabola(phase), 0.2 * mean * parabola(phase), 0)
  }
}

/// A turning hand: wobbling about x and y at a hertz.
func handling(_ elapsed: Double) -> Vector3 {
  Vector3(1.2 * triangle(elapsed), 0.9 * triangle(elapsed + 0.3), 0.1)
}

private func parabola(_ phase: Double) -> Double { 4 * phase * (1 - phase) }

private func triangle(_ elapsed: Double) -> Double {
  let phase = elapsed - elapsed.rounded(.down)
  return 1 - 4 * abs(phase - 0.5)
}
