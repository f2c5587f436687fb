import DetectorEngine

/// A recording whose truth about the phone is known, ready to be scored with any setting of the estimator.
struct HeadingCase: Sendable {
  /// Data set and recording, and `raw` where the field is the uncalibrated one.
  let name: String
  let inputs: [RecordedInput]
  private let truth: HeadingTruth
  private let declination: Double

  /// The cases of a recording: none without a truth about the phone, two where its uncalibrated field is there as well.
  static func cases(of info: RecordingInfo, in dataset: Dataset) throws -> [HeadingCase] {
    guard info.isLabelled(for: .heading), let path = dataset.path(of: info, companion: "truth")
    else { return [] }
    let truth = try HeadingTruth(path: path)
    guard truth.subject != .course else { return [] }
    let inputs = try dataset.read(info).headingInputs
    func make(_ suffix: String, _ inputs: [RecordedInput]) -> HeadingCase {
      HeadingCase(
        name: "\(dataset.name)/\(info.name)\(suffix)",
        inputs: inputs,
        truth: truth,
        declination: info.declinationDeg ?? 0
      )
    }
    var cases = [make("", inputs)]
    if let rawPath = dataset.path(of: info, companion: "magraw") {
      let raw = try Recording(path: rawPath).headingInputs
      cases.append(make("/raw", HeadingTrial.replacingField(of: inputs, by: raw)))
    }
    return cases
  }

  /// How far the headings of one setting are from the truth.
  func score(_ configuration: HeadingEstimatorConfiguration) throws -> HeadingScore {
    try HeadingTrial.score(inputs, against: truth, declination: declination, configuration)
  }
}
