internal import CGSL

/// Exact confidence bounds for counts and proportions, for judging detectors by what they did.
package enum StatisticalBounds {
  /// The exact one-sided upper bound of a Poisson mean of which `count` events were seen.
  ///
  /// Half the χ² quantile with 2(`count` + 1) degrees of freedom (F. Garwood, *Fiducial limits for the Poisson
  /// distribution*, 1936); with nothing seen at 95 % it is 3.0, the rule of three. Nil for a count below zero or a
  /// confidence outside (0, 1).
  package static func poissonUpperBound(count: Int, confidence: Double = 0.95) -> Double? {
    guard count >= 0, isConfidence(confidence) else { return nil }
    GSL.prepare()
    return finite(gsl_cdf_chisq_Pinv(confidence, 2 * (Double(count) + 1)) / 2)
  }

  /// The exact two-sided interval of a Poisson mean of which `count` events were seen.
  ///
  /// Each side misses with half of what the confidence leaves. Nil as for the upper bound.
  package static func poissonInterval(
    count: Int,
    confidence: Double = 0.95
  ) -> ClosedRange<Double>? {
    guard count >= 0, isConfidence(confidence) else { return nil }
    GSL.prepare()
    let tail = (1 - confidence) / 2
    let lower = count == 0 ? 0 : finite(gsl_cdf_chisq_Pinv(tail, 2 * Double(count)) / 2)
    guard let lower, let upper = poissonUpperBound(count: count, confidence: 1 - tail) else {
      return nil
    }
    return lower...max(lower, upper)
  }

  /// The exact two-sided interval of a proportion, `successes` having been seen in `trials`.
  ///
  /// C. J. Clopper and E. S. Pearson, *The use of confidence or fiducial limits illustrated in the case of the
  /// binomial*, 1934, from the binomial distribution itself. Nil without trials, for counts that can't be, or for a
  /// confidence outside (0, 1).
  package static func proportionInterval(
    successes: Int,
    trials: Int,
    confidence: Double = 0.95
  ) -> ClosedRange<Double>? {
    guard trials > 0, (0...trials).contains(successes), isConfidence(confidence) else { return nil }
    let tail = (1 - confidence) / 2
    func bound(isUpper: Bool) -> Double {
      BinomialBound(successes: successes, trials: trials, tail: tail, isUpper: isUpper).share
    }
    let (lower, upper) = (bound(isUpper: false), bound(isUpper: true))
    return lower...max(lower, upper)
  }

  private static func isConfidence(_ value: Double) -> Bool { value > 0 && value < 1 }

  /// The library's word for a failure in its quantiles is a value that is not a number.
  private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
}
