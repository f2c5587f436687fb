import MotionSamples
import SignalFilters

/// What goes on while nothing happens: free falls, handling, road vibration.
///
/// Its averages are exponential with a first-order step, dt / (τ + dt): within a few per cent of the exact one for the
/// intervals in question, and cheap enough for every reading of a day.
package struct MotionBackground: Hashable, Codable, Sendable {
  /// A free fall and when it ended.
  struct Fall: Hashable, Codable, Sendable {
    var end: Timestamp
    var durationSec: Double
  }

  /// Time constants in seconds: the last second for handling, a few for the road.
  private static let handlingTau = 1.0
  private static let roadTau = 4.0
  private static let meanTau = 0.25
  private static let brakingTau = 0.3
  /// A pause in braking, in seconds, after which what it took shows in the fixes.
  private static let brakingBreakSec = 1.0
  /// A break in a fall, in seconds, that a spinning phone or a brush against something makes.
  private static let fallBreakSec = 0.04

  /// The previous frame's instant, absent at the start and after a gap.
  package private(set) var timestamp: Timestamp?
  /// The previous frame's reading and gravity, in m/s².
  private(set) var acceleration = Vector3.zero
  private(set) var gravity = Vector3.zero
  /// The longest free fall of late.
  private(set) var fall: Fall?
  /// Mean squares: acceleration less gravity, rotation across gravity, departure from the mean reading.
  private(set) var handlingPower = 0.0
  private(set) var rotationPower: Double?
  private(set) var roadPower = 0.0

  /// Mean acceleration less gravity over the last moments, in m/s².
  private(set) var linear = Vector3.zero

  /// The integral of the mean horizontal acceleration while that is in earnest, without a break of a second, in m/s.
  private var brakingLoss = 0.0

  private var brakingPauseSec = 0.0
  private var mean = Vector3.zero
  private var fallStart: Timestamp?
  private var fallLast = Timestamp.distantPast

  /// Creates the background of a stream that has not begun.
  package init() {}

  /// Takes a frame in after the detector has looked at it.
  package mutating func update(_ frame: MotionFrame, falls: FallCriteria) {
    let interval = frame.interval
    if timestamp == nil || frame.isRestart {
      mean = frame.acceleration
      handlingPower = 0
      linear = .zero
      brakingLoss = 0
      rotationPower = nil
      fallStart = nil
      fall = nil
    }
    let handlingShare = interval / (Self.handlingTau + interval)
    handlingPower += handlingShare * (frame.linearAcceleration.squaredMagnitude - handlingPower)
    linear += (frame.linearAcceleration - linear) * (interval / (Self.brakingTau + interval))
    followBraking(interval)
    if let rate = frame.rotationRate {
      let squaredGravity = frame.gravity.squaredMagnitude
      let along = rate.dot(frame.gravity)
      let across =
        rate.squaredMagnitude - (squaredGravity > 0 ? along * along / squaredGravity : 0)
      let previous = rotationPower ?? 0
      rotationPower = previous + handlingShare * (max(0, across) - previous)
    } else {
      rotationPower = nil
    }
    mean += (frame.acceleration - mean) * (interval / (Self.meanTau + interval))
    roadPower +=
      interval / (Self.roadTau + interval)
      * ((frame.acceleration - mean).squaredMagnitude - roadPower)
    if frame.acceleration.squaredMagnitude < falls.squaredLevel { followFall(frame, falls) }
    timestamp = frame.timestamp
    acceleration = frame.acceleration
    gravity = frame.gravity
  }

  /// Takes in a frame that is part of a fall.
  private mutating func followFall(_ frame: MotionFrame, _ falls: FallCriteria) {
    let now = frame.timestamp
    if let start = fallStart,
      now.seconds(since: fallLast) <= max(Self.fallBreakSec, 1.5 * frame.interval)
    {
      fallLast = now
      // Half an interval belongs to it at either end.
      let duration = now.seconds(since: start) + frame.interval
      guard duration * 1000 >= falls.minimumFreeFallMs else { return }
      // A bounce's short fall does not replace the drop's long one while its bounces can still come.
      if let known = fall, now.seconds(since: known.end) <= falls.bounceChainSec,
        known.durationSec > duration
      {
        return
      }
      fall = Fall(end: now, durationSec: duration)
    } else {
      fallStart = now
      fallLast = now
    }
  }

  private mutating func followBraking(_ interval: Double) {
    let horizontal = horizontalAcceleration
    if horizontal.squaredMagnitude >= SpeedMemory.notBraking * SpeedMemory.notBraking {
      brakingLoss += horizontal.magnitude * interval
      brakingPauseSec = 0
    } else if brakingLoss > 0 {
      brakingPauseSec += interval
      if brakingPauseSec > Self.brakingBreakSec { brakingLoss = 0 }
    }
  }

  /// Speed in m/s that braking has taken up to now.
  ///
  /// The mean lags behind what it is taken of; what it has yet to catch up with is its time constant times itself.
  var speedTakenByBraking: Double {
    brakingLoss > 0 ? brakingLoss + Self.brakingTau * horizontalAcceleration.magnitude : 0
  }

  /// The horizontal part of the mean acceleration less gravity, in m/s².
  var horizontalAcceleration: Vector3 {
    let squaredGravity = gravity.squaredMagnitude
    guard squaredGravity > 0 else { return linear }
    return linear - gravity * (linear.dot(gravity) / squaredGravity)
  }

  /// The free fall in milliseconds that ends in an impact with this onset; 0 where there is none.
  func freeFallMs(into onset: Timestamp, configuration: CrashConfiguration) -> Double {
    guard let fall, onset.seconds(since: fall.end) * 1000 <= configuration.freeFallRecencyMs else {
      return 0
    }
    return fall.durationSec * 1000
  }

  /// The free fall in milliseconds of which an impact with this onset can be a bounce; 0 where there is none.
  func bounceFallMs(at onset: Timestamp, configuration: CrashConfiguration) -> Double {
    guard let fall, onset.seconds(since: fall.end) <= configuration.bounceChainSec else { return 0 }
    return fall.durationSec * 1000
  }
}
