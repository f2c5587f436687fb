/// The kinds of labels that are known, by what they are about.
///
/// Scores don't depend on the kind, so an unknown one in a file is only worth a warning; who adds a label by command has
/// to take a known one, since a kind that is spelt in two ways falls apart in every table by kind.
enum LabelKinds {
  /// The known kinds, or nil where any word goes: what only orients the reader, and what is not scored by labels.
  static func known(for subject: LabelSubject) -> Set<String>? {
    switch subject {
    case .detector(.crash): crash
    case .detector(.distraction): distraction
    case .detector(.motion): ["moving", "stationary"]
    case .detector(.heading): []
    case .context, .manoeuvre: nil
    }
  }

  /// Crashes, by how the vehicle was hit; `pulse` where that is not known.
  static let crash: Set<String> = [
    "frontal", "oblique", "pulse", "rear", "rollover", "side",
  ]

  /// Uses of the phone, by what the hand does.
  static let distraction: Set<String> = [
    "call_at_ear", "fix_to_mount", "hand_motion", "handling", "held_while_walking", "hold",
    "passenger", "pass_hand_to_hand", "pick_up_and_read", "pick_up_and_use", "rough_road_read",
    "rough_road_type", "scroll", "swipe", "take_off_mount", "tap", "type",
  ]

  /// Whether the kind of a label is known.
  static func isKnown(_ kind: String, for subject: LabelSubject) -> Bool {
    known(for: subject)?.contains(kind) ?? isWord(kind)
  }

  /// What is expected in the place of an unknown kind, with the nearest known one in front where one is near.
  static func expectation(for subject: LabelSubject, found kind: String) -> String {
    guard let known = known(for: subject) else {
      return "a word of letters, digits, '_', '-' and '|'"
    }
    guard !known.isEmpty else { return "no label: headings are scored by a truth" }
    let names = known.sorted()
    let hint = Spelling.nearest(to: kind, in: names).map { "'\($0)', or " } ?? ""
    return hint + "one of \(names.joined(separator: ", "))"
  }

  private static func isWord(_ kind: String) -> Bool {
    !kind.isEmpty && kind.allSatisfy { $0.isLetter || $0.isNumber || "_-|".contains($0) }
  }
}
