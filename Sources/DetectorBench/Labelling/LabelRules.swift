/// What makes a label one that can be scored: it lies in its recording and apart from the others of its detector.
enum LabelRules {
  /// Whether a label lies within a recording, but for what rounding explains.
  static func isInside(_ label: Label, _ span: (first: Double, last: Double)) -> Bool {
    label.start >= span.first - DatasetValidation.durationTolerance
      && label.end <= span.last + DatasetValidation.durationTolerance
  }

  /// Whether two labels of one recording claim the same time for the same detector, or are the same twice.
  ///
  /// One may begin where the other ends. What only orients the reader may overlap: a fall can be part of a drop.
  static func collide(_ one: Label, _ other: Label) -> Bool {
    guard one.recording == other.recording, one.subject == other.subject else { return false }
    if one.start == other.start, one.end == other.end, one.kind == other.kind { return true }
    guard case .detector = one.subject else { return false }
    return one.start < other.end && other.start < one.end
      || one.start == other.start && one.end == other.end
  }

  /// A label as messages show it.
  static func text(_ label: Label) -> String {
    "\(label.subject.word):\(label.kind):\(CSVText.number(label.start)):\(CSVText.number(label.end))"
  }

  /// The first label of a list that collides with one before it, and that one's place, for each that does.
  static func collisions(in labels: [Label]) -> [(later: Int, earlier: Int)] {
    // In order of their starts, a label can only collide with those that are still open.
    let order = labels.indices.sorted { (labels[$0].start, $0) < (labels[$1].start, $1) }
    var found: [(later: Int, earlier: Int)] = []
    var open: [Int] = []
    for index in order {
      open.removeAll { labels[$0].end < labels[index].start }
      if let other = open.first(where: { collide(labels[$0], labels[index]) }) {
        found.append((later: max(index, other), earlier: min(index, other)))
      }
      open.append(index)
    }
    return found.sorted { ($0.later, $0.earlier) < ($1.later, $1.earlier) }
  }
}
