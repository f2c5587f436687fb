import Testing

@testable import SignalFilters

@Suite("StatisticalBounds")
struct StatisticalBoundsTests {
  /// The reference values are those of the standard tables of Poisson limits.
  @Test(
    "the one-sided Poisson bound at 95 % is that of the tables",
    arguments: [(0, 2.995732), (1, 4.743865), (2, 6.295794), (10, 16.962219)]
  )
  func poissonUpperBound(count: Int, expected: Double) throws {
    let bound = try #require(StatisticalBounds.poissonUpperBound(count: count))
    #expect(abs(bound - expected) < 1e-6)
  }

  @Test(
    "the two-sided Poisson interval at 95 % is that of the tables",
    arguments: [(0, 0, 3.688879), (1, 0.025318, 5.571643), (5, 1.623486, 11.668332)]
  )
  func poissonInterval(count: Int, lower: Double, upper: Double) throws {
    let interval = try #require(StatisticalBounds.poissonInterval(count: count))
    #expect(abs(interval.lowerBound - lower) < 1e-6)
    #expect(abs(interval.upperBound - upper) < 1e-6)
  }

  @Test(
    "the interval of a proportion at 95 % is that of the tables",
    arguments: [
      (0, 10, 0, 0.308497), (10, 10, 0.691503, 1), (5, 10, 0.187086, 0.812914),
      (1, 1, 0.025, 1),
    ]
  )
  func proportionInterval(successes: Int, trials: Int, lower: Double, upper: Double) throws {
    let interval = try #require(
      StatisticalBounds.proportionInterval(successes: successes, trials: trials)
    )
    #expect(abs(interval.lowerBound - lower) < 1e-6)
    #expect(abs(interval.upperBound - upper) < 1e-6)
  }

  /// The definition of the exact interval: at its ends the observed count is just on the edge of surprise.
  @Test("a binomial tail at the ends of the interval has half of what is left", arguments: 1...9)
  func proportionDefinition(successes: Int) throws {
    let interval = try #require(
      StatisticalBounds.proportionInterval(successes: successes, trials: 10)
    )
    #expect(abs(atLeast(successes, of: 10, interval.lowerBound) - 0.025) < 1e-9)
    #expect(abs(1 - atLeast(successes + 1, of: 10, interval.upperBound) - 0.025) < 1e-9)
  }

  private func atLeast(_ count: Int, of trials: Int, _ probability: Double) -> Double {
    var sum = 0.0
    for hits in count...trials {
      var term = 1.0
      for index in 0..<hits { term *= Double(trials - index) / Double(index + 1) * probability }
      for _ in hits..<trials { term *= 1 - probability }
      sum += term
    }
    return sum
  }

  @Test("what can't be has no bound")
  func impossible() {
    #expect(StatisticalBounds.poissonUpperBound(count: -1) == nil)
    #expect(StatisticalBounds.poissonUpperBound(count: 1, confidence: 1) == nil)
    #expect(StatisticalBounds.poissonInterval(count: 1, confidence: 0) == nil)
    #expect(StatisticalBounds.proportionInterval(successes: 1, trials: 0) == nil)
    #expect(StatisticalBounds.proportionInterval(successes: 3, trials: 2) == nil)
    #expect(StatisticalBounds.proportionInterval(successes: 1, trials: 2, confidence: .nan) == nil)
  }
}
