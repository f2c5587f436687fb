import DetectorEngine

/// One recording run against the truth about its heading.
struct HeadingTrial: Sendable {
  /// Where the magnetic field came from.
  enum Magnetometer: String, Hashable, Sendable, CaseIterable {
    /// The recording itself: calibrated by the platform, where it does that.
    case recorded
    /// The recording's uncalibrated companion.
    case raw
    /// None was used.
    case none
  }

  let dataset: String
  let recording: RecordingInfo
  let subject: HeadingTruth.Subject
  let magnetometer: Magnetometer
  let score: HeadingScore

  /// Every trial that a recording gives: none without a truth, two where its uncalibrated field is there as well.
  static func trials(
    of info: RecordingInfo,
    in dataset: Dataset,
    configuration: HeadingEstimatorConfiguration
  ) throws -> [HeadingTrial] {
    guard info.isLabelled(for: .heading),
      let truthPath = dataset.path(of: info, companion: "truth")
    else { return [] }
    let truth = try HeadingTruth(path: truthPath)
    let recording = try dataset.read(info)
    func trial(_ magnetometer: Magnetometer, _ score: HeadingScore) -> HeadingTrial {
      HeadingTrial(
        dataset: dataset.name,
        recording: info,
        subject: truth.subject,
        magnetometer: magnetometer,
        score: score
      )
    }
    if truth.subject == .course {
      return [trial(.none, try VehicleHeadingReplay.score(recording, against: truth))]
    }
    let inputs = recording.headingInputs
    let declination = info.declinationDeg ?? 0
    func score(_ inputs: [RecordedInput]) throws -> HeadingScore {
      try Self.score(inputs, against: truth, declination: declination, configuration)
    }
    var trials = [trial(.recorded, try score(inputs))]
    if let rawPath = dataset.path(of: info, companion: "magraw") {
      let raw = try Recording(path: rawPath).headingInputs
      trials.append(trial(.raw, try score(replacingField(of: inputs, by: raw))))
    }
    return trials
  }

  /// Runs the estimator over the inputs and asks it at every row of the truth for what it knew by then.
  static func score(
    _ inputs: [RecordedInput],
    against truth: HeadingTruth,
    declination: Double,
    _ configuration: HeadingEstimatorConfiguration
  ) throws -> HeadingScore {
    var estimator = try HeadingEstimator(configuration)
    var score = HeadingScore()
    var next = 0
    func add(_ row: HeadingTruth.Row) {
      guard let attitude = estimator.attitude else {
        score.addMissing()
        return
      }
      let error: Double
      if let truth = row.attitude {
        error = HeadingScore.headingError(of: attitude, truth: truth)
      } else {
        error = Azimuth.turn(
          from: row.azimuth ?? 0,
          to: attitude.topAzimuth + declination
        )
      }
      score.add(error: error, accuracy: estimator.accuracy)
    }
    for input in inputs {
      while next < truth.rows.count,
        input.timestamp.seconds(since: truth.rows[next].timestamp) > HeadingTruth.timeTolerance
      {
        add(truth.rows[next])
        next += 1
      }
      switch input {
      case .rotation(let sample): estimator.process(sample)
      case .magneticField(let sample): estimator.process(sample)
      case .acceleration(let sample): estimator.process(sample)
      case .fix, .activity, .timePassed: break
      }
    }
    truth.rows[next...].forEach(add)
    return score
  }

  /// The inputs with another magnetometer's readings in place of their own, in order of time.
  static func replacingField(
    of inputs: [RecordedInput],
    by fields: [RecordedInput]
  ) -> [RecordedInput] {
    func isField(_ input: RecordedInput) -> Bool {
      if case .magneticField = input { true } else { false }
    }
    var merged: [RecordedInput] = []
    var fields = fields.filter(isField)[...]
    for input in inputs where !isField(input) {
      while let field = fields.first, field.timestamp < input.timestamp {
        merged.append(field)
        fields.removeFirst()
      }
      merged.append(input)
    }
    return merged + fields
  }
}

extension Recording {
  /// The sensors' readings and fixes in order of their own time, those of one instant in the order of the channels.
  ///
  /// The order is what the gate in front of the detectors would restore.
  var headingInputs: [RecordedInput] {
    var inputs: [RecordedInput] = []
    forEachInput { input, _ in inputs.append(input) }
    let sorted = inputs.enumerated().sorted {
      ($0.element.timestamp, $0.offset) < ($1.element.timestamp, $1.offset)
    }
    return sorted.map(\.element)
  }
}
