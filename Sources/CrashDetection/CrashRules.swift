public import MotionSamples

/// The outcome of one rule: a stable code, what was measured, against what.
public struct CrashCheck: Hashable, Sendable {
  /// The stable code: a rejection reason's for what speaks against a crash, an evidence's for what confirms it.
  public let code: String

  /// The measured value, absent where there was nothing to measure.
  public let measured: Double?

  /// The threshold in the same unit, absent where the rule compares with none.
  public let threshold: Double?

  /// How it came out.
  public let verdict: CheckVerdict

  /// The check as an entry for the trail.
  func entry(at timestamp: Timestamp) -> DecisionCheck {
    DecisionCheck(
      timestamp: timestamp,
      code: code,
      measured: measured,
      threshold: threshold,
      verdict: verdict
    )
  }
}

/// The rules of the crash detector: pure functions from what was measured to a verdict.
///
/// The detector decides by them and the trail shows the very checks that they returned.
public enum CrashRules {
  /// A rule that can reject an impact.
  typealias Rule = @Sendable (CrashFeatures, CrashConfiguration) -> CrashCheck

  /// What every impact must pass, in this order; the first failure decides.
  static let impactRules: [(reason: CrashRejectionReason, rule: Rule)] = [
    (.peakBelowThreshold, { peak($0, $1) }),
    (.heldTooLong, { stretch($0, $1) }),
    (.tooLong, { duration($0, $1) }),
    (.tooShort, { shortness($0, $1) }),
    (.loneReading, { features, _ in readings(features) }),
    (.singleAxis, { axes($0, $1) }),
    (.velocityChangeTooSmall, { velocity($0, $1) }),
    (.freeFallBeforeImpact, { freeFall($0, $1) }),
    (.handlingUnderWay, { handling($0, $1) }),
    (.preImpactSpeedUnknown, { features, _ in speedKnown(features) }),
    (.preImpactSpeedBelowGate, { speedGate($0, $1) }),
  ]

  /// Applies every impact rule and writes each check down; those after the first failure are skipped.
  ///
  /// - Returns: the reason of the first rule that failed, nil where all passed.
  static func rejection(
    of features: CrashFeatures,
    under configuration: CrashConfiguration,
    at timestamp: Timestamp,
    trail: inout some DecisionTrail
  ) -> CrashRejectionReason? {
    var failure: CrashRejectionReason?
    for (reason, rule) in impactRules {
      guard failure == nil else {
        trail.record(
          DecisionCheck(
            timestamp: timestamp,
            code: reason.rawValue,
            measured: nil,
            threshold: nil,
            verdict: .skipped
          )
        )
        continue
      }
      let check = rule(features, configuration)
      trail.record(check.entry(at: timestamp))
      if check.verdict == .failed { failure = reason }
    }
    return failure
  }

  /// Looks for evidence that a candidate was a crash, the strongest first.
  ///
  /// - Parameters:
  ///   - features: the candidate's main impact.
  ///   - aftermath: what came since.
  ///   - hold: why the impact by itself is doubted; only a loss of speed beyond braking overrules that,
  ///     and a fall only where it does not explain the impact.
  ///   - configuration: the thresholds.
  ///   - timestamp: the instant of the decision, for the trail.
  ///   - trail: takes every check that was made.
  /// - Returns: the evidence, nil where there is none yet.
  static func evidence(
    for features: CrashFeatures,
    after aftermath: CrashAftermath,
    hold: CrashRejectionReason?,
    under configuration: CrashConfiguration,
    at timestamp: Timestamp,
    trail: inout some DecisionTrail
  ) -> CrashEvidence? {
    let loss = lossBeyondBraking(aftermath, configuration)
    trail.record(loss.entry(at: timestamp))
    let strength = impactStrength(features, aftermath, configuration)
    trail.record(strength.entry(at: timestamp))
    // Two wrong fixes in a row lose speed, too. What took the speed must show in an impact that was seen whole; one that
    // was clipped can have been any size.
    let isBorneOut = features.isSaturated || strength.verdict == .passed
    if loss.verdict == .passed, isBorneOut, speedGate(features, configuration).verdict == .passed {
      let fall = fallExplains(features, configuration)
      trail.record(fall.entry(at: timestamp))
      if fall.verdict != .passed { return .speedLossBeyondBraking }
    }
    guard hold == nil else { return nil }
    let collapse = speedCollapse(features, aftermath, configuration)
    trail.record(collapse.entry(at: timestamp))
    if strength.verdict == .passed && collapse.verdict == .passed { return .speedCollapse }
    let rest = inertial(features, aftermath, configuration)
    trail.record(rest.entry(at: timestamp))
    return strength.verdict == .passed && rest.verdict == .passed ? .inertial : nil
  }

