import MotionSamples

/// The last few hops, and what can be measured over them about the hop in their middle.
///
/// Every measure is a median, or a difference of means over several hops, so that one knock in one hop or two moves it
/// little, and all of them are about the same instant, so that starts and ends are dated without a lag.
struct HopWindow: Hashable, Codable, Sendable {
  /// How many hops the window holds: 1.75 s.
  static let length = 7

  /// How many hops the middle lies behind the newest one.
  static let lag = length / 2

  private var hops: [HopFeatures] = []
  private var oldest = 0

  var isFull: Bool { hops.count == Self.length }

  /// The hop that the measures are about, once the window is full.
  var middle: HopFeatures { self[Self.lag] }

  /// The hops from the oldest (0) to the newest.
  private subscript(index: Int) -> HopFeatures {
    hops[(oldest + index) % Self.length]
  }

  mutating func append(_ hop: HopFeatures) {
    if hops.count < Self.length {
      hops.append(hop)
    } else {
      hops[oldest] = hop
      oldest = (oldest + 1) % Self.length
    }
  }

  mutating func removeAll() {
    hops.removeAll(keepingCapacity: true)
    oldest = 0
  }

  /// The measures, or nil where too little of the window has been measured.
  ///
  /// `rest` is what the phone showed at rest; measures against it are absent while that is not known.
  func features(rest: RestingState) -> HandlingFeatures? {
    guard isFull, middle.isMeasured else { return nil }
    let standing = rest.isKnown ? rest.force.magnitude : PhysicalConstants.standardGravity
    let vibration = median(1...5) { $0.isMeasured ? $0.vibration : nil } ?? 0
    let sway = medianChange
    let rotation = median(1...5) { $0.rotationAcrossGravity }
    guard let tilt = rotation == nil ? unexplainedTilt(standing: standing) : gravityTilt else {
      return nil
    }
    return HandlingFeatures(
      start: middle.start,
      vibration: vibration,
      rotation: rotation,
      tiltDeg: tilt / PhysicalConstants.radiansPerDegree,
      sway: sway,
      departureDeg: rest.isKnown ? departure(from: rest.force) : nil,
      restlessness: rest.isKnown
        ? sway.map { Self.restlessness(vibration: vibration, sway: $0, rest) } : nil,
      agreement: agreement
    )
  }

  /// The turn of gravity over the window in radians, as far as it is going on in the middle of it.
  ///
  /// The middle third tells whether it is: three times its turn is what a steady one makes over the whole. Without
  /// that, a turn would be dated half a window too early and its end as much too late.
  private var gravityTilt: Double? {
    let whole = self[0].gravity.angle(to: self[6].gravity) ?? 0
    let third = self[2].gravity.angle(to: self[4].gravity) ?? 0
    return min(whole, 3 * third)
  }

  /// The same of the low-passed reading, less what a vehicle that accelerates can have given it.
  ///
  /// The ends of the window are means over two hops, so that no single jolt counts as a turn.
  private func unexplainedTilt(standing: Double) -> Double? {
    guard let before = mean(0...1), let after = mean(5...6) else { return nil }
    let whole =
      (before.angle(to: after) ?? 0)
      - Self.explainedTilt(before, standing: standing)
      - Self.explainedTilt(after, standing: standing)
    guard self[2].isMeasured, self[4].isMeasured else { return max(0, whole) }
    let third = self[2].meanAcceleration.angle(to: self[4].meanAcceleration) ?? 0
    return max(0, min(whole, 3 * third))
  }

  /// How far acceleration along the road can have turned a reading in radians, by how much it has lengthened it.
  ///
  /// It adds to gravity at a right angle and makes the reading longer by 1/cos of the turn. A hand that turns the phone
  /// lengthens nothing.
  private static func explainedTilt(_ reading: Vector3, standing: Double) -> Double {
    let length = reading.magnitude
    return length > standing ? .pi / 2 - arcsine(standing / length) : 0
  }

  /// The median step of the low-passed reading from hop to hop, in m/s².
  private var medianChange: Double? {
    median(1...6) { index -> Double? in
      let (earlier, later) = (self[index - 1], self[index])
      guard let noise = earlier.meanVariance, let laterNoise = later.meanVariance else {
        return nil
      }
      let step = (later.meanAcceleration - earlier.meanAcceleration).squaredMagnitude
      return max(0, step - noise - laterNoise).squareRoot()
    }
  }

  /// How much more the phone shakes and sways than at rest: 1 for as much, product of both ratios.
  private static func restlessness(
    vibration: Double,
    sway: Double,
    _ rest: RestingState
  ) -> Double {
    // What is added keeps the noise of a phone that lies still from counting as much.
    let (calmVibration, calmSway) = (0.1, 0.25)
    return (vibration + calmVibration) * (sway + calmSway)
      / ((rest.vibration + calmVibration) * (rest.sway + calmSway))
  }

  /// How well the accelerometer bears out the turn that the gyroscope shows into the middle hop.
  private var agreement: TurnAgreement? {
    let (earlier, later) = (self[Self.lag - 1], self[Self.lag])
    guard let before = earlier.rotation, let after = later.rotation else { return nil }
    // Gravity stands still in the world and so turns against the phone.
    let expected = earlier.gravity.cross(before + after) * (HopAccumulator.hopSec / 2)
    let step = later.meanAcceleration - earlier.meanAcceleration
    return TurnAgreement(turned: expected.squaredMagnitude, aligned: step.dot(expected))
  }

  /// How far the phone lies from its attitude at rest, in degrees.
  ///
  /// Taken from the part of the reading along the old vertical alone, which a vehicle that accelerates, brakes or
  /// corners leaves as it is.
  private func departure(from rest: Vector3) -> Double? {
    let squaredLength = rest.squaredMagnitude
    guard squaredLength > 0,
      let upright = median(1...5, { $0.isMeasured ? $0.meanAcceleration.dot(rest) : nil })
    else { return nil }
    return (.pi / 2 - arcsine(upright / squaredLength)) / PhysicalConstants.radiansPerDegree
  }

  private func mean(_ range: ClosedRange<Int>) -> Vector3? {
    var sum = Vector3.zero
    var count = 0
    for index in range where self[index].isMeasured {
      sum += self[index].meanAcceleration
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }

  private func median(
    _ range: ClosedRange<Int>,
    _ value: (HopFeatures) -> Double?
  ) -> Double? {
    median(range) { (index: Int) in value(self[index]) }
  }

  /// The lower median of what is present, if that is at least half.
  private func median(_ range: ClosedRange<Int>, _ value: (Int) -> Double?) -> Double? {
    var present = SIMD8<Double>()
    var count = 0
    for index in range {
      guard let next = value(index) else { continue }
      // Insertion keeps the few values sorted.
      var place = count
      while place > 0, present[place - 1] > next {
        present[place] = present[place - 1]
        place -= 1
      }
      present[place] = next
      count += 1
    }
    return count * 2 >= range.count ? present[(count - 1) / 2] : nil
  }
}
