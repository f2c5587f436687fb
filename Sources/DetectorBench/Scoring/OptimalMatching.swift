/// Pairs rows with columns one to one, so that as many as possible are paired and, of those ways, the cheapest is taken.
///
/// The Hungarian method with potentials (H. W. Kuhn, 1955; J. Munkres, 1957), cubic in the smaller side: greedy pairing
/// can lose a pair where one detection fits two labels and another fits only one of them.
enum OptimalMatching {
  /// One pair.
  struct Pair: Hashable {
    let row: Int
    let column: Int
  }

  /// Finds the pairs, in order of their rows.
  ///
  /// `cost` is nil where the two can't be paired, else finite and not negative.
  static func pairs(
    rows: Int,
    columns: Int,
    cost: (_ row: Int, _ column: Int) -> Double?
  ) -> [Pair] {
    guard rows > 0, columns > 0 else { return [] }
    if rows > columns {
      return pairs(rows: columns, columns: rows) { cost($1, $0) }
        .map { Pair(row: $0.column, column: $0.row) }
        .sorted { $0.row < $1.row }
    }
    let costs = (0..<rows).map { row in (0..<columns).map { cost(row, $0) } }
    // Leaving a pair out costs more than any choice among the pairs can save.
    let forbidden = costs.joined().compactMap(\.self).reduce(1, +)
    let assigned = assign(costs.map { $0.map { $0 ?? forbidden } })
    return assigned.enumerated().compactMap { row, column in
      costs[row][column] == nil ? nil : Pair(row: row, column: column)
    }
  }

  /// The column of each row in the cheapest complete assignment of a matrix that is no taller than wide.
  private static func assign(_ costs: [[Double]]) -> [Int] {
    let rows = costs.count
    let columns = costs[0].count
    var rowPotential = [Double](repeating: 0, count: rows)
    var columnPotential = [Double](repeating: 0, count: columns)
    var rowOfColumn = [Int?](repeating: nil, count: columns)
    for start in 0..<rows {
      // Shortest augmenting path from `start` over reduced costs, as in Dijkstra's algorithm.
      var distance = [Double](repeating: .infinity, count: columns)
      var previous = [Int?](repeating: nil, count: columns)
      var isSettled = [Bool](repeating: false, count: columns)
      var row = start
      var column: Int?
      var reached = 0.0
      while true {
        for candidate in 0..<columns where !isSettled[candidate] {
          let reduced = costs[row][candidate] - rowPotential[row] - columnPotential[candidate]
          if reached + reduced < distance[candidate] {
            distance[candidate] = reached + reduced
            previous[candidate] = column
          }
        }
        var nearest = -1
        for candidate in 0..<columns where !isSettled[candidate] {
          if nearest < 0 || distance[candidate] < distance[nearest] { nearest = candidate }
        }
        isSettled[nearest] = true
        reached = distance[nearest]
        column = nearest
        guard let taken = rowOfColumn[nearest] else { break }
        row = taken
      }
      rowPotential[start] += reached
      for settled in 0..<columns where isSettled[settled] {
        let slack = reached - distance[settled]
        columnPotential[settled] -= slack
        if let taken = rowOfColumn[settled] { rowPotential[taken] += slack }
      }
      var end = column
      while let current = end {
        let before = previous[current]
        rowOfColumn[current] = before.flatMap { rowOfColumn[$0] } ?? start
        end = before
      }
    }
    var assigned = [Int](repeating: 0, count: rows)
    for (column, row) in rowOfColumn.enumerated() {
      if let row { assigned[row] = column }
    }
    return assigned
  }
}
