import DetectorEngine

/// What must follow from a fault.
enum FaultOutcome: String {
  /// Every event is the same, bit for bit.
  case sameEvents
  /// The same crashes are confirmed and the same episodes told, within two seconds.
  case sameDecisions
  /// No crash is confirmed whose impact is not within three seconds of one that the sound recording gives or is labelled
  /// with, whatever else is missed.
  case noCrashInvented
}

/// Something that goes wrong with a phone's inputs.
enum Fault: String, CaseIterable, Sendable {
  case notANumber, infinite, axisStuck, railToRail, biasStep, rateHalved, jitter
  case lost100ms, lost1s, lost10s
  case repeated, reversed, dayAhead, dayBack, clockDrift, wallClockSetBack
  case accuracyInvalid, speedInvalid, speedOf200
  case poles, antimeridian, nullIsland
  case gyroscopeAbsent, magnetometerPresent, accelerometerLate, lateBurst

  /// What must follow.
  var outcome: FaultOutcome {
    switch self {
    case .notANumber, .infinite, .repeated, .reversed, .dayAhead, .dayBack, .wallClockSetBack,
      .magnetometerPresent:
      .sameEvents
    case .clockDrift, .poles, .antimeridian: .sameDecisions
    case .axisStuck, .railToRail, .biasStep, .rateHalved, .jitter, .lost100ms, .lost1s, .lost10s,
      .accuracyInvalid, .speedInvalid, .speedOf200, .nullIsland, .gyroscopeAbsent,
      .accelerometerLate, .lateBurst:
      .noCrashInvented
    }
  }

