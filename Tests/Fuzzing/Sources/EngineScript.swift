import CrashDetection
import DetectorEngine
import DistractionDetection
import Foundation
import MotionSamples
import MotionState

/// A stream of inputs that bytes describe, with whole drives, impacts and handling as single words of its language.
struct EngineScript {
  private(set) var source: ByteSource
  private(set) var now = Timestamp(nanoseconds: 1_000_000_000)

  /// Timers that were armed, to be fired in time or at any other.
  private var timers: [EngineTimer.ID] = []

  /// Tokens of records that were built.
  private var tokens: [RecordToken] = []

  /// An engine that was not interrupted, beside one that was restored.
  private var unbroken: DetectorEngine?

  private var northing = 0.0

  init(_ source: ByteSource) {
    self.source = source
  }

  /// Takes the next word, does what it says and tells whether there was one.
  mutating func step(_ engine: inout DetectorEngine) -> Bool {
    guard !source.isAtEnd else { return false }
    let word = source.byte()
    switch word {
    case 0: feed(.start, to: &engine)
    case 1: feed(.stop, to: &engine)
    case 2: feed(.paceChange(isMoving: source.bool()), to: &engine)
    case 3: feed(.significantChange, to: &engine)
    case 4: feed(.visit, to: &engine)
    case 5: feed(.step, to: &engine)
    case 6: feed(.screen(isActive: source.bool()), to: &engine)
    case 7:
      let seconds = source.number(scale: 2e9)
      if let anchor = ClockAnchor(monotonic: now, unixSeconds: seconds) {
        feed(.clock(anchor), to: &engine)
      }
    case 8:
      let id = CrashCandidateID(rawValue: UInt64(source.byte() % 4))
      feed(.crashResponse(id, isCrash: source.bool()), to: &engine)
    case 9:
      if !timers.isEmpty {
        feed(.timerFired(timers[Int(source.byte()) % timers.count]), to: &engine)
      }
    case 10:
      let id = MotionTimer.ID(
        purpose: source.bool() ? .stopTimeout : .heartbeat,
        generation: UInt64(bitPattern: source.integer())
      )
      feed(.timerFired(.motion(id)), to: &engine)
    case 11..<24: feed(.fix(fix()), to: &engine)
    case 24..<32:
      let activities = Activity.allCases
      let sample = ActivitySample(
        timestamp: moment(),
        activity: activities[Int(source.byte()) % activities.count],
        confidence: Int(source.byte())
      )
      feed(.activity(sample), to: &engine)
    case 32..<40: buildRecord(&engine)
    case 40..<44: restore(&engine)
    case 44..<46: reconfigure(&engine)
    case 46: _ = engine.health(at: moment())
    case 47: flush(&engine)
    case 48..<60: now = source.instant(after: now)
    case 60..<80:
      drive(&engine, seconds: Int(source.byte() % 20) + 1, mps: Double(source.byte()) / 4)
    case 80..<92:
      pulse(&engine, peakG: Double(source.byte()) / 4, milliseconds: Int(source.byte()))
    case 92..<104: handle(&engine, seconds: Int(source.byte() % 12) + 1)
    case 104..<150:
      let sample = RotationSample(timestamp: moment(), radiansPerSecond: source.vector(scale: 40))
      feed(.sensor(.rotation(sample)), to: &engine)
    case 150..<190:
      let sample = MagneticFieldSample(timestamp: moment(), microteslas: source.vector(scale: 100))
      feed(.sensor(.magneticField(sample)), to: &engine)
    default:
      let sample = AccelerationSample(
        timestamp: moment(),
        metersPerSecondSquared: source.vector(scale: 200)
      )
      feed(.sensor(.acceleration(sample)), to: &engine)
    }
    return true
  }

  /// Drives at 50 Hz with a fix a second.
  mutating func drive(_ engine: inout DetectorEngine, seconds: Int, mps: Double) {
    for tick in 0..<seconds * 50 {
      now = now.advanced(bySeconds: 0.02)
      let shake = Double(tick % 7) / 7 - 0.5
      acceleration(Vector3(shake, 0.3 * shake, 9.81 + shake), to: &engine)
      rotation(Vector3(0, 0, 0.02 * shake), to: &engine)
      if tick % 50 == 0 {
        northing += mps / 111_000
        let latitude = northing.truncatingRemainder(dividingBy: 80)
        let coordinate = Coordinate(latitude: latitude, longitude: 9)
        feed(
          .fix(LocationFix(timestamp: now, coordinate: coordinate, accuracy: 5, speed: mps)),
          to: &engine
        )
      }
    }
  }

  /// A half-sine pulse along a slanted axis, at 100 Hz.
  mutating func pulse(_ engine: inout DetectorEngine, peakG: Double, milliseconds: Int) {
    let ticks = max(1, milliseconds / 10)
    for tick in 0..<ticks {
      now = now.advanced(bySeconds: 0.01)
      let level = peakG * 9.80665 * sin(.pi * (Double(tick) + 0.5) / Double(ticks))
      acceleration(Vector3(-0.8 * level, 0.5 * level, 9.81 + 0.3 * level), to: &engine)
    }
  }

  /// The phone is turned about in a hand.
  private mutating func handle(_ engine: inout DetectorEngine, seconds: Int) {
    for tick in 0..<seconds * 50 {
      now = now.advanced(bySeconds: 0.02)
      let angle = 1.2 * sin(Double(tick) / 20)
      acceleration(
        Vector3(9.81 * sin(angle), 0.5 * sin(Double(tick)), 9.81 * cos(angle)),
        to: &engine
      )
      rotation(Vector3(0, 3 * cos(Double(tick) / 20), 0.1), to: &engine)
    }
  }

