public import DetectorEngine

/// Recordings with their truth, read once and scored with many settings of the estimator.
public struct HeadingSweep: Sendable {
  /// What one case gave.
  public struct Result: Hashable, Sendable {
    /// Root mean square of the error in degrees.
    public let rms: Double
    /// Share of the valid headings whose error was within the published accuracy.
    public let within: Double
    /// Share of the valid headings whose error was within twice the published accuracy.
    public let withinTwice: Double
    /// Mean of the published accuracy in degrees.
    public let accuracy: Double
    /// Share of the headings that were handed out as invalid.
    public let invalid: Double
  }

  private let cases: [HeadingCase]

  /// Reads every recording that has a truth about the phone, and its uncalibrated field as a case of its own.
  public init(datasets: [Dataset]) throws {
    cases = try datasets.flatMap { dataset in
      try dataset.recordings.flatMap { try HeadingCase.cases(of: $0, in: dataset) }
    }
  }

  /// The names of the cases, in the order of the results.
  public var names: [String] { cases.map(\.name) }

  /// The readings of each case, for timing.
  public var inputs: [[RecordedInput]] { cases.map(\.inputs) }

  /// Runs all cases with one setting.
  public func results(_ configuration: HeadingEstimatorConfiguration) throws -> [Result] {
    try cases.map { element in
      let score = try element.score(configuration)
      return Result(
        rms: score.rootMeanSquare ?? .nan,
        within: score.coverage ?? .nan,
        withinTwice: score.coverageOfTwice ?? .nan,
        accuracy: score.meanAccuracy ?? .nan,
        invalid: Double(score.invalid) / Double(max(1, score.absoluteErrors.count))
      )
    }
  }
}
