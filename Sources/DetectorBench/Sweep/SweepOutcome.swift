/// What one configuration did on one recording.
enum SweepOutcome: Hashable, Codable, Sendable {
  /// How the events agree with the labels.
  case events(TrialScore)
  /// How far the headings are from the truth, a case each.
  case headings([HeadingFigures])

  /// The error of the headings of one case.
  struct HeadingFigures: Hashable, Codable, Sendable {
    /// Root mean square of the error, and mean of the published accuracy, in degrees.
    let rmsDeg: Double?
    let accuracyDeg: Double?
    /// Shares of the valid headings whose error was within the published accuracy, and within twice it.
    let within: Double?
    let withinTwice: Double?
    /// Share of the headings that were published as invalid.
    let invalidShare: Double?

    init(_ score: HeadingScore) {
      rmsDeg = score.rootMeanSquare
      accuracyDeg = score.meanAccuracy
      within = score.coverage
      withinTwice = score.coverageOfTwice
      let count = score.absoluteErrors.count
      invalidShare = count > 0 ? Double(score.invalid) / Double(count) : nil
    }
  }
}