  private mutating func acceleration(_ vector: Vector3, to engine: inout DetectorEngine) {
    let sample = AccelerationSample(timestamp: now, metersPerSecondSquared: vector)
    feed(.sensor(.acceleration(sample)), to: &engine)
  }

  private mutating func rotation(_ vector: Vector3, to engine: inout DetectorEngine) {
    let sample = RotationSample(timestamp: now, radiansPerSecond: vector)
    feed(.sensor(.rotation(sample)), to: &engine)
  }

  /// An instant near now, as time goes on.
  private mutating func moment() -> Timestamp {
    let next = source.instant(after: now)
    // One in four is only a sample's own odd time; the others carry the stream on.
    if source.byte() % 4 != 0 { now = next }
    return next
  }

  private mutating func fix() -> LocationFix {
    LocationFix(
      timestamp: moment(),
      coordinate: Coordinate(
        latitude: source.number(scale: 90),
        longitude: source.number(scale: 180)
      ),
      accuracy: source.bool() ? source.number(scale: 100) : nil,
      speed: source.number(scale: 60),
      course: source.number(scale: 360)
    )
  }

  private mutating func buildRecord(_ engine: inout DetectorEngine) {
    if source.bool() || tokens.isEmpty {
      let purpose = RecordPurpose.allCases[Int(source.byte()) % RecordPurpose.allCases.count]
      let built = engine.recordBuilt(for: purpose)
      promise(unbroken.map { $0.recordBuilt(for: purpose) == built } ?? true, "records agree")
      tokens.append(built.token)
      if tokens.count > 64 { tokens.removeFirst() }
    } else {
      let token = tokens[Int(source.byte()) % tokens.count]
      if source.bool() {
        let settlement = engine.recordPersisted(token)
        promise(unbroken?.recordPersisted(token) ?? settlement == settlement, "settlements agree")
      } else {
        let wasDropped = engine.recordDropped(token)
        promise(unbroken?.recordDropped(token) ?? wasDropped == wasDropped, "drops agree")
      }
    }
  }

  /// Goes on in a restored engine, beside one that goes on unbroken.
  private mutating func restore(_ engine: inout DetectorEngine) {
    guard let snapshot = checkSnapshot(of: engine) else { return }
    unbroken = engine
    do {
      engine = try DetectorEngine(restoring: snapshot)
    } catch {
      fatalError("broken promise: a snapshot can be restored: \(error)")
    }
  }

  /// A snapshot is no larger than it may be, and is the same again after it has been restored.
  @discardableResult
  func checkSnapshot(of engine: DetectorEngine) -> Data? {
    do {
      let snapshot = try engine.snapshot()
      promise(snapshot.count <= 64 * 1024, "a snapshot is at most 64 KiB")
      let again = try DetectorEngine(restoring: snapshot).snapshot()
      promise(again == snapshot, "a restored engine writes the same snapshot")
      return snapshot
    } catch .tooLarge {
      return nil
    } catch {
      fatalError("broken promise: a snapshot can be written and restored: \(error)")
    }
  }

  private mutating func reconfigure(_ engine: inout DetectorEngine) {
    let text = source.bytes(Int(source.byte()))
    guard let configuration = try? EngineConfiguration.decoded(from: Data(text)).configuration
    else { return }
    var outputs: [EngineOutput] = []
    var trail = NoTrail()
    do {
      try engine.reconfigure(configuration, at: now, trail: &trail) { outputs.append($0) }
    } catch {
      return
    }
    take(outputs)
    unbroken = nil
  }

  private mutating func flush(_ engine: inout DetectorEngine) {
    var outputs: [EngineOutput] = []
    var trail = NoTrail()
    engine.flush(trail: &trail) { outputs.append($0) }
    compare(outputs) { twin, outputs in
      twin.flush(trail: &trail) { outputs.append($0) }
    }
    take(outputs)
  }

  private mutating func feed(_ input: EngineInput, to engine: inout DetectorEngine) {
    var outputs: [EngineOutput] = []
    var trail = DecisionLog()
    engine.process(input, at: now, trail: &trail) { outputs.append($0) }
    let now = now
    // The trail changes nothing: the other engine runs without one.
    compare(outputs) { twin, outputs in
      var none = NoTrail()
      twin.process(input, at: now, trail: &none) { outputs.append($0) }
    }
    take(outputs)
  }

  private mutating func compare(
    _ outputs: [EngineOutput],
    _ run: (inout DetectorEngine, inout [EngineOutput]) -> Void
  ) {
    guard var twin = unbroken else { return }
    var others: [EngineOutput] = []
    run(&twin, &others)
    unbroken = twin
    promise(
      outputs.isEmpty && others.isEmpty || "\(outputs)" == "\(others)",
      "a restored engine goes on as the unbroken one: \(outputs) instead of \(others)"
    )
  }

  private mutating func take(_ outputs: [EngineOutput]) {
    for output in outputs {
      switch output {
      case .armTimer(let timer):
        timers.append(timer.id)
        if timers.count > 32 { timers.removeFirst() }
      case .heading(let event):
        promise((0..<360).contains(event.heading), "a heading lies in [0, 360): \(event)")
        promise(event.accuracy.isFinite, "an accuracy is finite: \(event)")
      case .distractionEpisode(let event):
        promise(event.durationSec.isFinite && event.durationSec >= 0, "a duration: \(event)")
      case .crash(.confirmed(let event)):
        promise(event.features.peakG.isFinite && event.features.peakG > 0, "a peak: \(event)")
        promise((0...1).contains(event.confidence), "a confidence: \(event)")
      default: break
      }
    }
  }
}