  // MARK: What speaks against a crash

  /// The peak must reach the impact threshold.
  public static func peak(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    atLeast(.peakBelowThreshold, features.peakG, configuration.impactThreshold)
  }

  /// No stretch may stay above the duration threshold for longer than a vehicle's pulse.
  public static func stretch(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    atMost(.heldTooLong, features.longestStretchMs, configuration.maximumStretchMs)
  }

  /// The impact with its gaps may not go on for ever.
  public static func duration(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    atMost(.tooLong, features.impactDurationMs, configuration.maximumDurationMs)
  }

  /// The impact must last.
  public static func shortness(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    atLeast(.tooShort, features.impactDurationMs, configuration.minimumDurationMs)
  }

  /// More than one reading must have seen the impact.
  public static func readings(_ features: CrashFeatures) -> CrashCheck {
    atLeast(.loneReading, Double(features.sampleCount), 2)
  }

  /// A second axis must have moved at all.
  public static func axes(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    atLeast(.singleAxis, features.crossAxisMotion, configuration.minimumCrossAxisMotion)
  }

  /// The velocity change must be more than a knock's.
  public static func velocity(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    atLeast(
      .velocityChangeTooSmall,
      features.velocityChangeMps,
      configuration.minimumVelocityChange
    )
  }

  /// The phone may not have fallen into it.
  public static func freeFall(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    below(.freeFallBeforeImpact, features.freeFallMs, configuration.minimumFreeFallMs)
  }

  /// The phone may not have been shaken or turned about by hand just before.
  public static func handling(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    let shaking = below(
      .handlingUnderWay,
      features.handlingAccelerationG,
      configuration.handlingAcceleration
    )
    guard shaking.verdict == .passed, let rate = features.handlingRotationRate else {
      return shaking
    }
    let turning = below(.handlingUnderWay, rate, configuration.handlingRotationRate)
    return turning.verdict == .failed ? turning : shaking
  }

  /// A trustworthy speed must be known from before the impact.
  public static func speedKnown(_ features: CrashFeatures) -> CrashCheck {
    CrashCheck(
      code: CrashRejectionReason.preImpactSpeedUnknown.rawValue,
      measured: features.preImpactSpeedMps,
      threshold: nil,
      verdict: features.preImpactSpeedMps == nil ? .failed : .passed
    )
  }

  /// That speed must reach the gate.
  public static func speedGate(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    guard let speed = features.preImpactSpeedMps else {
      return notApplicable(
        CrashRejectionReason.preImpactSpeedBelowGate.rawValue,
        configuration.minSpeed
      )
    }
    return atLeast(.preImpactSpeedBelowGate, speed, configuration.minSpeed)
  }

  // MARK: What confirms one

  /// Whether fixes lost more speed than brakes explain.
  public static func lossBeyondBraking(
    _ aftermath: CrashAftermath,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    let code = CrashEvidence.speedLossBeyondBraking.rawValue
    guard let loss = aftermath.lossBeyondBrakingMps else {
      return notApplicable(code, configuration.speedTolerance)
    }
    return CrashCheck(
      code: code,
      measured: loss,
      threshold: configuration.speedTolerance,
      verdict: loss >= configuration.speedTolerance ? .passed : .failed
    )
  }

  /// Whether the fall before an impact explains all of it.
  ///
  /// A landing has no more velocity change than the fall gave the phone, a crash that finds it in the air does.
  public static func fallExplains(
    _ features: CrashFeatures,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    let explained = configuration.velocityChange(ofFallMs: features.freeFallMs)
    guard features.freeFallMs > 0 else { return notApplicable("fallExplainsImpact", explained) }
    return CrashCheck(
      code: "fallExplainsImpact",
      measured: features.velocityChangeMps,
      threshold: explained,
      verdict: features.velocityChangeMps <= explained ? .passed : .failed
    )
  }

  /// Whether the impact by itself was a crash's: enough velocity change, and enough of it along the road.
  ///
  /// A rollover is one by all its impacts together, in whatever direction: the vehicle lands on every side of it. Since a
  /// loose phone turns over, too, when it falls, twice the velocity change is asked of it.
  public static func impactStrength(
    _ features: CrashFeatures,
    _ aftermath: CrashAftermath,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    let code = "impactStrength"
    let isRollover = aftermath.isRollover && aftermath.impactCount > 1
    let least = configuration.crashVelocityChange * (isRollover ? 2 : 1)
    let change = isRollover ? aftermath.totalVelocityChangeMps : features.velocityChangeMps
    guard change >= least, !isRollover else {
      return CrashCheck(
        code: code,
        measured: change,
        threshold: least,
        verdict: change >= least ? .passed : .failed
      )
    }
    let horizontal = features.horizontalVelocityChangeMps
    let leastHorizontal = configuration.minimumHorizontalVelocityChange
    return CrashCheck(
      code: code,
      measured: horizontal,
      threshold: leastHorizontal,
      verdict: horizontal >= leastHorizontal ? .passed : .failed
    )
  }

