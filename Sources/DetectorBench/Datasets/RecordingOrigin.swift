/// Where a recording comes from, which every figure that rests on it says.
public enum RecordingOrigin: String, Hashable, Codable, Sendable, CaseIterable {
  /// A phone took it.
  case recorded
  /// A model made it.
  case generated
  /// A model put it together around something that was measured.
  case composed
}

extension RecordingInfo {
  /// The recording's origin: its note begins with `generated` or `composed` where no phone took it.
  public var origin: RecordingOrigin {
    let word = note.prefix { $0.isLetter }.lowercased()
    return RecordingOrigin(rawValue: word) ?? .recorded
  }
}
