import Testing

@testable import SignalFilters

@Suite("BinomialBound")
struct BinomialBoundTests {
  /// The bounds by mpmath's incomplete beta function at 40 digits, rounded to doubles.
  ///
  /// 2 of 260 is one of the counts for which GSL's quantile does not converge, 31 of 57 one for which scipy 1.17's is off in
  /// the 15th digit.
  @Test(
    "the bounds at 95 % are right to the last bits",
    arguments: [
      (31, 57, 0.40655974600452305, 0.6764458236275752),
      (46, 103, 0.3485618925679627, 0.5477928116695733),
      (2, 260, 0.0009329355060647018, 0.0275094647749559),
      (202, 399, 0.4560666861136059, 0.5563710458627242),
      (1, 1, 0.025, 1.0),
      (1, 5000, 5.06354877705159e-06, 0.0011138193803339723),
    ]
  )
  func table(successes: Int, trials: Int, lower: Double, upper: Double) throws {
    let interval = try #require(
      StatisticalBounds.proportionInterval(successes: successes, trials: trials)
    )
    // Half of what 0.95 leaves is not 0.025 to the last bit, which moves a bound by up to seven units in the last place.
    #expect(abs(interval.lowerBound - lower) <= 9 * lower.ulp)
    #expect(abs(interval.upperBound - upper) <= 9 * upper.ulp)
  }

  @Test(
    "every count up to 400 has bounds around its share, which grow with it",
    arguments: [1, 9, 260, 400]
  )
  func everyCount(trials: Int) throws {
    var before = -1.0
    for successes in 0...trials {
      let interval = try #require(
        StatisticalBounds.proportionInterval(successes: successes, trials: trials)
      )
      let share = Double(successes) / Double(trials)
      #expect(interval.contains(share))
      #expect(interval.lowerBound > before || successes == 0)
      #expect((successes == 0) == (interval.lowerBound == 0))
      #expect((successes == trials) == (interval.upperBound == 1))
      before = interval.lowerBound
    }
  }

  @Test("what is found has the tail that was asked for", arguments: [1e-12, 0.3, 0.999])
  func tails(tail: Double) {
    // With one success in one trial, the tail is the share itself.
    let lower = BinomialBound(successes: 1, trials: 1, tail: tail, isUpper: false).share
    #expect(abs(lower - tail) <= 2 * tail.ulp)
    // With none of two, it is the square of the rest.
    let upper = BinomialBound(successes: 0, trials: 2, tail: tail, isUpper: true).share
    #expect(abs((1 - upper) * (1 - upper) - tail) <= 1e-15)
  }
}
