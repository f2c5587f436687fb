import DetectorEngine

/// Scores one configuration of a sweep on both splits, beside the one that all of them are based on.
struct SweepConfirmation {
  let plan: SweepPlan

  /// The configuration's place in the plan.
  let chosen: Int

  /// What the sweep is based on.
  let base: EngineConfiguration

  let detector: DetectorName

  /// Four rows: base and chosen on train, base and chosen on test.
  func rows(datasets: [Dataset], width: Int) async throws -> [SweepRow] {
    let configuration = plan.configuration(chosen)
    var rows: [SweepRow] = []
    for split in DatasetSplit.allCases {
      let sweep = try Sweep(
        [.valid(base), configuration],
        of: detector,
        datasets: datasets,
        splits: [split]
      )
      let scores = try await sweep.scores(width: width)
      var error: String?
      if case .refused(let reason) = configuration { error = reason }
      rows.append(
        SweepRow(
          name: "base",
          values: plan.baseValues,
          split: split.rawValue,
          score: scores[0],
          error: nil
        )
      )
      rows.append(
        SweepRow(
          name: String(chosen + 1),
          values: plan.values(of: chosen),
          split: split.rawValue,
          score: scores[1],
          error: error
        )
      )
    }
    return rows
  }
}