  /// The inputs with the fault in them, beginning somewhere between a fifth and four fifths of the drive.
  func applied(to inputs: [ArrivedInput], seed: UInt64) -> [ArrivedInput] {
    var random = SplitMix64(seed: seed)
    guard let first = inputs.first?.receivedAt, let last = inputs.last?.receivedAt else {
      return []
    }
    let length = last.seconds(since: first)
    let begin = Double.random(in: 0.2...0.8, using: &random) * length
    func elapsed(_ arrived: ArrivedInput) -> Double { arrived.receivedAt.seconds(since: first) }
    func isWithin(_ arrived: ArrivedInput, _ seconds: Double) -> Bool {
      (begin..<(begin + seconds)).contains(elapsed(arrived))
    }
    func without(_ isLost: (ArrivedInput, SensorSample) -> Bool) -> [ArrivedInput] {
      inputs.filter { arrived in arrived.sensor.map { !isLost(arrived, $0) } ?? true }
    }
    /// Every seventh reading is followed by what `extra` makes of it.
    func interspersed(_ extra: (ArrivedInput) -> ArrivedInput) -> [ArrivedInput] {
      var count = 0
      return inputs.flatMap { arrived -> [ArrivedInput] in
        guard arrived.sensor != nil else { return [arrived] }
        count += 1
        return count.isMultiple(of: 7) ? [arrived, extra(arrived)] : [arrived]
      }
    }
    func accelerations(
      from seconds: Double = .infinity,
      _ change: (Vector3, Int) -> Vector3
    ) -> [ArrivedInput] {
      var count = 0
      return inputs.map { arrived in
        guard let sensor = arrived.sensor, sensor.channel == .acceleration,
          isWithin(arrived, seconds)
        else { return arrived }
        count += 1
        return arrived.with(change(sensor.reading, count))
      }
    }
    /// Every fix at a place on a straight line, `metres` from where it was in the middle of the drive.
    func placed(_ place: (Double) -> Coordinate?) -> [ArrivedInput] {
      inputs.map { arrived in
        arrived.withFix { fix in
          let metres = (fix.timestamp.seconds(since: first) - length / 2) * (fix.speed ?? 0)
          return fix.with(coordinate: place(metres))
        }
      }
    }

    switch self {
    case .notANumber:
      return interspersed { $0.with(Vector3(.nan, 0, 9.8)) }
    case .infinite:
      return interspersed { $0.with(Vector3(0, -.infinity, 9.8)) }
    case .axisStuck:
      var held: Double?
      return accelerations(from: 5) { value, _ in
        held = held ?? value.x
        return Vector3(held ?? 0, value.y, value.z)
      }
    case .railToRail:
      let rail = 16 * PhysicalConstants.standardGravity
      return accelerations(from: 1) { value, count in
        Vector3(count.isMultiple(of: 2) ? rail : -rail, value.y, value.z)
      }
    case .biasStep:
      return accelerations { value, _ in value + Vector3(0, 0.5, 0) }
    case .rateHalved:
      var counts: [SensorChannel: Int] = [:]
      return without { _, sensor in
        counts[sensor.channel, default: 0] += 1
        return counts[sensor.channel, default: 0].isMultiple(of: 2)
      }
    case .jitter:
      var before: [SensorChannel: Timestamp] = [:]
      return inputs.map { arrived in
        guard let sensor = arrived.sensor else { return arrived }
        let interval = before[sensor.channel].map { min(0.1, sensor.timestamp.seconds(since: $0)) }
        before[sensor.channel] = sensor.timestamp
        let shift = 0.3 * (interval ?? 0) * Double.random(in: -1...1, using: &random)
        return arrived.with(at: sensor.timestamp.advanced(bySeconds: shift))
      }
    case .lost100ms: return without { arrived, _ in isWithin(arrived, 0.1) }
    case .lost1s: return without { arrived, _ in isWithin(arrived, 1) }
    case .lost10s: return without { arrived, _ in isWithin(arrived, 10) }
    case .repeated:
      return interspersed { $0 }
    case .reversed:
      var swapped = inputs
      for index in swapped.indices.dropLast()
      where index.isMultiple(of: 5) && swapped[index].sensor != nil
        && swapped[index + 1].sensor != nil
      {
        swapped.swapAt(index, index + 1)
      }
      return swapped
    case .dayAhead, .dayBack:
      let leap = self == .dayAhead ? 86_400.0 : -86_400
      var isDone = false
      return inputs.flatMap { arrived -> [ArrivedInput] in
        guard !isDone, elapsed(arrived) > begin, let sensor = arrived.sensor else {
          return [arrived]
        }
        isDone = true
        return [arrived, arrived.with(at: sensor.timestamp.advanced(bySeconds: leap))]
      }
    case .clockDrift:
      return inputs.map { arrived in
        guard let sensor = arrived.sensor else { return arrived }
        let drift = sensor.timestamp.seconds(since: first) * 500e-6
        return arrived.with(at: sensor.timestamp.advanced(bySeconds: drift))
      }
    case .wallClockSetBack:
      return inputs.flatMap { arrived -> [ArrivedInput] in
        guard isWithin(arrived, 1), case .fix = arrived.input,
          let anchor = ClockAnchor(monotonic: arrived.receivedAt, unixSeconds: 1_700_000_000 - 3600)
        else { return [arrived] }
        return [ArrivedInput(input: .clock(anchor), receivedAt: arrived.receivedAt), arrived]
      }
    case .accuracyInvalid: return inputs.map { $0.withFix { $0.with(accuracy: -1) } }
    case .speedInvalid: return inputs.map { $0.withFix { $0.with(speed: -1) } }
    case .speedOf200:
      return inputs.map { arrived in
        isWithin(arrived, 3) ? arrived.withFix { $0.with(speed: 200) } : arrived
      }
    case .poles:
      return placed { metres in
        let latitude = 90 - abs(metres) / 111_195
        return Coordinate(latitude: latitude, longitude: metres < 0 ? 11 : -169)
      }
    case .antimeridian:
      return placed { metres in
        let longitude = metres / 111_195
        return Coordinate(latitude: 0, longitude: longitude < 0 ? 180 + longitude : longitude - 180)
      }
    case .nullIsland: return placed { _ in Coordinate(latitude: 0, longitude: 0) }
    case .gyroscopeAbsent: return without { _, sensor in sensor.channel == .rotation }
    case .magnetometerPresent:
      return inputs.flatMap { arrived -> [ArrivedInput] in
        guard let sensor = arrived.sensor, sensor.channel == .acceleration else { return [arrived] }
        let field = SensorSample(
          .magneticField,
          timestamp: sensor.timestamp,
          value: Vector3(20, 5, -43)
        )
        return [arrived, ArrivedInput(input: .sensor(field), receivedAt: arrived.receivedAt)]
      }
    case .accelerometerLate:
      return without { arrived, sensor in sensor.channel == .acceleration && elapsed(arrived) < 3 }
    case .lateBurst:
      let end = first.advanced(bySeconds: begin + 5)
      return inputs.map { arrived in
        isWithin(arrived, 5) ? ArrivedInput(input: arrived.input, receivedAt: end) : arrived
      }
    }
  }
}
