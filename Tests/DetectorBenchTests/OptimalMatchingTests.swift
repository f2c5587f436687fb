import Testing

@testable import DetectorBench

@Suite("OptimalMatching")
struct OptimalMatchingTests {
  /// Every way to pair, tried: the most pairs, then the lowest cost.
  private func best(_ costs: [[Double?]], _ row: Int = 0, _ used: Set<Int> = []) -> (Int, Double) {
    guard row < costs.count else { return (0, 0) }
    var best = best(costs, row + 1, used)
    for (column, cost) in costs[row].enumerated() where !used.contains(column) {
      guard let cost else { continue }
      let rest = self.best(costs, row + 1, used.union([column]))
      let candidate = (rest.0 + 1, rest.1 + cost)
      if candidate.0 > best.0 || candidate.0 == best.0 && candidate.1 < best.1 { best = candidate }
    }
    return best
  }

  @Test("as good as trying every way", arguments: Array(UInt64(1)...60))
  func againstExhaustion(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rows = Int.random(in: 0...5, using: &random)
    let columns = Int.random(in: 0...6, using: &random)
    let costs = (0..<rows).map { _ in
      (0..<columns).map { _ in
        Bool.random(using: &random) ? Double(Int.random(in: 0...20, using: &random)) : nil
      }
    }
    let pairs = OptimalMatching.pairs(rows: rows, columns: columns) { costs[$0][$1] }
    let (count, cost) = best(costs)
    #expect(pairs.count == count)
    #expect(pairs.reduce(0) { $0 + (costs[$1.row][$1.column] ?? .nan) } == cost)
    #expect(Set(pairs.map(\.row)).count == pairs.count)
    #expect(Set(pairs.map(\.column)).count == pairs.count)
    #expect(pairs.map(\.row) == pairs.map(\.row).sorted())
  }

  @Test("a greedy choice would lose a pair here")
  func notGreedy() {
    // Row 0 is nearest to column 0, which is all that row 1 can have.
    let costs: [[Double?]] = [[0, 5], [1, nil]]
    let pairs = OptimalMatching.pairs(rows: 2, columns: 2) { costs[$0][$1] }
    #expect(pairs == [.init(row: 0, column: 1), .init(row: 1, column: 0)])
  }
}
