import DetectorEngine
import Foundation

/// The page: everything that it shows, and the text that a browser opens.
///
/// One file without anything from elsewhere: style, script and data stand in it, and a content security policy keeps it
/// from asking any network for anything.
struct ReportPage: Encodable {
  /// What the scores were made with.
  let configuration: EngineConfiguration

  /// The text of `scores.csv`: the page shows these very figures.
  let scores: String

  /// The text of `heading.csv`, or nothing where headings were not scored.
  let headings: String

  /// How each rule trades detections against false alarms.
  let curves: [OperatingCurves.Curve]

  /// The recordings.
  let timelines: [ReportTimeline]

  /// The units of checks by their code.
  var units = ReportCheck.units

  /// The columns of an event, in the order in which they are written.
  var fields = EventField.allCases.map(\.name)

  /// The kinds of labels that `label` takes, by detector.
  var labelKinds = ReportPage.kinds

  private static let kinds: [String: [String]] = Dictionary(
    uniqueKeysWithValues: LabelSubject.words.compactMap { word in
      guard let subject = LabelSubject(word), subject != .detector(.heading) else { return nil }
      return (word, LabelKinds.known(for: subject)?.sorted() ?? [])
    }
  )

  /// The text of the page.
  func html() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode(self)
    var page: [UInt8] = []
    let template = PackageResources.report_html
    var rest = template[...]
    for (mark, part) in [
      ("/*style*/", PackageResources.report_css),
      ("/*data*/", Self.inScript(data)),
      ("/*script*/", PackageResources.timeline_js + PackageResources.report_js),
    ] {
      guard let place = rest.firstRange(of: Array(mark.utf8)) else { continue }
      page += rest[..<place.lowerBound]
      page += part
      rest = rest[place.upperBound...]
    }
    return page + rest
  }

  /// JSON that can stand in a script element: no `<` is left in it that could end the element or begin a comment.
  ///
  /// In JSON it can only be part of a string, where an escape means the same.
  static func inScript(_ json: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(json.count)
    let escape = Array("\\u003c".utf8)
    for byte in json {
      if byte == UInt8(ascii: "<") { text += escape } else { text.append(byte) }
    }
    return text
  }
}
