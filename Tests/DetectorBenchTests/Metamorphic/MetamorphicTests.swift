import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("Metamorphic relations")
struct MetamorphicTests {
  /// What was decided, and when.
  private struct Decision: Equatable {
    let kind: ReplayedEvent.Kind
    let timestamp: Timestamp
  }

  private static func decisions(_ events: [ReplayedEvent]) -> [Decision] {
    events.filter { $0.kind == .confirmed || $0.kind == .opened || $0.kind == .closed }
      .map { Decision(kind: $0.kind, timestamp: $0.timestamp) }
  }

  @Test("turning the phone by any fixed rotation changes no decision", arguments: 1...3)
  func rotation(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for sound in try SoundDrive.tried.get() {
      let turned = Turned(&random)
      let inputs = sound.inputs.map { arrived in
        arrived.with(arrived.sensor.map { turned.carried($0.reading) })
      }
      #expect(
        try Self.decisions(PlayedDrive(inputs).events) == Self.decisions(sound.played.events),
        "\(sound.name) turned by \(turned)"
      )
    }
  }

  @Test("shifting all times shifts times and nothing else", arguments: [-7e6, 86_400, 3e7])
  func shift(seconds: Double) throws {
    for sound in try SoundDrive.tried.get() {
      let played = try PlayedDrive(sound.inputs.map { $0.shifted(seconds) })
      #expect(played.events.map(\.kind) == sound.played.events.map(\.kind), "\(sound.name)")
      #expect(
        played.events.map(\.timestamp)
          == sound.played.events.map { $0.timestamp.advanced(bySeconds: seconds) },
        "\(sound.name)"
      )
    }
  }

  @Test("readings in the other units change no decision")
  func units() throws {
    for sound in try SoundDrive.tried.get() {
      let inputs = sound.inputs.map { arrived -> ArrivedInput in
        guard let sensor = arrived.sensor else { return arrived }
        let other: SensorSample =
          switch sensor {
          case .rotation(let sample):
            .rotation(
              RotationSample(
                timestamp: sample.timestamp,
                degreesPerSecond: sample.rotationRate / PhysicalConstants.radiansPerDegree
              )
            )
          case .acceleration(let sample):
            .acceleration(
              AccelerationSample(
                timestamp: sample.timestamp,
                coreMotionG: sample.acceleration / -PhysicalConstants.standardGravity
              )
            )
          case .magneticField: sensor
          }
        return ArrivedInput(input: .sensor(other), receivedAt: arrived.receivedAt)
      }
      #expect(
        try Self.decisions(PlayedDrive(inputs).events) == Self.decisions(sound.played.events),
        "\(sound.name)"
      )
    }
  }

  @Test("two drives an hour apart give the union of their events")
  func concatenation() throws {
    let drives = try SoundDrive.tried.get()
    for (one, other) in zip(drives, drives.dropFirst()) {
      guard let last = one.inputs.last?.receivedAt, let first = other.inputs.first?.receivedAt
      else { continue }
      let begin = last.advanced(bySeconds: 3600)
      let shift = begin.seconds(since: first)
      let sessions = [
        ArrivedInput(input: .stop, receivedAt: last.advanced(bySeconds: 30)),
        ArrivedInput(input: .start, receivedAt: begin),
      ]
      let both = try PlayedDrive(one.inputs + sessions + other.inputs.map { $0.shifted(shift) })
      let otherShifted = Self.decisions(other.played.events).map { decision in
        Decision(
          kind: decision.kind,
          timestamp: decision.timestamp.advanced(bySeconds: shift)
        )
      }
      #expect(
        Self.decisions(both.events) == Self.decisions(one.played.events) + otherShifted,
        "\(one.name), then \(other.name)"
      )
    }
  }

  @Test("a mirrored phone in a mirrored field gives mirrored headings")
  func mirroredHeadings() throws {
    var inputs: [ArrivedInput] = []
    var mirrored: [ArrivedInput] = []
    let perSecond = 0.2
    for tick in 0..<3000 {
      let timestamp = Timestamp(nanoseconds: Int64(tick) * 20_000_000)
      let angle = perSecond * Double(tick) / 50
      // A phone that lies flat and turns clockwise; the field points north and down.
      let field = Vector3(-20 * sine(angle), 20 * cosine(angle), -43)
      let readings: [(SensorChannel, Vector3, Vector3)] = [
        (.rotation, Vector3(0, 0, -perSecond), Vector3(0, 0, perSecond)),
        (.magneticField, field, Vector3(-field.x, field.y, field.z)),
        (.acceleration, Vector3(0, 0.5, 9.8), Vector3(0, 0.5, 9.8)),
      ]
      for (channel, value, image) in readings {
        func arrived(_ value: Vector3) -> ArrivedInput {
          let sample = SensorSample(channel, timestamp: timestamp, value: value)
          return ArrivedInput(input: .sensor(sample), receivedAt: timestamp)
        }
        inputs.append(arrived(value))
        mirrored.append(arrived(image))
      }
    }
    let headings = try PlayedDrive(inputs).headings
    let images = try PlayedDrive(mirrored).headings
    #expect(headings.count > 10)
    #expect(headings.count == images.count)
    for (heading, image) in zip(headings, images) {
      let sum = (heading.heading + image.heading).truncatingRemainder(dividingBy: 360)
      #expect(min(sum, 360 - sum) < 1e-6)
    }
  }
}

/// A fixed rotation by three angles drawn at random.
private struct Turned {
  private let rows: [Vector3]

  init(_ random: inout SplitMix64) {
    // Two random directions, made orthogonal, and what completes them to a right-handed frame.
    func direction() -> Vector3 {
      func component() -> Double { Double.random(in: -1...1, using: &random) }
      return Vector3(component(), component(), component()).normalized ?? Vector3(1, 0, 0)
    }
    let x = direction()
    let other = direction()
    let y = (other - x * x.dot(other)).normalized ?? Vector3(0, 1, 0)
    rows = [x, y, x.cross(y)]
  }

  func carried(_ vector: Vector3) -> Vector3 {
    Vector3(rows[0].dot(vector), rows[1].dot(vector), rows[2].dot(vector))
  }
}

extension ArrivedInput {
  /// The same at another time.
  fileprivate func shifted(_ seconds: Double) -> ArrivedInput {
    func moved(_ timestamp: Timestamp) -> Timestamp { timestamp.advanced(bySeconds: seconds) }
    let moment = moved(receivedAt)
    switch input {
    case .sensor(let sample):
      return ArrivedInput(input: input, receivedAt: moment).with(at: moved(sample.timestamp))
    case .fix(let fix):
      let later = LocationFix(
        timestamp: moved(fix.timestamp),
        coordinate: fix.coordinate,
        accuracy: fix.accuracy,
        speed: fix.speed,
        course: fix.course
      )
      return ArrivedInput(input: .fix(later), receivedAt: moment)
    case .activity(let sample):
      let later = ActivitySample(
        timestamp: moved(sample.timestamp),
        activity: sample.activity,
        confidence: sample.confidence
      )
      return ArrivedInput(input: .activity(later), receivedAt: moment)
    default:
      return ArrivedInput(input: input, receivedAt: moment)
    }
  }
}
