import MotionSamples

/// An accelerometer reading at a time in milliseconds, a phone at rest unless told otherwise.
func acceleration(_ milliseconds: Double, _ reading: Vector3 = Vector3(0, 0, 9.81)) -> SensorSample
{
  .acceleration(
    AccelerationSample(timestamp: instant(milliseconds), metersPerSecondSquared: reading)
  )
}

/// A gyroscope reading at a time in milliseconds.
func rotation(_ milliseconds: Double, _ reading: Vector3 = .zero) -> SensorSample {
  .rotation(RotationSample(timestamp: instant(milliseconds), radiansPerSecond: reading))
}

/// A magnetometer reading at a time in milliseconds.
func magneticField(_ milliseconds: Double, _ reading: Vector3 = Vector3(20, 0, -40)) -> SensorSample
{
  .magneticField(MagneticFieldSample(timestamp: instant(milliseconds), microteslas: reading))
}

/// The instant at a time in milliseconds.
func instant(_ milliseconds: Double) -> Timestamp {
  Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
}

/// A gate together with everything that came out of it.
struct GateRun {
  var gate: SampleGate
  var released: [GatedSample] = []
  var log = DecisionLog()

  init(_ configuration: SampleGateConfiguration = SampleGateConfiguration()) throws {
    gate = try SampleGate(configuration)
  }

  /// Pushes one reading and gives the refusal, if any.
  @discardableResult
  mutating func push(_ sample: SensorSample) -> SampleRejection? {
    gate.process(sample, trail: &log) { released.append($0) }
  }

  /// Pushes readings in the order given and flushes the gate.
  mutating func finish(_ samples: some Sequence<SensorSample>) {
    for sample in samples { push(sample) }
    flush()
  }

  mutating func flush() {
    gate.flush(trail: &log) { released.append($0) }
  }

  mutating func advance(to milliseconds: Double) {
    gate.advance(to: instant(milliseconds), trail: &log) { released.append($0) }
  }

  /// What was released, as times in milliseconds.
  var times: [Double] { released.map { $0.sample.timestamp.seconds * 1000 } }

  /// The codes of the trail, in order.
  var codes: [String] { log.checks.map(\.code) }
}

/// A generated drive of all three sensors with jitter, in order of time, every instant of a channel once.
func generatedStream(
  seed: UInt64,
  count: Int,
  accelerationHz: Double = 100,
  rotationHz: Double = 50,
  magneticFieldHz: Double = 25
) -> [SensorSample] {
  var random = SeededGenerator(seed: seed)
  func channel(_ hz: Double, _ make: (Double, Vector3) -> SensorSample) -> [SensorSample] {
    let period = 1000 / hz
    return (0..<Int(Double(count) * hz / accelerationHz)).map { index in
      let jitter = Double.random(in: -0.3...0.3, using: &random) * period
      let reading = Vector3(
        Double.random(in: -5...5, using: &random),
        Double.random(in: -5...5, using: &random),
        Double.random(in: 5...15, using: &random)
      )
      return make(1000 + Double(index) * period + jitter, reading)
    }
  }
  let samples =
    channel(accelerationHz) { acceleration($0, $1) }
    + channel(rotationHz) { rotation($0, $1) }
    + channel(magneticFieldHz) { magneticField($0, $1) }
  return samples.sorted { $0.timestamp < $1.timestamp }
}
