/// Why a label can't be added or removed.
enum LabelProblem: Error, Hashable, CustomStringConvertible {
  /// What was given is no label: what was found, and what was expected.
  case unreadable(place: String, found: String, expected: String)
  /// The label would share time with another one of its detector.
  case overlap(place: String, label: String, other: String)
  /// The label does not lie within its recording.
  case outsideRecording(place: String, label: String, first: Double, last: Double)
  /// There is no such label to remove.
  case notThere(place: String, label: String, recording: String)
  /// The file has no column for the note.
  case noNoteColumn(place: String, file: String)

  /// `place: what; expected what`.
  var description: String {
    switch self {
    case .unreadable(let place, let found, let expected):
      "\(place): \(found); expected \(expected)"
    case .overlap(let place, let label, let other):
      "\(place): \(label) overlaps \(other); expected a time of its own"
    case .outsideRecording(let place, let label, let first, let last):
      "\(place): \(label) lies outside the recording; expected"
        + " \(CSVText.fixed(first, 3)) to \(CSVText.fixed(last, 3)) s"
    case .notThere(let place, let label, let recording):
      "\(place): \(recording) has no label \(label); expected one that --list shows"
    case .noNoteColumn(let place, let file):
      "\(place): \(file) has no column 'note'; expected a label without a note"
    }
  }
}
