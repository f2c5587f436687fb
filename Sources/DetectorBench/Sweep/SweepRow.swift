/// One line of a sweep's table: a configuration and how it scored.
struct SweepRow: Sendable {
  /// The configuration's number from 1, or `base` for the one that all others are based on.
  let name: String

  /// The swept fields' values.
  let values: [ConfigurationValue]

  /// `train`, `test` or `all`.
  let split: String

  /// The score; empty for a configuration that was refused.
  let score: SweepScore

  /// Why the configuration was refused.
  let error: String?

  /// The rows of a sweep, in the order of the plan.
  static func rows(
    _ scores: [SweepScore],
    _ plan: SweepPlan,
    _ configurations: [SweepPlan.Configuration],
    split: String
  ) -> [SweepRow] {
    scores.indices.map { index in
      var error: String?
      if case .refused(let reason) = configurations[index] { error = reason }
      return SweepRow(
        name: String(index + 1),
        values: plan.values(of: index),
        split: split,
        score: scores[index],
        error: error
      )
    }
  }
}
