public import DetectorEngine

/// Recordings with their truth, read once and scored with many settings of the estimator.
public struct HeadingSweep: Sendable {
  private struct Case: Sendable {
    let name: String
    let inputs: [RecordedInput]
    let truth: HeadingTruth
    let declination: Double
  }

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

  private let cases: [Case]

  /// Reads every recording that has a truth about the phone, and its uncalibrated field as a case of its own.
  public init(datasets: [Dataset]) throws {
    var cases: [Case] = []
    for dataset in datasets {
      for info in dataset.recordings where info.isLabelled(for: .heading) {
        guard let path = dataset.path(of: info, companion: "truth") else { continue }
        let truth = try HeadingTruth(path: path)
        guard truth.subject != .course else { continue }
        let inputs = try dataset.read(info).headingInputs
        func add(_ name: String, _ inputs: [RecordedInput]) {
          cases.append(
            Case(
              name: name,
              inputs: inputs,
              truth: truth,
              declination: info.declinationDeg ?? 0
            )
          )
        }
        add("\(dataset.name)/\(info.name)", inputs)
        if let rawPath = dataset.path(of: info, companion: "magraw") {
          let raw = try Recording(path: rawPath).headingInputs
          add(
            "\(dataset.name)/\(info.name)/raw",
            HeadingTrial.replacingField(of: inputs, by: raw)
          )
        }
      }
    }
    self.cases = cases
  }

  /// The names of the cases, in the order of the results.
  public var names: [String] { cases.map(\.name) }

  /// The readings of each case, for timing.
  public var inputs: [[RecordedInput]] { cases.map(\.inputs) }

  /// Runs all cases with one setting.
  public func results(_ configuration: HeadingEstimatorConfiguration) throws -> [Result] {
    try cases.map { element in
      let score = try HeadingTrial.score(
        element.inputs,
        against: element.truth,
        declination: element.declination,
        configuration
      )
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
