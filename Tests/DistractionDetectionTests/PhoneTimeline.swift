import DistractionDetection
import MotionSamples
import SignalFilters

/// Numbers that are the same for the same seed.
struct SeededNoise {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  private mutating func next() -> UInt64 {
    // SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Even in [0, 1).
  mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Near enough to a normal distribution, of variance 1.
  mutating func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + unit() }
  }

  mutating func vector(_ scale: Double) -> Vector3 {
    Vector3(normal(), normal(), normal()) * scale
  }
}

/// Generated motion of a phone in a vehicle, written down in the order in which it happens.
///
/// Everything is given in the phone's axes; gravity turns as the phone does.
struct PhoneTimeline {
  struct Reading {
    var time: Double
    var acceleration: Vector3
    var rotationRate: Vector3
  }

  let hz: Double
  /// Road shake in m/s².
  var vibration = 0.4
  private(set) var readings: [Reading] = []
  private(set) var now = 0.0
  private var gravity = Vector3(1.2, 5.4, 8.1)
  private var noise: SeededNoise

  init(hz: Double = 50, seed: UInt64 = 1) {
    self.hz = hz
    noise = SeededNoise(seed: seed)
  }

  /// Goes on for some seconds under a force and a rotation rate, both functions of the seconds since the start.
  mutating func go(
    for seconds: Double,
    force: (Double) -> Vector3 = { _ in .zero },
    turning: (Double) -> Vector3 = { _ in .zero }
  ) {
    let start = now
    while now - start < seconds - 0.5 / hz {
      let since = now - start
      let rate = turning(since)
      readings.append(
        Reading(
          time: now,
          acceleration: gravity + force(since) + noise.vector(vibration),
          rotationRate: rate + noise.vector(0.05 * vibration)
        )
      )
      gravity -= rate.cross(gravity) * (1 / hz)
      gravity = (gravity.normalized ?? gravity) * PhysicalConstants.standardGravity
      now = Double(readings.count) / hz
    }
  }

  /// The phone rides along untouched.
  mutating func drive(_ seconds: Double) {
    go(for: seconds)
  }

  /// A hand holds the phone, turns it to and fro and moves it about.
  mutating func handle(_ seconds: Double) {
    go(
      for: seconds,
      force: { Vector3(sine(2.9 * $0), sine(4.1 * $0), cosine(3.3 * $0)) * 0.9 },
      turning: { Vector3(cosine(3.1 * $0), cosine(2.3 * $0), 0.4 * cosine(1.7 * $0)) * 1.1 }
    )
  }

  /// A jolt of a fifth of a second: a wheel drops into a hole, and the body pitches.
  mutating func jolt(strength: Double) {
    let up = gravity.normalized ?? Vector3(0, 0, 1)
    let across = up.cross(Vector3(1, 0, 0)).normalized ?? Vector3(1, 0, 0)
    go(
      for: 0.2,
      force: { up * (strength * sine(2 * .pi * $0 / 0.2)) },
      turning: { across * (0.1 * strength * sine(2 * .pi * $0 / 0.2)) }
    )
  }

  /// Acceleration across the vertical, at the pace at which a driver applies it, with the yaw that goes with it.
  mutating func manoeuvre(_ seconds: Double, acceleration: Double, yawRate: Double) {
    let up = gravity.normalized ?? Vector3(0, 0, 1)
    let across = up.cross(Vector3(0, 1, 0)).normalized ?? Vector3(1, 0, 0)
    func applied(_ since: Double) -> Double { min(1, since / 0.8, (seconds - since) / 0.8) }
    go(
      for: seconds,
      force: { across * (acceleration * applied($0)) },
      turning: { up * (yawRate * applied($0)) }
    )
  }
}

/// One input of the detector.
enum DetectorInput {
  case frame(MotionFrame)
  case fix(LocationFix)
}

extension PhoneTimeline {
  /// What the detector gets of it, with a fix at the given speed once a second.
  func inputs(
    hasGyroscope: Bool = true,
    speed: (Double) -> Double? = { _ in 15 },
    startingAt origin: Timestamp = Timestamp(nanoseconds: 0),
    turnedBy turn: (Vector3) -> Vector3 = { $0 }
  ) throws -> [DetectorInput] {
    var frontEnd = try MotionFrontEnd()
    var result: [DetectorInput] = []
    var nextFix = 0.0
    for reading in readings {
      let timestamp = origin.advanced(bySeconds: reading.time)
      if reading.time >= nextFix {
        result.append(.fix(LocationFix(timestamp: timestamp, speed: speed(nextFix))))
        nextFix += 1
      }
      if hasGyroscope {
        frontEnd.process(
          RotationSample(timestamp: timestamp, radiansPerSecond: turn(reading.rotationRate))
        )
      }
      let sample = AccelerationSample(
        timestamp: timestamp,
        metersPerSecondSquared: turn(reading.acceleration)
      )
      result.append(.frame(frontEnd.process(sample)))
    }
    return result
  }
}

extension DistractionDetector {
  /// An armed detector with the default configuration, changed as given.
  static func armed(
    _ change: (inout DistractionConfiguration) -> Void = { _ in }
  ) throws -> DistractionDetector {
    var configuration = DistractionConfiguration()
    configuration.enabled = true
    change(&configuration)
    var detector = try DistractionDetector(configuration)
    var trail = NoTrail()
    detector.setArmed(true, at: Timestamp(nanoseconds: 0), trail: &trail) { _ in }
    return detector
  }

  /// Takes inputs in order and gives what came out.
  mutating func run(_ inputs: some Sequence<DetectorInput>) -> [DistractionOutput] {
    var trail = NoTrail()
    return run(inputs, trail: &trail)
  }

  mutating func run(
    _ inputs: some Sequence<DetectorInput>,
    trail: inout some DecisionTrail
  ) -> [DistractionOutput] {
    var outputs: [DistractionOutput] = []
    for input in inputs {
      switch input {
      case .frame(let frame):
        process(frame, trail: &trail) { outputs.append($0) }
      case .fix(let fix):
        process(fix, receivedAt: fix.timestamp, trail: &trail) { outputs.append($0) }
      }
    }
    return outputs
  }

  /// Stops looking at an instant and gives what came out.
  mutating func disarm(at timestamp: Timestamp) -> [DistractionOutput] {
    var trail = NoTrail()
    var outputs: [DistractionOutput] = []
    setArmed(false, at: timestamp, trail: &trail) { outputs.append($0) }
    return outputs
  }
}

/// A closed episode in seconds of the time line.
struct ClosedEpisode: Equatable {
  var start: Double
  var end: Double
  var durationSec: Double { end - start }
}

extension [DistractionOutput] {
  var closed: [ClosedEpisode] {
    compactMap { output in
      guard case .closed(let start, let end, _) = output else { return nil }
      return ClosedEpisode(start: start.seconds, end: end.seconds)
    }
  }

  var opened: [Timestamp] {
    compactMap { output in
      guard case .opened(_, let at, _) = output else { return nil }
      return at
    }
  }

  var causes: [DistractionCause] {
    compactMap { output in
      switch output {
      case .opened(_, _, let cause), .causeChanged(_, _, let cause): cause
      case .closed: nil
      }
    }
  }
}