  /// Whether the speed of the fixes collapsed.
  public static func speedCollapse(
    _ features: CrashFeatures,
    _ aftermath: CrashAftermath,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    let code = CrashEvidence.speedCollapse.rawValue
    guard let before = features.preImpactSpeedMps, let after = aftermath.speedAfterMps else {
      return notApplicable(code, nil)
    }
    let threshold = configuration.collapseFraction * before
    return CrashCheck(
      code: code,
      measured: after,
      threshold: threshold,
      verdict: after <= threshold ? .passed : .failed
    )
  }

  /// Whether velocity change and rest can stand in for fixes that never came.
  public static func inertial(
    _ features: CrashFeatures,
    _ aftermath: CrashAftermath,
    _ configuration: CrashConfiguration
  ) -> CrashCheck {
    let code = CrashEvidence.inertial.rawValue
    guard !aftermath.hasTellingFix, aftermath.elapsedSec >= configuration.inertialDelaySec else {
      return notApplicable(code, configuration.minimumRestSec)
    }
    let least =
      features.isSaturated
      ? configuration.crashVelocityChange : configuration.inertialVelocityChange
    guard features.velocityChangeMps >= least else {
      return CrashCheck(
        code: code,
        measured: features.velocityChangeMps,
        threshold: least,
        verdict: .failed
      )
    }
    return CrashCheck(
      code: code,
      measured: aftermath.restSec,
      threshold: configuration.minimumRestSec,
      verdict: aftermath.restSec >= configuration.minimumRestSec ? .passed : .failed
    )
  }

  /// Why a candidate whose deadline has passed is no crash.
  static func unconfirmed(
    _ features: CrashFeatures,
    _ aftermath: CrashAftermath,
    _ configuration: CrashConfiguration
  ) -> CrashRejectionReason {
    if speedCollapse(features, aftermath, configuration).verdict == .passed {
      return .impactTooWeak
    }
    return aftermath.hasTellingFix ? .noSpeedCollapse : .noEvidenceAfterImpact
  }

  /// How well everything fits together, from 0 to 1.
  ///
  /// Starts from the evidence (0.7 speed lost beyond braking, 0.6 collapse, 0.5 inertial), adds up to 0.2 for the
  /// velocity change (full at 10 m/s), 0.1 for rest and 0.05 for a rollover, and takes 0.2 off for a doubt that the
  /// speed overruled. The host's own word is 1. The weights rank cases; they are not calibrated.
  static func confidence(
    _ features: CrashFeatures,
    _ aftermath: CrashAftermath,
    hold: CrashRejectionReason?,
    by evidence: CrashEvidence,
    _ configuration: CrashConfiguration
  ) -> Double {
    let base: Double
    switch evidence {
    case .speedLossBeyondBraking: base = 0.7
    case .speedCollapse: base = 0.6
    case .inertial: base = 0.5
    case .host: return 1
    }
    let total =
      base
      + 0.2 * min(1, features.velocityChangeMps / 10)
      + (aftermath.restSec >= configuration.minimumRestSec ? 0.1 : 0)
      + (aftermath.isRollover ? 0.05 : 0)
      - (hold == nil ? 0 : 0.2)
    return min(1, max(0, total))
  }

  // MARK: Comparisons

  private static func atLeast(
    _ reason: CrashRejectionReason,
    _ measured: Double,
    _ threshold: Double
  ) -> CrashCheck {
    CrashCheck(
      code: reason.rawValue,
      measured: measured,
      threshold: threshold,
      verdict: measured >= threshold ? .passed : .failed
    )
  }

  private static func atMost(
    _ reason: CrashRejectionReason,
    _ measured: Double,
    _ threshold: Double
  ) -> CrashCheck {
    CrashCheck(
      code: reason.rawValue,
      measured: measured,
      threshold: threshold,
      verdict: measured <= threshold ? .passed : .failed
    )
  }

  private static func below(
    _ reason: CrashRejectionReason,
    _ measured: Double,
    _ threshold: Double
  ) -> CrashCheck {
    CrashCheck(
      code: reason.rawValue,
      measured: measured,
      threshold: threshold,
      verdict: measured < threshold ? .passed : .failed
    )
  }

  private static func notApplicable(_ code: String, _ threshold: Double?) -> CrashCheck {
    CrashCheck(code: code, measured: nil, threshold: threshold, verdict: .notApplicable)
  }
}
