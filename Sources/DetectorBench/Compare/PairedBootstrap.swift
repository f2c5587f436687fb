import SignalFilters

/// How far the difference of two runs could be chance: an interval from drawing the recordings again.
///
/// The percentile bootstrap (B. Efron, *Bootstrap methods: another look at the jackknife*, Annals of Statistics 7(1),
/// 1979) over whole recordings, since what happens within one belongs together, and over pairs, since both runs saw the
/// same ones. It tells how the figures would scatter with other recordings of this kind, and nothing about other kinds.
enum PairedBootstrap {
  /// How many times the recordings are drawn.
  static let drawCount = 2000

  /// The share of the draws that the interval holds.
  static let confidence = 0.95

  /// The interval of each figure's difference, `after` less `before`; none where too few draws give one.
  static func intervals(
    _ pairs: [RunComparison.Pair],
    figures: [ComparedFigure],
    seed: UInt32
  ) throws -> [ComparedFigure: ClosedRange<Double>] {
    guard pairs.count > 1 else { return [:] }
    let source = try RandomSource(seed: seed)
    var differences: [ComparedFigure: [Double]] = [:]
    for _ in 0..<drawCount {
      let drawn = pairs.map { _ in pairs[source.integer(in: 0...(pairs.count - 1))] }
      let (before, after) = (drawn.map(\.before), drawn.map(\.after))
      for figure in figures {
        guard let was = figure.value(before), let now = figure.value(after) else { continue }
        differences[figure, default: []].append(now - was)
      }
    }
    let tail = (1 - confidence) / 2
    return differences.compactMapValues { values in
      guard values.count * 2 > drawCount, let low = Percentile.value(tail, of: values),
        let high = Percentile.value(1 - tail, of: values)
      else { return nil }
      return low...high
    }
  }
}
