import CrashDetection
import MotionSamples
import Testing

@Suite("CrashRules")
struct CrashRulesTests {
  private let configuration = CrashConfiguration()

  /// A frontal crash at 54 km/h that passes every rule.
  static let crash = CrashFeatures(
    onset: Timestamp(nanoseconds: 0),
    end: Timestamp(nanoseconds: 90_000_000),
    peakG: 12,
    isPeakLowerBound: false,
    isSaturated: false,
    impactDurationMs: 90,
    longestStretchMs: 90,
    sampleCount: 9,
    crossAxisMotion: 3,
    velocityChange: Vector3(-6, 0, 0),
    horizontalVelocityChangeMps: 6,
    impulseMps: 6.2,
    brakingBeforeG: 0,
    brakingLossMps: 0,
    freeFallMs: 0,
    handlingAccelerationG: 0.1,
    handlingRotationRate: 0.1,
    preImpactSpeedMps: 15,
    impactSpeedMps: 15
  )

  private func features(_ change: (inout CrashFeatures) -> Void) -> CrashFeatures {
    var features = Self.crash
    change(&features)
    return features
  }

  private func expect(
    _ check: CrashCheck,
    _ verdict: CheckVerdict,
    code: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(check.verdict == verdict, sourceLocation: location)
    #expect(check.code == code, sourceLocation: location)
  }

  @Test(
    "a peak at the threshold passes",
    arguments: [(4.0.nextDown, CheckVerdict.failed), (4, .passed), (4.0.nextUp, .passed)]
  )
  func peak(peakG: Double, verdict: CheckVerdict) {
    let check = CrashRules.peak(features { $0.peakG = peakG }, configuration)
    expect(check, verdict, code: "peakBelowThreshold")
    #expect(check.measured == peakG)
    #expect(check.threshold == 4)
  }

  @Test(
    "a stretch at the limit passes",
    arguments: [(400.0.nextDown, CheckVerdict.passed), (400, .passed), (400.0.nextUp, .failed)]
  )
  func stretch(milliseconds: Double, verdict: CheckVerdict) {
    let features = features { $0.longestStretchMs = milliseconds }
    expect(CrashRules.stretch(features, configuration), verdict, code: "heldTooLong")
  }

  @Test(
    "a duration at the limit passes",
    arguments: [(1000.0.nextDown, CheckVerdict.passed), (1000, .passed), (1000.0.nextUp, .failed)]
  )
  func duration(milliseconds: Double, verdict: CheckVerdict) {
    let features = features { $0.impactDurationMs = milliseconds }
    expect(CrashRules.duration(features, configuration), verdict, code: "tooLong")
  }

  @Test(
    "the shortest duration passes",
    arguments: [(40.0.nextDown, CheckVerdict.failed), (40, .passed), (40.0.nextUp, .passed)]
  )
  func shortness(milliseconds: Double, verdict: CheckVerdict) {
    let features = features { $0.impactDurationMs = milliseconds }
    expect(CrashRules.shortness(features, configuration), verdict, code: "tooShort")
  }

  @Test("two readings bear each other out", arguments: [(1, CheckVerdict.failed), (2, .passed)])
  func readings(count: Int, verdict: CheckVerdict) {
    expect(
      CrashRules.readings(features { $0.sampleCount = count }),
      verdict,
      code: "loneReading"
    )
  }

  @Test(
    "frozen axes fail, the least motion passes",
    arguments: [(0.0, CheckVerdict.failed), (0.02.nextDown, .failed), (0.02, .passed)]
  )
  func axes(motion: Double, verdict: CheckVerdict) {
    let features = features { $0.crossAxisMotion = motion }
    expect(CrashRules.axes(features, configuration), verdict, code: "singleAxis")
  }

  @Test(
    "the least velocity change passes",
    arguments: [(2.0.nextDown, CheckVerdict.failed), (2, .passed), (2.0.nextUp, .passed)]
  )
  func velocity(change: Double, verdict: CheckVerdict) {
    let features = features { $0.velocityChange = Vector3(0, change, 0) }
    expect(CrashRules.velocity(features, configuration), verdict, code: "velocityChangeTooSmall")
  }

  @Test(
    "the shortest free fall fails",
    arguments: [(0.0, CheckVerdict.passed), (100.0.nextDown, .passed), (100, .failed)]
  )
  func freeFall(milliseconds: Double, verdict: CheckVerdict) {
    let features = features { $0.freeFallMs = milliseconds }
    expect(CrashRules.freeFall(features, configuration), verdict, code: "freeFallBeforeImpact")
  }

  @Test(
    "shaking and turning each count as handling, from their limits on",
    arguments: [
      (1.5.nextDown, 0.1, CheckVerdict.passed), (1.5, 0.1, .failed),
      (0.1, 2.5.nextDown, .passed), (0.1, 2.5, .failed), (0.1, nil, .passed),
      (1.5, nil, .failed),
    ] as [(Double, Double?, CheckVerdict)]
  )
  func handling(shaking: Double, turning: Double?, verdict: CheckVerdict) {
    let features = features {
      $0.handlingAccelerationG = shaking
      $0.handlingRotationRate = turning
    }
    expect(CrashRules.handling(features, configuration), verdict, code: "handlingUnderWay")
  }

