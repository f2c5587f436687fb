/// A rule that the bench can run: ours, or one to hold beside it.
public enum BenchRule: String, Hashable, Sendable, CaseIterable {
  /// The engine with all its detectors.
  case ours
  /// A peak of 4 g at 40 km/h, nothing else: `PeakAndSpeedRule`.
  case contract
  /// 2 g at 25 km/h: `TwoGRule`.
  case naive2g = "naive-2g"

  /// The detectors that the rule speaks for.
  var detectors: Set<DetectorName> {
    switch self {
    case .ours: Set(DetectorName.allCases)
    case .contract, .naive2g: [.crash]
    }
  }
}
