import MotionSamples
import SignalFilters

/// An impact that is over and waits for what comes after it.
struct CrashCandidate: Hashable, Codable, Sendable {
  /// Set once it has been announced.
  var id: CrashCandidateID?
  /// Why the impact by itself is doubted; such a candidate is kept for a moment but not announced.
  var hold: CrashRejectionReason?
  /// The strongest of its impacts.
  var features: CrashFeatures
  /// The onset of the first impact: before it is before, after it is after.
  var onset: Timestamp
  /// The end of the last impact that belongs to it.
  var chainEnd: Timestamp
  /// When it is settled for want of evidence.
  var deadline: Timestamp
  /// What came since the onset.
  var aftermath: CrashAftermath
  private var turn: TurnTracker
  private var rest: RestTracker

  /// Turns a finished impact into a candidate.
  init(
    _ impact: ImpactMeasurement,
    features: CrashFeatures,
    aftermath: CrashAftermath,
    hold: CrashRejectionReason?,
    roadPower: Double,
    deadline: Timestamp,
    configuration: CrashConfiguration
  ) {
    self.features = features
    self.aftermath = aftermath
    self.hold = hold
    self.deadline = deadline
    onset = features.onset
    chainEnd = features.end
    turn = impact.turn
    rest = RestTracker(
      limit: min(configuration.restVibration, max(0.1, 0.5 * roadPower.squareRoot()))
    )
  }

  /// Takes a frame in that belongs to the time after the impact; `level` is the duration threshold in m/s².
  mutating func update(_ frame: MotionFrame, level: Double) {
    turn.update(frame)
    rest.update(frame, level: level)
    aftermath.restSec = rest.restSec
  }

  /// Counts a further impact in; the highest peak of all of them is the candidate's.
  mutating func join(_ impact: CrashFeatures) {
    if impact.peakG > features.peakG {
      features.peakG = impact.peakG
      features.isPeakLowerBound = impact.isPeakLowerBound
    }
    aftermath.impactCount += 1
    aftermath.totalVelocityChangeMps += impact.velocityChangeMps
  }

  /// Makes a further impact, already counted in, the main one; the speeds and the peak stay the candidate's.
  mutating func takeOver(_ impact: CrashFeatures) {
    let first = features
    features = impact
    features.peakG = first.peakG
    features.isPeakLowerBound = first.isPeakLowerBound
    features.brakingBeforeG = first.brakingBeforeG
    features.brakingLossMps = first.brakingLossMps
    features.preImpactSpeedMps = first.preImpactSpeedMps
    features.impactSpeedMps = first.impactSpeedMps
  }

  /// Brings the figures up to date that are only needed for a decision.
  mutating func refresh(at now: Timestamp, speeds: SpeedMemory, configuration: CrashConfiguration) {
    let brakingLimit = configuration.tyreLimit * PhysicalConstants.standardGravity
    aftermath.elapsedSec = now.seconds(since: onset)
    aftermath.turnedDeg = turn.degrees
    aftermath.peakRotationRate = turn.peakRate
    aftermath.speedAfterMps = speeds.lowest(after: onset)
    aftermath.hasTellingFix = speeds.hasReading(after: onset, bySeconds: configuration.fixLagSec)
    features.takeSpeeds(from: speeds, configuration: configuration)
    // A phone that falls does not feel its vehicle brake.
    let brakingBefore =
      features.freeFallMs > 0
      ? .infinity : features.brakingBeforeG * PhysicalConstants.standardGravity
    aftermath.lossBeyondBrakingMps = features.preImpactSpeedMps.flatMap {
      speeds.lossBeyondBraking(
        at: onset,
        ceiling: $0,
        brakingBefore: brakingBefore,
        lagSec: configuration.fixLagSec,
        brakingLimit: brakingLimit,
        confirmations: configuration.lossConfirmations
      )
    }
  }
}

/// For how long a phone has been at rest.
struct RestTracker: Hashable, Codable, Sendable {
  private static let meanTau = 0.25
  private static let powerTau = 0.5

  /// Root mean square departure from the mean reading below which it rests, in m/s².
  let limit: Double
  private(set) var restSec = 0.0
  private var mean: Vector3?
  private var power = 0.0

  init(limit: Double) {
    self.limit = limit
  }

  /// Takes a frame in; a new impact or a gap starts all over.
  mutating func update(_ frame: MotionFrame, level: Double) {
    let isDisturbed = frame.linearAcceleration.squaredMagnitude >= level * level
    guard let previous = mean, !isDisturbed, !frame.isRestart else {
      mean = frame.acceleration
      // Four times the limit's power has to decay before rest can begin: 0.7 s.
      power = 4 * limit * limit
      restSec = 0
      return
    }
    let interval = frame.interval
    let current =
      previous + (frame.acceleration - previous) * (interval / (Self.meanTau + interval))
    mean = current
    power +=
      interval / (Self.powerTau + interval)
      * ((frame.acceleration - current).squaredMagnitude - power)
    restSec = power < limit * limit ? restSec + interval : 0
  }
}
