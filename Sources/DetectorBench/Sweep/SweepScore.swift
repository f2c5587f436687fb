/// What one configuration did on all recordings of a sweep.
struct SweepScore: Hashable, Sendable {
  /// How the events agree with the labels, pooled; nil where headings are scored, or nothing was.
  private(set) var events: TrialScore?

  /// The headings' errors, a case each.
  private(set) var headings: [SweepOutcome.HeadingFigures] = []

  /// Adds what came of one recording.
  mutating func add(_ outcome: SweepOutcome) {
    switch outcome {
    case .events(let score):
      var sum = events ?? score.zero
      sum.add(score)
      events = sum
    case .headings(let figures):
      headings += figures
    }
  }

  /// The mean of a figure over the cases that have it, or nil without any.
  func mean(_ figure: KeyPath<SweepOutcome.HeadingFigures, Double?>) -> Double? {
    let values = headings.compactMap { $0[keyPath: figure] }
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The median over the cases of the root mean square error in degrees, or nil without any.
  var medianRmsDeg: Double? { Percentile.value(0.5, of: headings.compactMap(\.rmsDeg)) }
}
