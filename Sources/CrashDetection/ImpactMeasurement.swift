import MotionSamples
import SignalFilters

/// An impact that is going on: what has been measured of it so far.
///
/// Gravity is held from the frame before the onset, which the front end keeps clear of the impact's own flank, and turned
/// by the gyroscope where there is one. Vectors are along the device's axes of the latest frame.
///
/// What is held to the duration threshold is the strength of a reading: its magnitude less gravity or with it, whichever
/// is smaller. Without a gyroscope a phone that was turned over reads 2 g less the gravity that was held, at rest; its
/// strength is 1 g all the same.
struct ImpactMeasurement: Hashable, Codable, Sendable {
  let onset: Timestamp
  /// The latest frame's instant.
  private(set) var timestamp: Timestamp
  /// The latest crossing of the duration threshold downwards, or the latest frame above it.
  private(set) var lastAbove: Timestamp
  private(set) var isAbove = false
  private(set) var turn: TurnTracker

  private var stretchOnset: Timestamp
  private var longestStretchSec = 0.0
  private var sampleCount = 0
  private var peak = PeakTracker()
  private var isSaturated = false
  private var gravity: Vector3
  private var linear: Vector3
  private var magnitude: Double
  private var strength: Double
  private var velocity = Vector3.zero
  private var settledVelocity = Vector3.zero
  private var settledHorizontal = 0.0
  private var lowest: Vector3
  private var highest: Vector3
  private var impulse = 0.0
  private var settledImpulse = 0.0
  private let brakingBefore: Vector3
  private let brakingLoss: Double
  private let freeFallMs: Double
  private let bounceFallMs: Double
  private let handlingPower: Double
  private let rotationPower: Double?

  /// Opens at the first frame above the duration threshold (`level`, in m/s²).
  init(
    _ frame: MotionFrame,
    after background: MotionBackground,
    level: Double,
    configuration: CrashConfiguration
  ) {
    let isContinued = background.timestamp != nil && !frame.isRestart
    gravity = isContinued ? background.gravity : frame.gravity
    let previous = isContinued ? background.acceleration : frame.acceleration
    linear = previous - gravity
    magnitude = linear.magnitude
    strength = min(magnitude, previous.magnitude)
    lowest = previous
    highest = previous
    timestamp = background.timestamp ?? frame.timestamp
    turn = TurnTracker(gravity: gravity)
    let current = min((frame.acceleration - gravity).magnitude, frame.acceleration.magnitude)
    onset =
      isContinued
      ? Self.crossing(level, strength, current, from: timestamp, interval: frame.interval)
      : frame.timestamp
    stretchOnset = onset
    lastAbove = onset
    brakingBefore = isContinued ? background.horizontalAcceleration : .zero
    brakingLoss = isContinued ? background.speedTakenByBraking : 0
    freeFallMs = background.freeFallMs(into: onset, configuration: configuration)
    bounceFallMs = background.bounceFallMs(at: onset, configuration: configuration)
    handlingPower = background.handlingPower
    rotationPower = background.rotationPower
    update(frame, level: level)
  }

  /// Takes a frame in, the first one included.
  mutating func update(_ frame: MotionFrame, level: Double) {
    let interval = frame.interval
    if let rate = frame.rotationRate, interval > 0 {
      let rotation = rate * interval
      gravity = gravity.carried(through: rotation)
      velocity = velocity.carried(through: rotation)
      linear = linear.carried(through: rotation)
    }
    let current = frame.acceleration - gravity
    let currentMagnitude = current.magnitude
    let currentStrength = min(currentMagnitude, frame.acceleration.magnitude)
    // Gaps add nothing: what a wrong attitude leaves of gravity would add up in them.
    if isAbove || currentStrength >= level {
      velocity += (linear + current) * (interval / 2)
      impulse += (magnitude + currentMagnitude) * (interval / 2)
    }
    lowest.storage.replace(
      with: frame.acceleration.storage,
      where: frame.acceleration.storage .< lowest.storage
    )
    highest.storage.replace(
      with: frame.acceleration.storage,
      where: frame.acceleration.storage .> highest.storage
    )
    peak.add(currentMagnitude, previous: magnitude, interval: interval)
    turn.update(frame)
    if currentStrength >= level {
      if !isAbove {
        stretchOnset =
          sampleCount == 0
          ? onset
          : Self.crossing(level, strength, currentStrength, from: timestamp, interval: interval)
        isAbove = true
      }
      sampleCount += 1
      lastAbove = frame.timestamp
      isSaturated = isSaturated || frame.isSaturated
      settle()
    } else if isAbove {
      isAbove = false
      lastAbove = Self.crossing(
        level,
        strength,
        currentStrength,
        from: timestamp,
        interval: interval
      )
      longestStretchSec = max(longestStretchSec, lastAbove.seconds(since: stretchOnset))
      settle()
    }
    linear = current
    magnitude = currentMagnitude
    strength = currentStrength
    timestamp = frame.timestamp
  }

  /// What counts so far is what had been gathered when the impact was last above the threshold.
  private mutating func settle() {
    settledVelocity = velocity
    settledImpulse = impulse
    let vertical = gravity.normalized.map { velocity.dot($0) } ?? 0
    settledHorizontal = max(0, velocity.squaredMagnitude - vertical * vertical).squareRoot()
  }

  /// The features as they stand; the speed is the detector's to fill in.
  func features(under configuration: CrashConfiguration) -> CrashFeatures {
    let gravityUnit = PhysicalConstants.standardGravity
    let (peakValue, isLowerBound) = peak.vertex
    let change = settledVelocity.magnitude
    let range = highest - lowest
    return CrashFeatures(
      onset: onset,
      end: lastAbove,
      peakG: peakValue / gravityUnit,
      isPeakLowerBound: isLowerBound || isSaturated,
      isSaturated: isSaturated,
      impactDurationMs: lastAbove.seconds(since: onset) * 1000,
      longestStretchMs: max(
        longestStretchSec,
        isAbove ? lastAbove.seconds(since: stretchOnset) : 0
      ) * 1000,
      sampleCount: sampleCount,
      crossAxisMotion: range.x + range.y + range.z
        - max(range.x, range.y, range.z) - min(range.x, range.y, range.z),
      velocityChange: settledVelocity,
      horizontalVelocityChangeMps: settledHorizontal,
      impulseMps: settledImpulse,
      brakingBeforeG: brakingBefore.magnitude / gravityUnit,
      brakingLossMps: isAlongBraking ? brakingLoss : 0,
      freeFallMs: freeFallMs > 0 || change > configuration.velocityChange(ofFallMs: bounceFallMs)
        ? freeFallMs : bounceFallMs,
      handlingAccelerationG: handlingPower.squareRoot() / gravityUnit,
      handlingRotationRate: rotationPower?.squareRoot(),
      preImpactSpeedMps: nil,
      impactSpeedMps: nil
    )
  }

  /// Whether the impact pushed where braking had: then what came before was braking, not a bend.
  private var isAlongBraking: Bool {
    let product = brakingBefore.dot(settledVelocity)
    return product >= 0.7 * brakingBefore.magnitude * settledHorizontal
  }

  /// When a straight line between two readings crosses a level.
  private static func crossing(
    _ level: Double,
    _ before: Double,
    _ after: Double,
    from timestamp: Timestamp,
    interval: Double
  ) -> Timestamp {
    let rise = after - before
    guard rise != 0 else { return timestamp }
    let share = min(1, max(0, (level - before) / rise))
    return timestamp.advanced(bySeconds: share * interval)
  }
}
