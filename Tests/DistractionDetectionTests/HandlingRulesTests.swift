import MotionSamples
import Testing

@testable import DistractionDetection

@Suite("HandlingRules")
struct HandlingRulesTests {
  /// A hop on a road that shakes by 1 m/s², with a gyroscope and nothing else to see.
  private static func features(
    _ change: (inout HandlingFeatures) -> Void
  ) -> HandlingFeatures {
    var features = HandlingFeatures(
      start: Timestamp(nanoseconds: 0),
      vibration: 1,
      rotation: 0,
      tiltDeg: 0
    )
    change(&features)
    return features
  }

  private func level(_ change: (inout HandlingFeatures) -> Void) -> HandlingLevel {
    var trail = NoTrail()
    return HandlingRules.judge(Self.features(change), DistractionConfiguration(), trail: &trail)
  }

  /// What a measured value leads to just below a bound and at it.
  private func expect(
    at bound: Double,
    below: HandlingLevel,
    reached: HandlingLevel,
    _ change: (inout HandlingFeatures, Double) -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) {
    // One in ten thousand covers the rounding of a sum of thresholds and is far below what would matter.
    let low = level { change(&$0, bound * 0.9999) }
    let high = level { change(&$0, bound * 1.0001) }
    #expect(low == below, sourceLocation: location)
    #expect(high == reached, sourceLocation: location)
  }

  @Test("rotation across gravity holds from 0.08 and begins from 0.13 rad/s at 1 m/s² of vibration")
  func rotation() {
    expect(at: 0.08, below: .quiet, reached: .held) { $0.rotation = $1 }
    expect(at: 0.13, below: .held, reached: .begun) { $0.rotation = $1 }
  }

  @Test("vibration lifts the bound of rotation up to 4 m/s²", arguments: [4.0, 5, 50])
  func vibration(vibration: Double) {
    expect(at: 0.16, below: .held, reached: .begun) {
      $0.vibration = vibration
      $0.rotation = $1
    }
  }

  @Test("away from the attitude at rest, from 25°, half the rotation holds")
  func rotationAway() {
    expect(at: 0.04, below: .quiet, reached: .held) {
      $0.departureDeg = 25.001
      $0.rotation = $1
    }
    expect(at: 25, below: .quiet, reached: .held) {
      $0.departureDeg = $1
      $0.rotation = 0.06
    }
  }

  @Test("gravity that changes its direction holds from 12° and begins from 28°")
  func tilt() {
    expect(at: 12, below: .quiet, reached: .held) { $0.tiltDeg = $1 }
    expect(at: 28, below: .held, reached: .begun) { $0.tiltDeg = $1 }
  }

  @Test("with motion, a departure from rest begins from 35°; without, it is nothing")
  func departure() {
    expect(at: 35, below: .held, reached: .begun) {
      $0.tiltDeg = 13
      $0.departureDeg = $1
    }
    #expect(level { $0.departureDeg = 170 } == .quiet)
  }

  @Test("without a gyroscope, sway holds from 0.9 and begins from 1.2 m/s² at 1 m/s² of vibration")
  func sway() {
    expect(at: 0.9, below: .quiet, reached: .held) {
      $0.rotation = nil
      $0.sway = $1
    }
    expect(at: 1.2, below: .held, reached: .begun) {
      $0.rotation = nil
      $0.sway = $1
    }
    #expect(level { $0.sway = 50 } == .quiet, "a gyroscope sees more")
  }

  @Test("sway counts from 1.8 times the restlessness at rest, and begins only where that lasts")
  func restlessSway() {
    expect(at: 1.8, below: .quiet, reached: .held) {
      $0.rotation = nil
      $0.sway = 5
      $0.smoothedRestlessness = 1
      $0.restlessness = $1
    }
    expect(at: 1.8, below: .quiet, reached: .begun) {
      $0.rotation = nil
      $0.sway = 5
      $0.restlessness = 1
      $0.smoothedRestlessness = $1
    }
  }

  @Test("away from rest and without a gyroscope, 1.15 times the restlessness at rest holds")
  func restlessAway() {
    expect(at: 1.15, below: .quiet, reached: .held) {
      $0.rotation = nil
      $0.departureDeg = 30
      $0.smoothedRestlessness = $1
    }
    #expect(
      level {
        $0.departureDeg = 30
        $0.smoothedRestlessness = 3
      } == .quiet
    )
  }

  @Test("the trail names each feature with its value and the bound that it met or missed")
  func trail() {
    var log = DecisionLog()
    let features = Self.features {
      $0.rotation = 0.2
      $0.tiltDeg = 5
    }
    let level = HandlingRules.judge(features, DistractionConfiguration(), trail: &log)
    #expect(level == .begun)
    let checks = Dictionary(grouping: log.checks, by: \.code).mapValues { $0[0] }
    #expect(checks["rotationAcrossGravity"]?.measured == 0.2)
    #expect(checks["rotationAcrossGravity"]?.threshold == 0.13)
    #expect(checks["rotationAcrossGravity"]?.verdict == .passed)
    #expect(checks["gravityDirectionChange"]?.threshold == 12)
    #expect(checks["gravityDirectionChange"]?.verdict == .failed)
    #expect(checks["lowBandSway"]?.verdict == .notApplicable)
  }
}
