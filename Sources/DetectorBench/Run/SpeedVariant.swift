/// What the speed in a replay is.
public enum SpeedVariant: Hashable, Sendable {
  /// What the recording holds.
  case measured
  /// An assumed one, in place of none.
  case assumed(AssumedSpeed)

  /// The word for it in files.
  public var text: String {
    switch self {
    case .measured: "measured"
    case .assumed(.kept): "assumed"
    case .assumed(.braked): "assumed-braked"
    }
  }

  /// Whether a detector is scored on this replay.
  ///
  /// Braking to a stop is how a crash would look, and asks nothing of the others: it would keep a distraction from being
  /// noticed that the label asks for.
  func counts(for detector: DetectorName) -> Bool {
    self != .assumed(.braked) || detector == .crash
  }
}

extension Recording {
  /// The replays that a recording asks for: itself, or itself with an assumed speed, kept and braked.
  ///
  /// `assumedSpeedMps` is used where the recording holds no speed. A speed that was evidently written and not measured
  /// is an assumed one, too.
  func variants(assumedSpeedMps: Double?) -> [(variant: SpeedVariant, recording: Recording)] {
    guard let speed = hasSpeed ? constantSpeedMps : assumedSpeedMps else {
      return [(.measured, self)]
    }
    return AssumedSpeed.allCases.map { (.assumed($0), assuming($0, speedMps: speed)) }
  }
}
