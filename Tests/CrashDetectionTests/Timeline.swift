import CrashDetection
import Foundation
import MotionSamples
import SignalFilters

/// A generated recording, told as a time line: `Timeline(hz: 100).drive(mps: 15, s: 20).pulse(deltaV: 8, ms: 100)`.
///
/// Vehicle axes are x forward, y left, z up; the phone lies in them turned by `attitude`. All of it is arithmetic on
/// known functions of time, so that every truth (peak, duration, velocity change, speed) is known exactly.
struct Timeline {
  /// One stretch of time: what the phone feels in vehicle axes, how fast it turns, how fast the vehicle goes.
  struct Segment {
    var seconds: Double
    /// Specific force less what the road adds, in m/s².
    var force: (Double) -> Vector3
    /// Vehicle speed in m/s.
    var speed: (Double) -> Double
    /// Roll of the phone about the forward axis in rad, and its rate.
    var roll: (Double) -> (angle: Double, rate: Double) = { _ in (0, 0) }
    /// Root mean square of road noise in m/s².
    var road = 0.0
    /// Whether the accelerometer delivers.
    var isSampled = true
  }

  enum Reading {
    case acceleration(AccelerationSample, isSaturated: Bool)
    case rotation(RotationSample)
    case fix(LocationFix, receivedAt: Timestamp)
  }

  static let g = PhysicalConstants.standardGravity
  static let up = Vector3(0, 0, g)

  var hz: Double
  /// Share of a sampling interval by which the first sample is late.
  var phase = 0.37
  var hasGyro = true
  /// The accelerometer's range in g, a rail for each axis.
  var rangeG = 16.0
  /// Euler angles in degrees that turn vehicle axes into the phone's.
  var attitude = (yaw: 20.0, pitch: -50.0, roll: 10.0)
  var seed: UInt64 = 1
  /// Seconds between fixes, and of the first one.
  var fixInterval = 1.0
  var fixPhase = 0.3
  /// Seconds by which a fix is delivered after it was measured.
  var delivery = 0.1
  /// Seconds by which the receiver's speed is behind the vehicle's.
  var smoothing = 0.0
  /// Whether a fix measured at this time exists.
  var hasFix: (Double) -> Bool = { _ in true }
  /// What a fix measured at this time says, given the true speed.
  var report: (Double, Double) -> Double = { _, speed in speed }
  /// Seconds added to every instant.
  var epoch = 0.0

  private(set) var segments: [Segment] = []
  private(set) var seconds = 0.0
  private(set) var speed = 0.0

  init(hz: Double) {
    self.hz = hz
  }

  /// The same time line with something about it changed.
  func with(_ change: (inout Timeline) -> Void) -> Timeline {
    var copy = self
    change(&copy)
    return copy
  }

  func adding(_ segment: Segment) -> Timeline {
    with {
      $0.segments.append(segment)
      $0.seconds += segment.seconds
      $0.speed = segment.speed(segment.seconds)
    }
  }

  // MARK: Vehicles

  /// Steady driving on a road of some roughness.
  func drive(mps: Double, s: Double, road: Double = 0.5) -> Timeline {
    adding(Segment(seconds: s, force: { _ in Self.up }, speed: { _ in mps }, road: road))
  }

  /// Braking, down to a standstill at the most.
  func brake(g: Double, s: Double? = nil, road: Double = 0.5) -> Timeline {
    let start = speed
    let stop = start / (g * Self.g)
    return adding(
      Segment(
        seconds: s ?? stop,
        force: { $0 < stop ? Self.up + Vector3(-g * Self.g, 0, 0) : Self.up },
        speed: { max(0, start - g * Self.g * $0) },
        road: road
      )
    )
  }

  /// Standing with an engine that idles.
  func rest(s: Double, vibration: Double = 0.05) -> Timeline {
    adding(Segment(seconds: s, force: { _ in Self.up }, speed: { _ in 0 }, road: vibration))
  }

  /// A haversine pulse: from the front by default, or along `direction` in vehicle axes.
  func pulse(
    deltaV: Double,
    ms: Double,
    direction: Vector3 = Vector3(-1, 0, 0),
    roll: @escaping (Double) -> (angle: Double, rate: Double) = { _ in (0, 0) }
  ) -> Timeline {
    let length = ms / 1000
    let peak = 2 * deltaV / length
    let start = speed
    return adding(
      Segment(
        seconds: length,
        force: { Self.up + direction * (peak * pow(sin(.pi * $0 / length), 2)) },
        speed: {
          let share = $0 / length - sin(2 * .pi * $0 / length) / (2 * .pi)
          return (Vector3(start, 0, 0) + direction * (deltaV * share)).magnitude
        },
        roll: roll,
        road: 0.5
      )
    )
  }

