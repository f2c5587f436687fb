/// Which configurations of a sweep are the best.
enum SweepChoice {
  /// The place of the best one, or nil where none was scored.
  static func best(_ scores: [SweepScore], plan: SweepPlan) -> Int? {
    order(scores, plan: plan).first
  }

  /// The places of those that were scored, the best first.
  ///
  /// For events the highest F1 is the best, of those the fewest false alarms. For headings it is the lowest mean of the
  /// root mean square errors. Where several are the best, they form a plateau, and the one nearest to its middle comes
  /// first, since what lies at an edge is good by chance sooner: places on the axes are counted from 0 to 1, and the
  /// middle is their mean. Of two that are as good and as near, the one with the lower number.
  static func order(_ scores: [SweepScore], plan: SweepPlan) -> [Int] {
    let ranked = scores.indices.compactMap { index in rank(scores[index]).map { (index, $0) } }
    guard let top = ranked.map(\.1).min(by: { $0.lexicographicallyPrecedes($1) }) else { return [] }
    let plateau = ranked.filter { $0.1 == top }.map { place(plan.points[$0.0], plan) }
    let middle = plan.axes.indices.map { axis in
      plateau.reduce(0) { $0 + $1[axis] } / Double(plateau.count)
    }
    return ranked.map { index, rank -> (index: Int, key: [Double]) in
      let place = place(plan.points[index], plan)
      let distance = zip(place, middle).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      return (index, rank + [distance, Double(index)])
    }
    .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    .map(\.index)
  }

  /// The figures to be made small, the first one first; nil where there is no score.
  private static func rank(_ score: SweepScore) -> [Double]? {
    if let counts = score.events?.counts {
      return [-(counts.f1 ?? 0), Double(counts.falseAlarms)]
    }
    return score.mean(\.rmsDeg).map { [$0] }
  }

  private static func place(_ point: [Int], _ plan: SweepPlan) -> [Double] {
    zip(point, plan.axes).map { Double($0) / Double(max(1, $1.values.count - 1)) }
  }
}
