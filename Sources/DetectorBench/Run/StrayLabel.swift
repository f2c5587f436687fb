/// A label that lies outside its recording: it is scored, and always missed.
struct StrayLabel: Hashable, Sendable {
  /// A label may reach beyond its recording by this many seconds: times are rounded.
  static let tolerance = 0.2

  let dataset: String
  let label: Label

  /// From the recording's first to its last instant, in seconds.
  let span: ClosedRange<Double>

  /// Looks at a label, and gives nil where it lies within the recording.
  init?(_ label: Label, dataset: String, span: (start: Double, end: Double)) {
    guard label.start < span.start - Self.tolerance || label.end > span.end + Self.tolerance else {
      return nil
    }
    self.dataset = dataset
    self.label = label
    self.span = min(span.start, span.end)...max(span.start, span.end)
  }

  /// What a run says about it.
  var warning: String {
    "warning: \(dataset): a label of \(label.recording) from \(CSVText.number(label.start)) to"
      + " \(CSVText.number(label.end)) s lies outside the recording,"
      + " \(CSVText.fixed(span.lowerBound, 3)) to \(CSVText.fixed(span.upperBound, 3)) s; it is scored all the same"
  }
}