  /// The truth of such a pulse: its peak in g and how long it is above the duration threshold, in milliseconds.
  static func truth(deltaV: Double, ms: Double, thresholdG: Double) -> (peakG: Double, ms: Double) {
    let peakG = 2 * deltaV / (ms / 1000) / g
    let flank = asin((thresholdG / peakG).squareRoot()) / .pi * ms
    return (peakG, ms - 2 * flank)
  }

  /// A force of any shape on top of gravity while the vehicle goes on as before.
  func jolt(ms: Double, road: Double = 0.5, _ force: @escaping (Double) -> Vector3) -> Timeline {
    let kept = speed
    return adding(
      Segment(
        seconds: ms / 1000,
        force: { Self.up + force($0) },
        speed: { _ in kept },
        road: road
      )
    )
  }

  /// A whole swing of the suspension: up and down again, with no velocity left over.
  func pothole(peakG: Double, ms: Double) -> Timeline {
    jolt(ms: ms) {
      let swing = sin(2 * .pi * $0 / (ms / 1000)) * peakG * Self.g
      return Vector3(-0.3 * swing, 0.1 * swing, swing)
    }
  }

  // MARK: Loose phones

  /// Free fall of a phone while the vehicle brakes (0: goes on), then a landing on something hard.
  func drop(
    fallMs: Double,
    landingG: Double = 40,
    landingMs: Double = 35,
    brakeG: Double = 0
  )
    -> Timeline
  {
    let start = speed
    let fall = fallMs / 1000
    let landing = landingMs / 1000
    return adding(
      Segment(
        seconds: fall + landing,
        force: {
          guard $0 >= fall else { return Vector3(0.5, 0.6, 0.8) }
          let pulse = landingG * Self.g * sin(.pi * min(1, ($0 - fall) / landing))
          return Vector3(0.5, -0.6, 0.6) * pulse
        },
        speed: { max(0, start - brakeG * Self.g * $0) }
      )
    )
  }

  /// Shaking by hand.
  func shake(g: Double, hz: Double, s: Double) -> Timeline {
    let kept = speed
    return adding(
      Segment(
        seconds: s,
        force: {
          Self.up + Vector3(0.8, 0.5, 0.3) * (g * Self.g * sin(2 * .pi * hz * $0))
        },
        speed: { _ in kept },
        roll: { (0.8 * sin(2 * .pi * hz * $0), 0.8 * 2 * .pi * hz * cos(2 * .pi * hz * $0)) }
      )
    )
  }

  /// No samples, while the vehicle goes on.
  func silence(s: Double) -> Timeline {
    let kept = speed
    return adding(
      Segment(seconds: s, force: { _ in Self.up }, speed: { _ in kept }, isSampled: false)
    )
  }

  // MARK: Readings

  func timestamp(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: Int64(((seconds + epoch) * 1e9).rounded()))
  }

  private func segment(at time: Double) -> (Segment, Double) {
    var start = 0.0
    for segment in segments {
      if time < start + segment.seconds { return (segment, time - start) }
      start += segment.seconds
    }
    let last = segments[segments.count - 1]
    return (last, last.seconds)
  }

  func trueSpeed(at time: Double) -> Double {
    let (segment, local) = segment(at: max(0, time))
    return segment.speed(local)
  }

  /// Everything in order of arrival.
  func readings() -> [Reading] {
    var noise = Noise(state: seed)
    var all: [(arrival: Double, reading: Reading)] = []
    var time = phase / hz
    while time < seconds {
      let (segment, local) = segment(at: time)
      let roll = segment.roll(local)
      let shake =
        Vector3(noise.gaussian(), noise.gaussian(), noise.gaussian())
        * (segment.road * segment.road / 3 + 0.0009).squareRoot()
      let body = turned(segment.force(local) + shake, roll: roll.angle)
      let rail = rangeG * Self.g
      let force = phoneAxes(body)
      let clipped = Vector3(
        min(rail, max(-rail, force.x)),
        min(rail, max(-rail, force.y)),
        min(rail, max(-rail, force.z))
      )
      if segment.isSampled {
        if hasGyro {
          let rate = phoneAxes(Vector3(roll.rate, 0, 0))
          all.append(
            (time, .rotation(RotationSample(timestamp: timestamp(time), radiansPerSecond: rate)))
          )
        }
        let sample = AccelerationSample(
          timestamp: timestamp(time),
          metersPerSecondSquared: clipped
        )
        all.append((time, .acceleration(sample, isSaturated: clipped != force)))
      }
      time += 1 / hz
    }
    var fixTime = fixPhase
    while fixTime < seconds {
      if hasFix(fixTime) {
        let fix = LocationFix(
          timestamp: timestamp(fixTime),
          coordinate: Coordinate(latitude: 52, longitude: 13),
          accuracy: 5,
          speed: report(fixTime, trueSpeed(at: fixTime - smoothing))
        )
        let arrival = fixTime + delivery
        all.append((arrival, .fix(fix, receivedAt: timestamp(arrival))))
      }
      fixTime += fixInterval
    }
    // Stable: a gyroscope reading stays before the accelerometer's of the same instant.
    return all.enumerated()
      .sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
      .map(\.element.reading)
  }

  private func turned(_ vector: Vector3, roll: Double) -> Vector3 {
    Vector3(
      vector.x,
      cos(roll) * vector.y + sin(roll) * vector.z,
      -sin(roll) * vector.y + cos(roll) * vector.z
    )
  }

  private func phoneAxes(_ vector: Vector3) -> Vector3 {
    let degree = Double.pi / 180
    let (yaw, pitch, roll) = (
      attitude.yaw * degree, attitude.pitch * degree, attitude.roll * degree
    )
    let a = Vector3(
      cos(yaw) * vector.x + sin(yaw) * vector.y,
      -sin(yaw) * vector.x + cos(yaw) * vector.y,
      vector.z
    )
    let b = Vector3(cos(pitch) * a.x - sin(pitch) * a.z, a.y, sin(pitch) * a.x + cos(pitch) * a.z)
    return turned(b, roll: roll)
  }

  /// Reproducible noise.
  struct Noise {
    var state: UInt64

    mutating func unit() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
    }

    mutating func gaussian() -> Double {
      (-2 * log(max(unit(), 1e-300))).squareRoot() * cos(2 * .pi * unit())
    }
  }
}

