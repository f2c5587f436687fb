/// A rule that the bench can run: ours, or one to hold beside it.
public enum BenchRule: String, Hashable, Codable, Sendable, CaseIterable {
  /// The engine with all its detectors.
  case ours
  /// A peak of 4 g at 40 km/h, nothing else: `PeakAndSpeedRule`.
  case contract
  /// 2 g at 25 km/h: `TwoGRule`.
  case naive2g = "naive-2g"
  /// Gravity has changed its direction by 20° within 2 s: `TiltRule`.
  case tilt20deg = "tilt-20deg"
  /// The variance of the acceleration's magnitude over a second: `VarianceRule`.
  case variance

  /// The detectors that the rule speaks for.
  var detectors: Set<DetectorName> {
    switch self {
    case .ours: Set(DetectorName.allCases)
    case .contract, .naive2g: [.crash]
    case .tilt20deg, .variance: [.distraction]
    }
  }
}
