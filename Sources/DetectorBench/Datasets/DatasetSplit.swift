/// Which half of a data set a recording belongs to: thresholds are tuned on one and reported on the other.
public enum DatasetSplit: String, Hashable, Codable, Sendable, CaseIterable {
  /// For tuning.
  case train
  /// For reporting.
  case test
}
