import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("HeadingEstimator")
struct HeadingEstimatorTests {
  private static let degree = PhysicalConstants.radiansPerDegree

  // MARK: Attitudes and rates

  @Test(
    "a phone at rest has its azimuth in any attitude: flat, tilted, face down, on its side, upside down",
    arguments: [0.0, 5, 180, 355],
    [(0.0, 0.0), (60, 0), (-60, 0), (0, 90), (0, -90), (0, 180), (30, 150), (-45, -100)]
  )
  func anyAttitude(azimuth: Double, tilt: (elevation: Double, roll: Double)) throws {
    var phone = SimulatedPhone(azimuth: azimuth, elevation: tilt.elevation, roll: tilt.roll)
    var estimator = try HeadingEstimator()
    #expect(phone.run(for: 10, into: &estimator, settling: 1) < 2)
    #expect(estimator.accuracy > 0)
  }

  @Test(
    "a turning phone is followed at every rate of the sensors",
    arguments: [10.0, 25, 50, 100, 200, 400]
  )
  func rates(hertz: Double) throws {
    var phone = SimulatedPhone(azimuth: 40)
    phone.hertz = hertz
    phone.rotationRate = SimulatedPhone.handheld
    var estimator = try HeadingEstimator()
    #expect(phone.run(for: 40, into: &estimator, settling: 5) < 5)
  }

