/// The share of successes at which a count, or what lies beyond it, has a given small probability.
///
/// Found from the binomial distribution itself: its terms follow from one another by multiplication, outwards from the
/// largest one, and are divided by their own sum, so that neither gamma functions nor powers lose digits. The result is
/// right to the last few bits at any number of trials, where the library's quantile of the beta distribution is
/// off in the 15th digit and for some counts (2 of 260) does not converge.
struct BinomialBound {
  /// What was counted, from 0 to `trials`.
  let successes: Int

  /// How often it could have been, at least once.
  let trials: Int

  /// The probability, in (0, 1).
  let tail: Double

  /// Whether it is that of `successes` or fewer, which bounds the share from above, or of `successes` or more.
  let isUpper: Bool

  /// The share, in [0, 1].
  ///
  /// Newton's method, held between bounds that close in, halving where it would leave them.
  var share: Double {
    guard successes > 0 || isUpper else { return 0 }
    guard successes < trials || !isUpper else { return 1 }
    var bounds = (low: 0.0, high: 1.0)
    var share = (Double(successes) + 0.5) / (Double(trials) + 1)
    for _ in 0..<Self.maximumSteps {
      let (probability, slope) = probability(at: share)
      if (probability > tail) == isUpper { bounds.low = share } else { bounds.high = share }
      var next = slope == 0 ? share : share - (probability - tail) / slope
      if abs(next - share) <= share.ulp / 2 { return share }
      if !(next > bounds.low && next < bounds.high) { next = (bounds.low + bounds.high) / 2 }
      if next == share { return share }
      share = next
    }
    return share
  }

  /// Halving alone takes 1075 steps at most to tell any two numbers apart; Newton's takes five to ten.
  private static let maximumSteps = 1100

  /// The probability of the tail at a share, and its derivative by the share.
  private func probability(at share: Double) -> (probability: Double, slope: Double) {
    let odds = share / (1 - share)
    let mode = min(trials, Int((Double(trials) + 1) * share))
    var sum = 0.0
    var tailSum = 0.0
    var atCount = 0.0
    func add(_ term: Double, _ count: Int) {
      sum += term
      if isUpper ? count <= successes : count >= successes { tailSum += term }
      if count == successes { atCount = term }
    }
    add(1, mode)
    var term = 1.0
    var count = mode
    while count < trials, term > 0 {
      count += 1
      term *= Double(trials - count + 1) / Double(count) * odds
      add(term, count)
    }
    term = 1
    count = mode
    while count > 0, term > 0 {
      term *= Double(count) / (Double(trials - count + 1) * odds)
      count -= 1
      add(term, count)
    }
    let density =
      isUpper ? -Double(trials - successes) / (1 - share) : Double(successes) / share
    return (tailSum / sum, density * atCount / sum)
  }
}
