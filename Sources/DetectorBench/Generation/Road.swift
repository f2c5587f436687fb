import Foundation
import MotionSamples
import SignalFilters

/// Classes of road roughness after ISO 8608:2016, by the displacement spectrum at 0.1 cycles a metre.
enum RoadClass: String, CaseIterable, Sendable {
  /// A new motorway.
  case a = "A"
  /// A good country road.
  case b = "B"
  /// A worn road, patched.
  case c = "C"
  /// Cobbles, a bad road.
  case d = "D"
  /// A track.
  case e = "E"

  /// The geometric mean of the class, in m³ at the reference wave number of 0.1 cycles a metre.
  var roughness: Double {
    switch self {
    case .a: 16e-6
    case .b: 64e-6
    case .c: 256e-6
    case .d: 1024e-6
    case .e: 4096e-6
    }
  }
}

/// A single unevenness on the way.
struct RoadFeature: Sendable {
  /// Its form along the road.
  enum Profile: Sendable {
    /// Down by `depth` and up again `length` later, both in metres.
    case pothole(depth: Double, length: Double)
    /// A step of `height` metres up (negative: down), and no way back.
    case kerb(height: Double)
    /// A round hump: 3.7 m long and 75 to 100 mm high is the profile of Watts (TRRL LR 597, 1973), half a metre and
    /// 50 to 70 mm that of a bolted-on rubber one.
    case hump(height: Double, length: Double)
  }

  /// When the front wheel is there, in seconds.
  var time: Double

  /// Its form.
  var profile: Profile

  /// Slope of the road `distance` metres behind the start of the feature.
  ///
  /// Edges are 0.15 m long, since a tyre lies over an edge and does not feel it sharp.
  func slope(at distance: Double) -> Double {
    let edge = 0.15
    func ramp(_ x: Double) -> Double {
      x >= 0 && x < edge ? (1 - cos(2 * Double.pi * x / edge)) / edge : 0
    }
    switch profile {
    case .pothole(let depth, let length):
      return depth * (ramp(distance - max(length, edge)) - ramp(distance))
    case .kerb(let height):
      return height * ramp(distance)
    case .hump(let height, let length):
      guard distance >= 0, distance < length else { return 0 }
      return height * (Double.pi / length) * sin(2 * Double.pi * distance / length)
    }
  }
}

/// A quarter of a car over a road, and what its body feels.
///
/// The masses, springs and dampers of the reference car of the International Roughness Index, per unit of body mass
/// (Sayers and Karamihas, *The Little Book of Profiling*, 1998; ASTM E1926): tyre 653 s⁻², suspension 63.3 s⁻², damper
/// 6.0 s⁻¹, wheel 0.15. Added to it, assumed: a tyre that can leave the road and that stiffens sixfold where the rim comes
/// within reach (90 mm), and a bump stop ten times as stiff as the spring after 75 mm of travel, since those are what a
/// pothole is felt through.
struct QuarterCar {
  /// Vertical speed of the body in m/s.
  private(set) var bodyRate = 0.0
  private var wheelRate = 0.0
  /// Wheel less road, and body less wheel, in metres from rest.
  private var tyre = 0.0
  private var suspension = 0.0

  /// Vertical acceleration of the body in m/s² after one step over a road rising at `roadRate` m/s.
  mutating func process(roadRate: Double) -> Double {
    let staticLoad = 1.15 * PhysicalConstants.standardGravity
    var tyreForce = -653.0 * tyre
    if tyre < -0.09 { tyreForce += 5 * 653.0 * (-tyre - 0.09) }
    tyreForce = max(-staticLoad, tyreForce)
    var springForce = -63.3 * suspension
    if abs(suspension) > 0.075 {
      springForce -= 10 * 63.3 * (suspension - (suspension > 0 ? 0.075 : -0.075))
    }
    let body = springForce - 6.0 * (bodyRate - wheelRate)
    bodyRate += body * SimulationClock.step
    wheelRate += (tyreForce - body) / 0.15 * SimulationClock.step
    tyre += (wheelRate - roadRate) * SimulationClock.step
    suspension += (bodyRate - wheelRate) * SimulationClock.step
    return body
  }
}

/// Band-limited noise: white noise through one low and one high pass of first order, scaled to a standard deviation.
struct ColouredNoise {
  private let keepLow: Double
  private let keepHigh: Double
  private let gain: Double
  private var low = 0.0
  private var slow = 0.0
  private let random: RandomSource

  /// Creates noise between two corner frequencies in hertz.
  init(from lowHz: Double, to highHz: Double, standardDeviation: Double, random: RandomSource) {
    let step = 2 * Double.pi * SimulationClock.step
    keepLow = exp(-step * highHz)
    keepHigh = exp(-step * lowHz)
    // Variance of white noise after the low pass, and what the high pass leaves of it.
    let lowVariance = (1 - keepLow) / (1 + keepLow)
    let remaining = max(1e-3, highHz / (highHz + lowHz))
    gain = standardDeviation / (lowVariance * remaining).squareRoot()
    self.random = random
  }

  /// The next value.
  mutating func next() -> Double {
    low = keepLow * low + (1 - keepLow) * random.gaussian(standardDeviation: 1)
    slow = keepHigh * slow + (1 - keepHigh) * low
    return gain * (low - slow)
  }
}