  @Test("three full turns either way leave no jump", arguments: [90.0, -90])
  func fullTurns(degreesPerSecond: Double) throws {
    var phone = SimulatedPhone(azimuth: 350)
    phone.rotationRate = { time in
      Vector3(0, 0, time < 3 ? 0 : -degreesPerSecond * Self.degree)
    }
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 3, into: &estimator)
    var previous = try #require(estimator.azimuth)
    var largestStep = 0.0
    phone.run(for: 12) { reading in
      reading.feed(to: &estimator)
      guard let azimuth = estimator.azimuth else { return }
      largestStep = max(largestStep, abs(Azimuth.turn(from: previous, to: azimuth)))
      previous = azimuth
    }
    // 0.9° a sample, and what the field corrects.
    #expect(largestStep < 1.5)
    #expect(abs(Azimuth.turn(from: phone.azimuth, to: previous)) < 3)
  }

  @Test("static noise of the field does not come through")
  func staticNoise() throws {
    var phone = SimulatedPhone(azimuth: 77)
    // About 5° of the compass.
    phone.fieldNoise = 1.8
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 20, into: &estimator)
    var squares = 0.0
    var count = 0.0
    let settled = try #require(estimator.azimuth)
    phone.run(for: 20) { reading in
      reading.feed(to: &estimator)
      guard let azimuth = estimator.azimuth else { return }
      let error = Azimuth.turn(from: settled, to: azimuth)
      squares += error * error
      count += 1
    }
    #expect((squares / count).squareRoot() < 0.5)
  }

  // MARK: Gyroscope

  @Test(
    "the gyroscope's bias is found at rest and in motion",
    arguments: [true, false],
    [Vector3(0.02, -0.01, 0.03), Vector3(0.09, -0.02, 0.01), Vector3(-0.03, 0.06, -0.05)]
  )
  func gyroscopeBias(isAtRest: Bool, bias: Vector3) throws {
    var phone = SimulatedPhone(azimuth: 120)
    phone.rotationBias = bias
    if !isAtRest { phone.rotationRate = SimulatedPhone.figureOfEight }
    var estimator = try HeadingEstimator()
    let error = phone.run(for: 90, into: &estimator, settling: 60)
    #expect(estimator.isAtRest == isAtRest)
    #expect((estimator.rotationBias - bias).magnitude < (isAtRest ? 0.002 : 0.01))
    #expect(error < 10)
  }

  @Test("24 s without the gyroscope are bridged by gravity and field, and nothing is left of them")
  func gyroscopeOutage() throws {
    var phone = SimulatedPhone(azimuth: 200, elevation: 20)
    phone.rotationRate = { SimulatedPhone.handheld($0) * 0.3 }
    phone.isGyroscopeOn = { !(20...44).contains($0) }
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 20, into: &estimator)
    // The stand-in for gravity lags by 0.3 s behind turns of up to 12° a second, and tilt counts for twice on a compass.
    #expect(phone.run(for: 24, into: &estimator, settling: 1) < 15)
    #expect(estimator.isWithoutGyroscope)
    #expect(phone.run(for: 20, into: &estimator, settling: 8) < 8)
    #expect(!estimator.isWithoutGyroscope)
    #expect(estimator.accuracy > 0)
  }

  @Test("a phone without a gyroscope is a compass")
  func withoutGyroscope() throws {
    var phone = SimulatedPhone(azimuth: 310, elevation: 30)
    phone.isGyroscopeOn = { _ in false }
    var estimator = try HeadingEstimator()
    #expect(phone.run(for: 10, into: &estimator, settling: 2) < 5)
    #expect(estimator.isWithoutGyroscope)
    #expect(estimator.accuracy > 0)
  }

  @Test("after a silence of all sensors the heading is found anew", arguments: [6.0, 60, 3600])
  func silence(seconds: Double) throws {
    var phone = SimulatedPhone(azimuth: 10)
    phone.rotationRate = SimulatedPhone.handheld
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 20, into: &estimator)
    // Meanwhile the phone is turned unseen.
    phone.rotationRate = { _ in Vector3(0, 0, 0.3) }
    phone.run(for: seconds) { _ in }
    phone.rotationRate = SimulatedPhone.handheld
    #expect(phone.run(for: 30, into: &estimator, settling: 10) < 8)
  }

  // MARK: Magnetometer

  @Test("a magnetometer slower than the gyroscope is enough", arguments: [5.0, 10, 25])
  func slowMagnetometer(hertz: Double) throws {
    var phone = SimulatedPhone(azimuth: 100)
    phone.fieldHertz = hertz
    phone.rotationRate = SimulatedPhone.handheld
    var estimator = try HeadingEstimator()
    #expect(phone.run(for: 40, into: &estimator, settling: 5) < 5)
  }

  @Test("6 s without the magnetometer are bridged by the gyroscope, and the error grows meanwhile")
  func magnetometerOutage() throws {
    var phone = SimulatedPhone(azimuth: 100)
    phone.rotationBias = Vector3(0.01, 0.01, -0.02)
    phone.rotationRate = { $0 < 10 ? .zero : SimulatedPhone.handheld($0) }
    phone.isMagnetometerOn = { !(20...26).contains($0) }
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 20, into: &estimator)
    let before = estimator.accuracy
    #expect(phone.run(for: 6, into: &estimator) < 3)
    #expect(estimator.accuracy > before)
    #expect(phone.run(for: 20, into: &estimator) < 5)
  }

  @Test("without a magnetometer there is no heading and no error of one")
  func noMagnetometer() throws {
    var phone = SimulatedPhone()
    phone.isMagnetometerOn = { _ in false }
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 5, into: &estimator)
    #expect(estimator.azimuth == nil)
    #expect(estimator.attitude == nil)
    #expect(estimator.accuracy < 0)
  }

  @Test(
    "a magnet that passes by hardly turns the heading",
    arguments: [Vector3(40, 0, 0), Vector3(-25, 10, 20), Vector3(-15, 20, 0), Vector3(0, 0, 60)]
  )
  func passingMagnet(magnet: Vector3) throws {
    var phone = SimulatedPhone(azimuth: 250)
    phone.rotationRate = SimulatedPhone.handheld
    phone.disturbance = { (30...40).contains($0) ? magnet : .zero }
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 30, into: &estimator)
    #expect(estimator.fieldTrust > 0.5)
    // The compass alone is off by 20° to 63° meanwhile.
    #expect(phone.run(for: 10, into: &estimator) < 10)
    #expect(estimator.fieldTrust < 0.3)
    #expect(phone.run(for: 20, into: &estimator) < 10)
  }

  @Test("a change that lasts is followed in the end, and owned up to until then")
  func lastingChange() throws {
    var phone = SimulatedPhone(azimuth: 30)
    phone.rotationRate = SimulatedPhone.handheld
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 30, into: &estimator)
    // Another place: north is 40° off, and the field is stronger by a tenth.
    let (sine40, cosine40) = (sine(40 * Self.degree), cosine(40 * Self.degree))
    phone.field = Vector3(22.3 * sine40, 22.3 * cosine40, -47.8)
    _ = phone.run(for: 20, into: &estimator)
    #expect(estimator.accuracy > 10)
    _ = phone.run(for: 400, into: &estimator)
    let azimuth = try #require(estimator.azimuth)
    #expect(abs(Azimuth.turn(from: phone.azimuth - 40, to: azimuth)) < 5)
  }

  @Test(
    "hard iron is learnt by turning the phone, a car's thousands of µT included",
    arguments: [
      Vector3(15, -10, 20), Vector3(-60, 55, 408), Vector3(100, 290, 64),
      Vector3(-1500, 900, 1800),
    ]
  )
  func hardIron(hardIron: Vector3) throws {
    var phone = SimulatedPhone(azimuth: 60)
    phone.hardIron = hardIron
    phone.rotationRate = SimulatedPhone.figureOfEight
    var estimator = try HeadingEstimator()
    #expect(phone.run(for: 90, into: &estimator, settling: 60) < 8)
    #expect((estimator.hardIron - hardIron).magnitude < 3)
    #expect(estimator.accuracy > 0)
  }

  @Test("a phone in a mount learns what it needs from the car's turns alone")
  func turnsOfACar() throws {
    var phone = SimulatedPhone(azimuth: 60, elevation: 50)
    phone.hardIron = Vector3(-1500, 900, 1800)
    let up = Vector3(0, 0, 1)
    phone.rotationRate = { [start = phone.attitude] time in
      // About the vertical, as seen from the mount: a turn by 90° every 20 s, left and right.
      let back = Attitude(w: start.w, x: -start.x, y: -start.y, z: -start.z)
      return back.applied(to: up) * (0.4 * sine(0.25 * time))
    }
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 2, into: &estimator)
    #expect(estimator.accuracy < 0)
    #expect(phone.run(for: 150, into: &estimator, settling: 100) < 10)
    #expect(estimator.accuracy > 0)
    // The hard iron along the vertical can't be seen from such turns, and no calibration is made of them.
    #expect(estimator.calibrationAssessment != .adopted)
  }

  @Test("a strong field without any turn is no heading")
  func strongFieldAtRest() throws {
    var phone = SimulatedPhone(azimuth: 60)
    phone.hardIron = Vector3(100, 290, 64)
    var estimator = try HeadingEstimator()
    _ = phone.run(for: 60, into: &estimator)
    #expect(estimator.accuracy < 0)
  }

  // MARK: Motion

  @Test(
    "shaking does not turn the heading",
    arguments: [Vector3(12, 0, 0), Vector3(0, 12, 0), Vector3(4, 9, 8)],
    [3.0, 6]
  )
  func shaking(amplitude: Vector3, hertz: Double) throws {
    var phone = SimulatedPhone(azimuth: 45, elevation: 30)
    phone.motion = { $0 < 10 ? .zero : amplitude * sine(2 * Double.pi * hertz * $0) }
    var estimator = try HeadingEstimator()
    #expect(phone.run(for: 40, into: &estimator, settling: 2) < 4)
    #expect(!estimator.isAtRest)
  }

  // MARK: Dirty input

  @Test("late, repeated, zero-length and broken readings leave no trace")
  func dirtyReadings() throws {
    var phone = SimulatedPhone(azimuth: 45)
    phone.rotationRate = SimulatedPhone.handheld
    var plain = try HeadingEstimator()
    var dirty = try HeadingEstimator()
    phone.runWithTruth(for: 5) { reading, _, time in
      reading.feed(to: &plain)
      reading.feed(to: &dirty)
      let timestamp = Timestamp(nanoseconds: Int64((time * 1e9).rounded()))
      let late = timestamp.advanced(bySeconds: -0.1)
      switch reading {
      case .rotation(let sample):
        dirty.process(RotationSample(timestamp: sample.timestamp, radiansPerSecond: .zero))
        dirty.process(RotationSample(timestamp: late, radiansPerSecond: Vector3(9, 9, 9)))
        dirty.process(
          RotationSample(
            timestamp: sample.timestamp.advanced(bySeconds: 0.001),
            radiansPerSecond: Vector3(.nan, 0, 0)
          )
        )
      case .acceleration(let sample):
        dirty.process(
          AccelerationSample(timestamp: sample.timestamp, metersPerSecondSquared: .zero)
        )
        dirty.process(AccelerationSample(timestamp: late, metersPerSecondSquared: Vector3(9, 9, 9)))
        dirty.process(
          AccelerationSample(
            timestamp: sample.timestamp.advanced(bySeconds: 0.001),
            metersPerSecondSquared: Vector3(0, .infinity, 0)
          )
        )
      case .field(let sample):
        dirty.process(MagneticFieldSample(timestamp: sample.timestamp, microteslas: .zero))
        dirty.process(MagneticFieldSample(timestamp: late, microteslas: Vector3(9, 9, 9)))
        dirty.process(
          MagneticFieldSample(
            timestamp: sample.timestamp.advanced(bySeconds: 0.001),
            microteslas: Vector3(0, 0, 1e300)
          )
        )
      }
    }
    #expect(dirty.state == plain.state)
  }

  @Test("a sample of zeros from every sensor, at the start or later, does not poison it")
  func zeros() throws {
    var phone = SimulatedPhone(azimuth: 45)
    var estimator = try HeadingEstimator()
    for offset in [-3.0, -2, -1] {
      let timestamp = Timestamp(nanoseconds: 0).advanced(bySeconds: offset)
      estimator.process(RotationSample(timestamp: timestamp, radiansPerSecond: .zero))
      estimator.process(AccelerationSample(timestamp: timestamp, metersPerSecondSquared: .zero))
      estimator.process(MagneticFieldSample(timestamp: timestamp, microteslas: .zero))
    }
    _ = phone.run(for: 10, into: &estimator)
    for index in 1...20 {
      let timestamp = Timestamp(nanoseconds: 0)
        .advanced(bySeconds: phone.time + 0.0001 * Double(index))
      estimator.process(RotationSample(timestamp: timestamp, radiansPerSecond: .zero))
      estimator.process(AccelerationSample(timestamp: timestamp, metersPerSecondSquared: .zero))
      estimator.process(MagneticFieldSample(timestamp: timestamp, microteslas: .zero))
    }
    #expect(phone.run(for: 10, into: &estimator) < 2)
  }

  @Test("garbage gives no value that is no number", arguments: Array(UInt64(1)...6))
  func garbage(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var estimator = try HeadingEstimator()
    var time = 0.0
    func reading() -> Vector3 {
      let scale = [0.0, 1e-300, 1e-6, 1, 50, 3000, 1e5, 1e308, .infinity, .nan]
        .randomElement(using: &random)
      let direction = random.direction()
      // Not a zero times infinity by accident: that is what the last two are for.
      return direction * (scale ?? 1)
    }
    for _ in 0..<6_000 {
      time +=
        [0, 0, 1e-9, 0.005, 0.01, 0.02, 0.2, 3, -0.5, 1e4]
        .randomElement(using: &random) ?? 0
      let timestamp = Timestamp(nanoseconds: 0).advanced(bySeconds: time)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: estimator.process(RotationSample(timestamp: timestamp, radiansPerSecond: reading()))
      case 1:
        estimator.process(
          AccelerationSample(timestamp: timestamp, metersPerSecondSquared: reading())
        )
      default:
        estimator.process(MagneticFieldSample(timestamp: timestamp, microteslas: reading()))
      }
      #expect(estimator.accuracy.isFinite)
      if let attitude = estimator.attitude {
        let length =
          attitude.w * attitude.w + attitude.x * attitude.x + attitude.y * attitude.y
          + attitude.z * attitude.z
        #expect(abs(length - 1) < 1e-6)
      }
    }
    // And it is as good as new once the sensors have been silent for long enough.
    var phone = SimulatedPhone(azimuth: 70)
    phone.rotationRate = SimulatedPhone.figureOfEight
    let offset = max(0, time) + 1e6
    var largest = 0.0
    phone.runWithTruth(for: 150) { reading, truth, now in
      reading.shifted(by: offset).feed(to: &estimator)
      guard now > 120, let azimuth = estimator.azimuth else { return }
      largest = max(largest, abs(Azimuth.turn(from: truth, to: azimuth)))
    }
    #expect(largest < 20)
  }

  // MARK: Snapshots and time

  @Test("restored at any reading it goes on bit for bit", arguments: [UInt64(1), 2, 3])
  func restored(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var phone = SimulatedPhone(azimuth: 45, seed: seed)
    phone.hardIron = Vector3(30, -300, 80)
    phone.rotationRate = SimulatedPhone.figureOfEight
    phone.isGyroscopeOn = { !(12...14).contains($0) }
    var straight = try HeadingEstimator()
    var split = try HeadingEstimator()
    var readings: [SimulatedPhone.Reading] = []
    phone.run(for: 40) { readings.append($0) }
    for reading in readings {
      reading.feed(to: &straight)
      if Int.random(in: 0..<60, using: &random) == 0 {
        let data = try JSONEncoder().encode(split.state)
        let state = try JSONDecoder().decode(HeadingEstimator.State.self, from: data)
        split = try HeadingEstimator(split.configuration, restoring: state)
      }
      reading.feed(to: &split)
      #expect(split.attitude == straight.attitude)
    }
    #expect(split.state == straight.state)
    #expect(straight.calibrationAssessment != .collecting)
  }

  @Test("a shift of all timestamps changes nothing", arguments: [-1e6, 12_345.678, 4e8])
  func shifted(seconds: Double) throws {
    var phone = SimulatedPhone(azimuth: 45)
    phone.rotationRate = SimulatedPhone.figureOfEight
    var plain = try HeadingEstimator()
    var moved = try HeadingEstimator()
    phone.run(for: 10) { reading in
      reading.feed(to: &plain)
      reading.shifted(by: seconds).feed(to: &moved)
    }
    #expect(moved.attitude == plain.attitude)
    #expect(moved.accuracy == plain.accuracy)
  }

  @Test(
    "the published error covers the true one while all is well",
    arguments: [UInt64(1), 2, 3, 4]
  )
  func honestError(seed: UInt64) throws {
    var phone = SimulatedPhone(azimuth: 200, seed: seed)
    phone.rotationRate = SimulatedPhone.handheld
    phone.rotationBias = Vector3(0.02, 0.03, -0.02)
    var estimator = try HeadingEstimator()
    var within = 0
    var withinTwice = 0
    var count = 0
    phone.runWithTruth(for: 60) { reading, truth, _ in
      reading.feed(to: &estimator)
      guard let azimuth = estimator.azimuth, estimator.accuracy > 0 else { return }
      let error = abs(Azimuth.turn(from: truth, to: azimuth))
      count += 1
      if error <= estimator.accuracy { within += 1 }
      if error <= 2 * estimator.accuracy { withinTwice += 1 }
    }
    #expect(count > 10_000)
    #expect(Double(within) >= 0.68 * Double(count))
    #expect(Double(withinTwice) >= 0.95 * Double(count))
  }
}

extension SimulatedPhone.Reading {
  /// The same reading at another time.
  func shifted(by seconds: Double) -> Self {
    let shift = Int64((seconds * 1e9).rounded())
    func moved(_ timestamp: Timestamp) -> Timestamp {
      Timestamp(nanoseconds: timestamp.nanoseconds + shift)
    }
    switch self {
    case .rotation(let sample):
      return .rotation(
        RotationSample(
          timestamp: moved(sample.timestamp),
          radiansPerSecond: sample.rotationRate
        )
      )
    case .acceleration(let sample):
      return .acceleration(
        AccelerationSample(
          timestamp: moved(sample.timestamp),
          metersPerSecondSquared: sample.acceleration
        )
      )
    case .field(let sample):
      return .field(
        MagneticFieldSample(timestamp: moved(sample.timestamp), microteslas: sample.field)
      )
    }
  }
}
