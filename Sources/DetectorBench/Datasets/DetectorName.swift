/// Whose event, label or decision a row is about.
public enum DetectorName: String, Hashable, Codable, Sendable, CaseIterable {
  /// The motion state machine.
  case motion
  /// The crash detector.
  case crash
  /// The distraction detector.
  case distraction
  /// The heading estimator.
  case heading
}

/// What a label is about: a detector, or what went on without asking for an event.
public enum LabelSubject: Hashable, Sendable {
  /// Something that the detector should find.
  case detector(DetectorName)
  /// What went on, told for orientation.
  case context
  /// What the driver did, told for orientation.
  case manoeuvre

  /// Reads the word that stands in a file, or gives nil for an unknown one.
  public init?(_ word: some StringProtocol) {
    switch word {
    case "context": self = .context
    case "manoeuvre": self = .manoeuvre
    default:
      guard let name = DetectorName(rawValue: String(word)) else { return nil }
      self = .detector(name)
    }
  }

  /// The word that stands in a file.
  var word: String {
    switch self {
    case .detector(let name): name.rawValue
    case .context: "context"
    case .manoeuvre: "manoeuvre"
    }
  }

  /// Every word that can stand in a file.
  static let words =
    (DetectorName.allCases.map(LabelSubject.detector) + [.context, .manoeuvre]).map(\.word)

  /// Every word, as an error message lists them.
  static let list = words.joined(separator: ", ")
}
