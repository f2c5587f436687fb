import HeadingEstimation
import MotionSamples

/// A phone with ideal or faulty sensors whose true attitude is known: generated, not recorded.
struct SimulatedPhone {
  /// Specific force, rotation rate and field are made from the true attitude at this rate.
  var hertz = 100.0
  /// The magnetometer's rate; nil for that of the others.
  var fieldHertz: Double?
  /// The earth's field in µT: x east, y north, z up.
  var field = Vector3(0, 20.3, -43.5)
  var rotationBias = Vector3.zero
  var hardIron = Vector3.zero
  /// Standard deviations of the noise: rad/s, m/s², µT.
  var rotationNoise = 0.002
  var accelerationNoise = 0.03
  var fieldNoise = 0.3
  /// Rotation rate in rad/s along the device's axes at a time in seconds.
  var rotationRate: (Double) -> Vector3 = { _ in .zero }
  /// Acceleration in m/s² along the earth's axes at a time in seconds.
  var motion: (Double) -> Vector3 = { _ in .zero }
  /// What is added to the earth's field in µT, along the earth's axes, at a time in seconds.
  var disturbance: (Double) -> Vector3 = { _ in .zero }
  var isGyroscopeOn: (Double) -> Bool = { _ in true }
  var isAccelerometerOn: (Double) -> Bool = { _ in true }
  var isMagnetometerOn: (Double) -> Bool = { _ in true }

  private(set) var attitude: Attitude
  private(set) var time = 0.0
  private var lastField = -1.0
  private var random: SeededRandom

  /// A phone whose top points to an azimuth at an elevation, rolled about its own length, all in degrees.
  init(azimuth: Double = 0, elevation: Double = 0, roll: Double = 0, seed: UInt64 = 1) {
    let degree = PhysicalConstants.radiansPerDegree
    let heading = Self.about(Vector3(0, 0, 1), -azimuth * degree)
    let pitch = Self.about(Vector3(1, 0, 0), elevation * degree)
    let turn = Self.about(Vector3(0, 1, 0), roll * degree)
    attitude = Self.product(heading, Self.product(pitch, turn))
    random = SeededRandom(seed: seed)
  }

  /// The true azimuth of the top in degrees.
  var azimuth: Double { attitude.topAzimuth }

  /// Runs for some seconds, handing every reading to a closure.
  mutating func run(for seconds: Double, _ take: (Reading) -> Void) {
    let steps = Int((seconds * hertz).rounded())
    for _ in 0..<steps { step(take) }
  }

  /// Runs for some seconds, handing every reading to a closure with the true azimuth and the time in seconds.
  mutating func runWithTruth(for seconds: Double, _ take: (Reading, Double, Double) -> Void) {
    for _ in 0..<Int((seconds * hertz).rounded()) {
      var readings: [Reading] = []
      step { readings.append($0) }
      for reading in readings { take(reading, azimuth, time) }
    }
  }

  /// Runs for some seconds into an estimator and gives the largest error of its azimuth after the first `settling` seconds.
  ///
  /// A missing azimuth counts as 180°.
  mutating func run(
    for seconds: Double,
    into estimator: inout HeadingEstimator,
    settling: Double = 0
  ) -> Double {
    var largest = 0.0
    let start = time
    for _ in 0..<Int((seconds * hertz).rounded()) {
      step { $0.feed(to: &estimator) }
      guard time - start > settling else { continue }
      guard let estimate = estimator.azimuth else {
        largest = 180
        continue
      }
      largest = max(largest, abs(Azimuth.turn(from: azimuth, to: estimate)))
    }
    return largest
  }

  enum Reading {
    case rotation(RotationSample)
    case acceleration(AccelerationSample)
    case field(MagneticFieldSample)

    func feed(to estimator: inout HeadingEstimator) {
      switch self {
      case .rotation(let sample): estimator.process(sample)
      case .acceleration(let sample): estimator.process(sample)
      case .field(let sample): estimator.process(sample)
      }
    }
  }

  private mutating func step(_ take: (Reading) -> Void) {
    let interval = 1 / hertz
    let rate = rotationRate(time + interval / 2)
    let turned = rate * interval
    let angle = turned.magnitude
    if angle > 0 { attitude = Self.product(attitude, Self.about(turned / angle, angle)) }
    time += interval
    let timestamp = Timestamp(nanoseconds: Int64((time * 1e9).rounded()))
    if isGyroscopeOn(time) {
      let reading = rate + rotationBias + random.normalVector(deviation: rotationNoise)
      take(.rotation(RotationSample(timestamp: timestamp, radiansPerSecond: reading)))
    }
    let inverse = Attitude(w: attitude.w, x: -attitude.x, y: -attitude.y, z: -attitude.z)
    if isAccelerometerOn(time) {
      let force = inverse.applied(
        to: Vector3(0, 0, PhysicalConstants.standardGravity) + motion(time)
      )
      let reading = force + random.normalVector(deviation: accelerationNoise)
      take(
        .acceleration(AccelerationSample(timestamp: timestamp, metersPerSecondSquared: reading))
      )
    }
    if isMagnetometerOn(time), time - lastField >= 1 / (fieldHertz ?? hertz) - interval / 2 {
      lastField = time
      let reading =
        inverse.applied(to: field + disturbance(time)) + hardIron
        + random.normalVector(deviation: fieldNoise)
      take(.field(MagneticFieldSample(timestamp: timestamp, microteslas: reading)))
    }
  }

  private static func about(_ axis: Vector3, _ angle: Double) -> Attitude {
    let part = axis * sine(angle / 2)
    return Attitude(w: cosine(angle / 2), x: part.x, y: part.y, z: part.z)
  }

  private static func product(_ a: Attitude, _ b: Attitude) -> Attitude {
    let left = Vector3(a.x, a.y, a.z)
    let right = Vector3(b.x, b.y, b.z)
    let part = right * a.w + left * b.w + left.cross(right)
    let scalar = a.w * b.w - left.dot(right)
    let scale = 1 / (scalar * scalar + part.squaredMagnitude).squareRoot()
    return Attitude(w: scalar * scale, x: part.x * scale, y: part.y * scale, z: part.z * scale)
  }
}

extension SimulatedPhone {
  /// A turn of the phone about all three axes, as in the figure of eight that calibrates a compass.
  static func figureOfEight(_ time: Double) -> Vector3 {
    Vector3(1.6 * sine(1.1 * time), 1.4 * cosine(0.8 * time), 1.2 * sine(0.57 * time + 1))
  }

  /// A slow wander of a phone in the hand.
  static func handheld(_ time: Double) -> Vector3 {
    Vector3(0.4 * sine(0.9 * time), 0.3 * cosine(0.7 * time), 0.5 * sine(0.31 * time))
  }
}
