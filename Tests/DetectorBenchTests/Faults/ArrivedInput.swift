import DetectorEngine

@testable import DetectorBench

/// One input of the engine and when it arrived, so that a test can bend either.
struct ArrivedInput {
  var input: EngineInput
  var receivedAt: Timestamp

  /// The inputs of a recording, as a phone would have received them.
  static func all(of recording: Recording) -> [ArrivedInput] {
    var inputs: [ArrivedInput] = []
    recording.forEachInput { input, receivedAt in
      let given: EngineInput? =
        switch input {
        case .rotation(let sample): .sensor(.rotation(sample))
        case .magneticField(let sample): .sensor(.magneticField(sample))
        case .acceleration(let sample): .sensor(.acceleration(sample))
        case .fix(let fix): .fix(fix)
        case .activity(let sample): .activity(sample)
        case .timePassed: nil
        }
      if let given { inputs.append(ArrivedInput(input: given, receivedAt: receivedAt)) }
    }
    return inputs
  }

  /// The reading, where the input is one.
  var sensor: SensorSample? {
    if case .sensor(let sample) = input { sample } else { nil }
  }

  /// The same with another reading.
  func with(_ value: Vector3? = nil, at timestamp: Timestamp? = nil) -> ArrivedInput {
    guard let sensor else { return self }
    let changed = SensorSample(
      sensor.channel,
      timestamp: timestamp ?? sensor.timestamp,
      value: value ?? sensor.reading
    )
    return ArrivedInput(input: .sensor(changed), receivedAt: receivedAt)
  }

  /// The same with the fix changed, where it is one.
  func withFix(_ change: (LocationFix) -> LocationFix) -> ArrivedInput {
    guard case .fix(let fix) = input else { return self }
    return ArrivedInput(input: .fix(change(fix)), receivedAt: receivedAt)
  }
}

extension LocationFix {
  /// The same with what is given in place of what it has.
  func with(
    coordinate: Coordinate? = nil,
    accuracy: Double? = nil,
    speed: Double? = nil
  ) -> LocationFix {
    LocationFix(
      timestamp: timestamp,
      coordinate: coordinate ?? self.coordinate,
      accuracy: accuracy ?? self.accuracy,
      speed: speed ?? self.speed,
      course: course
    )
  }
}

extension SensorSample {
  /// A reading of a channel in the sensor's unit.
  init(_ channel: SensorChannel, timestamp: Timestamp, value: Vector3) {
    self =
      switch channel {
      case .rotation: .rotation(RotationSample(timestamp: timestamp, radiansPerSecond: value))
      case .magneticField:
        .magneticField(MagneticFieldSample(timestamp: timestamp, microteslas: value))
      case .acceleration:
        .acceleration(AccelerationSample(timestamp: timestamp, metersPerSecondSquared: value))
      }
  }
}