/// A front end and a detector at work on a time line, with everything they said.
struct Rig {
  var frontEnd: MotionFrontEnd
  var detector: CrashDetector
  var trail = DecisionLog()
  var outputs: [CrashOutput] = []

  init(_ configuration: CrashConfiguration = CrashConfiguration(), isArmed: Bool = true) throws {
    frontEnd = try MotionFrontEnd()
    detector = try CrashDetector(configuration)
    if isArmed { arm(true, at: Timestamp(nanoseconds: 0)) }
  }

  mutating func arm(_ isArmed: Bool, at timestamp: Timestamp) {
    var new: [CrashOutput] = []
    detector.setArmed(isArmed, at: timestamp, trail: &trail) { new.append($0) }
    outputs += new
  }

  mutating func feed(_ reading: Timeline.Reading) {
    var new: [CrashOutput] = []
    switch reading {
    case .acceleration(let sample, let isSaturated):
      let frame = frontEnd.process(sample, isSaturated: isSaturated)
      detector.process(frame, trail: &trail) { new.append($0) }
    case .rotation(let sample):
      frontEnd.process(sample)
    case .fix(let fix, let receivedAt):
      detector.process(fix, receivedAt: receivedAt, trail: &trail) { new.append($0) }
    }
    outputs += new
  }

  mutating func advance(to timestamp: Timestamp) {
    var new: [CrashOutput] = []
    detector.advance(to: timestamp, trail: &trail) { new.append($0) }
    outputs += new
  }

  /// Runs a whole time line and lets time pass until every deadline is over.
  static func run(
    _ timeline: Timeline,
    _ configuration: CrashConfiguration = CrashConfiguration(),
    isArmed: Bool = true
  ) throws -> Rig {
    var rig = try Rig(configuration, isArmed: isArmed)
    for reading in timeline.readings() { rig.feed(reading) }
    rig.advance(to: timeline.timestamp(timeline.seconds + 30))
    return rig
  }

  /// Everything that arrives before an instant.
  static func cut(_ timeline: Timeline, at seconds: Double) -> [Timeline.Reading] {
    timeline.readings().filter {
      switch $0 {
      case .acceleration(let sample, _): sample.timestamp < timeline.timestamp(seconds)
      case .rotation(let sample): sample.timestamp < timeline.timestamp(seconds)
      case .fix(_, let receivedAt): receivedAt < timeline.timestamp(seconds)
      }
    }
  }

  /// Feeds a reading at which the gate found a new time line.
  mutating func restart(with sample: AccelerationSample) {
    var new: [CrashOutput] = []
    let frame = frontEnd.process(sample, isRestart: true)
    detector.process(frame, trail: &trail) { new.append($0) }
    outputs += new
  }

  var crashes: [CrashEvent] {
    outputs.compactMap { if case .confirmed(let event) = $0 { event } else { nil } }
  }

  var candidates: [CrashCandidateEvent] {
    outputs.compactMap { if case .candidate(let event) = $0 { event } else { nil } }
  }

  var rejections: [CrashRejection] {
    outputs.compactMap { if case .rejected(let event) = $0 { event } else { nil } }
  }

  /// What happened in words: `candidate 1`, `confirmed 1 speedCollapse`, `rejected – tooShort`.
  var transcript: [String] {
    outputs.map {
      switch $0 {
      case .candidate(let event): "candidate \(event.id.rawValue)"
      case .confirmed(let event): "confirmed \(event.id.rawValue) \(event.confirmedBy)"
      case .rejected(let event):
        "rejected \(event.id.map { "\($0.rawValue)" } ?? "–") \(event.reason)"
      }
    }
  }
}