  @Test(
    "the speed gate takes its own value, and unknown is a reason of its own",
    arguments: [
      (nil, CheckVerdict.failed, CheckVerdict.notApplicable),
      (0, .passed, .failed),
      (11.11.nextDown, .passed, .failed),
      (11.11, .passed, .passed),
      (11.11.nextUp, .passed, .passed),
    ] as [(Double?, CheckVerdict, CheckVerdict)]
  )
  func speed(speed: Double?, known: CheckVerdict, gate: CheckVerdict) {
    let features = features { $0.preImpactSpeedMps = speed }
    expect(CrashRules.speedKnown(features), known, code: "preImpactSpeedUnknown")
    expect(CrashRules.speedGate(features, configuration), gate, code: "preImpactSpeedBelowGate")
  }

  @Test(
    "a loss counts as beyond braking from the tolerance on",
    arguments: [
      (nil, CheckVerdict.notApplicable), (2.0.nextDown, .failed), (2, .passed),
    ] as [(Double?, CheckVerdict)]
  )
  func loss(loss: Double?, verdict: CheckVerdict) {
    let aftermath = CrashAftermath(lossBeyondBrakingMps: loss)
    let check = CrashRules.lossBeyondBraking(aftermath, configuration)
    expect(check, verdict, code: "speedLossBeyondBraking")
  }

  @Test(
    "speed has collapsed at half of what it was",
    arguments: [
      (nil, CheckVerdict.notApplicable), (7.5.nextDown, .passed), (7.5, .passed),
      (7.5.nextUp, .failed),
    ] as [(Double?, CheckVerdict)]
  )
  func collapse(after: Double?, verdict: CheckVerdict) {
    let aftermath = CrashAftermath(speedAfterMps: after)
    let check = CrashRules.speedCollapse(Self.crash, aftermath, configuration)
    expect(check, verdict, code: "speedCollapse")
  }

  @Test(
    "a fall explains a velocity change up to one and a half times its own speed",
    arguments: [
      (0.0, 9.0, CheckVerdict.notApplicable),
      (400, (1.5 * 9.80665 * 0.4).nextDown, .passed),
      (400, (1.5 * 9.80665 * 0.4) * 1.001, .failed),
    ]
  )
  func fallExplains(fallMs: Double, change: Double, verdict: CheckVerdict) {
    let features = features {
      $0.freeFallMs = fallMs
      $0.velocityChange = Vector3(change, 0, 0)
    }
    let check = CrashRules.fallExplains(features, configuration)
    expect(check, verdict, code: "fallExplainsImpact")
  }

  @Test(
    "an impact is a crash's by its size and its horizontal part",
    arguments: [
      (2.5.nextDown, 2.5, CheckVerdict.failed), (2.5, 2.5, .passed),
      (6, 2.5.nextDown, .failed), (6, 2.5, .passed),
    ]
  )
  func strength(change: Double, horizontal: Double, verdict: CheckVerdict) {
    let features = features {
      $0.velocityChange = Vector3(change, 0, 0)
      $0.horizontalVelocityChangeMps = horizontal
    }
    let aftermath = CrashAftermath(totalVelocityChangeMps: 20, turnedDeg: 90)
    let check = CrashRules.impactStrength(features, aftermath, configuration)
    expect(check, verdict, code: "impactStrength")
  }

  @Test(
    "a rollover is a crash by all its impacts together, from two on, with twice the size",
    arguments: [
      (2, 91.0, 5.0.nextDown, CheckVerdict.failed), (2, 91, 5, .passed), (2, 90, 5, .failed),
      (1, 91, 5, .failed),
    ]
  )
  func rollover(count: Int, turned: Double, total: Double, verdict: CheckVerdict) {
    let features = features { $0.velocityChange = Vector3(1.5, 0, 0) }
    let aftermath = CrashAftermath(
      impactCount: count,
      totalVelocityChangeMps: total,
      turnedDeg: turned
    )
    let check = CrashRules.impactStrength(features, aftermath, configuration)
    expect(check, verdict, code: "impactStrength")
  }

  @Test(
    "inertial evidence needs time without a telling fix, a large change and rest",
    arguments: [
      (4.0, false, false, 4.5, 1.5, CheckVerdict.passed),
      (4.0.nextDown, false, false, 4.5, 1.5, .notApplicable),
      (4, true, false, 4.5, 1.5, .notApplicable),
      (4, false, false, 4.5.nextDown, 1.5, .failed),
      (4, false, true, 2.5, 1.5, .passed),
      (4, false, true, 2.5.nextDown, 1.5, .failed),
      (4, false, false, 4.5, 1.5.nextDown, .failed),
      (4, false, false, 4.5, 0, .failed),
    ]
  )
  func inertial(
    elapsed: Double,
    isTold: Bool,
    isSaturated: Bool,
    change: Double,
    rest: Double,
    verdict: CheckVerdict
  ) {
    let features = features {
      $0.velocityChange = Vector3(0, 0, change)
      $0.isSaturated = isSaturated
    }
    let aftermath = CrashAftermath(elapsedSec: elapsed, hasTellingFix: isTold, restSec: rest)
    expect(CrashRules.inertial(features, aftermath, configuration), verdict, code: "inertial")
  }
}
