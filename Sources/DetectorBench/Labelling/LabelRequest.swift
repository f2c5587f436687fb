/// A label that someone wants to add or remove, and where that stands.
struct LabelRequest: Hashable {
  /// The label.
  let label: Label

  /// Where it was asked for, as messages name it.
  let place: String

  /// Creates a request.
  init(_ label: Label, place: String) {
    self.label = label
    self.place = place
  }

  /// Reads `detector:kind:start:end`, as it stands behind an option.
  init(
    _ text: String,
    option: String,
    recording: String,
    note: String = ""
  ) throws(LabelProblem) {
    let place = "\(option) \(text)"
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4 else {
      throw .unreadable(
        place: place,
        found: "\(parts.count) part\(parts.count == 1 ? "" : "s")",
        expected: "detector:kind:start:end"
      )
    }
    guard let subject = LabelSubject(parts[0]) else {
      let hint = Spelling.nearest(to: parts[0], in: LabelSubject.words).map { "'\($0)', or " } ?? ""
      throw .unreadable(
        place: place,
        found: "detector '\(parts[0])'",
        expected: hint + "one of \(LabelSubject.list)"
      )
    }
    func seconds(_ text: String, _ what: String) throws(LabelProblem) -> Double {
      guard let value = Double(text), value.isFinite, abs(value) <= 1e11 else {
        throw .unreadable(place: place, found: "\(what) '\(text)'", expected: "seconds of t")
      }
      return value
    }
    let start = try seconds(parts[2], "start")
    let end = try seconds(parts[3], "end")
    guard start <= end else {
      throw .unreadable(
        place: place,
        found: "end \(parts[3])",
        expected: "not before the start \(parts[2])"
      )
    }
    self.init(
      Label(
        recording: recording,
        subject: subject,
        kind: parts[1],
        start: start,
        end: end,
        note: note
      ),
      place: place
    )
  }

  /// Refuses a kind that is not known.
  func checkKind() throws(LabelProblem) {
    guard !LabelKinds.isKnown(label.kind, for: label.subject) else { return }
    throw .unreadable(
      place: place,
      found: "kind '\(label.kind)' of \(label.subject.word)",
      expected: LabelKinds.expectation(for: label.subject, found: label.kind)
    )
  }

  /// Refuses a label that does not lie within its recording.
  func checkSpan(_ span: (first: Double, last: Double)) throws(LabelProblem) {
    guard !LabelRules.isInside(label, span) else { return }
    throw .outsideRecording(
      place: place,
      label: LabelRules.text(label),
      first: span.first,
      last: span.last
    )
  }
}
