import DetectorEngine
import Foundation
import Testing

/// The tables of defaults in the documentation, held against the code.
@Suite("Documented defaults")
struct DocsDefaultsTests {
  /// A section of the configuration, and the article whose table it is.
  static let articles = [
    "motion": "MotionState", "crashDetection": "DetectingCrashes",
    "distractionDetection": "DetectingDistraction", "heading": "MakingHeadings",
    "sampleGate": "GateAndFilters", "frontEnd": "GateAndFilters", "fixFilter": "GateAndFilters",
  ]

  private static let catalogue = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/DetectorEngine/DetectorEngine.docc")

  @Test("every section of the configuration has an article")
  func sections() throws {
    #expect(Set(try defaults().keys) == Set(Self.articles.keys))
  }

  @Test("every default in the code stands in its table", arguments: articles.keys.sorted())
  func everyDefault(section: String) throws {
    let article = try #require(Self.articles[section])
    let table = try rows(of: article)
    for (key, value) in try flattened(section) {
      let row = "| `\(key)` | `\(value)` |"
      #expect(
        table.contains { $0.hasPrefix(row) },
        "\(article).md: expected a row that begins with \(row)"
      )
    }
  }

  @Test("no table has a row for what is not in the code", arguments: Set(articles.values).sorted())
  func noOthers(article: String) throws {
    var known: Set<String> = []
    for section in Self.articles where section.value == article {
      for (key, _) in try flattened(section.key) { known.insert("| `\(key)`") }
    }
    let rows = try rows(of: article)
    #expect(rows.count == known.count)
    for row in rows {
      #expect(known.contains { row.hasPrefix($0 + " |") }, "\(article).md: \(row.prefix(60))")
    }
  }

  /// The rows of the tables whose second column is a default.
  private func rows(of article: String) throws -> [Substring] {
    let file = Self.catalogue.appendingPathComponent(article + ".md")
    let text = try String(contentsOf: file, encoding: .utf8)
    var isInTable = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      guard line.hasPrefix("|") else {
        isInTable = false
        return false
      }
      if line.hasPrefix("| key | default |") {
        isInTable = true
        return false
      }
      return isInTable && !line.hasPrefix("|---")
    }
  }

  private func defaults() throws -> [String: Any] {
    let json = try JSONEncoder().encode(EngineConfiguration())
    return try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  private func flattened(_ section: String) throws -> [(key: String, value: String)] {
    try Self.flatten(#require(defaults()[section]), path: "")
  }

  private static func flatten(_ value: Any, path: String) -> [(key: String, value: String)] {
    switch value {
    case let object as [String: Any]:
      return object.flatMap { key, inner in
        flatten(inner, path: path.isEmpty ? key : "\(path).\(key)")
      }
    case let list as [Any]:
      return [(path, list.map { "\($0)" }.joined(separator: ", "))]
    case let number as NSNumber:
      // Whole numbers are written without a point, truth values as words.
      if isTruthValue(number) { return [(path, number.boolValue ? "true" : "false")] }
      let number = number.doubleValue
      let whole = Int(exactly: number)
      return [(path, whole.map { "\($0)" } ?? "\(number)")]
    default:
      return [(path, "\(value)")]
    }
  }

  /// Whether a number out of JSON was written as `true` or `false`.
  private static func isTruthValue(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }
}
