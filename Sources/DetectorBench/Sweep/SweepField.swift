import DetectorEngine
import Foundation

/// A field of the configuration that a sweep can vary.
public struct SweepField: Hashable, Sendable {
  /// The name by which columns and messages call it: `crash.impactThreshold`.
  public let name: String

  /// The keys that lead to it in the configuration's JSON.
  let path: [String]

  /// What it holds by default, and so what kind of value it takes.
  let fallback: ConfigurationValue

  /// Every field, in the order of the names.
  static let all: [SweepField] = {
    guard let json = try? JSONEncoder().encode(EngineConfiguration()),
      let defaults = try? JSONDecoder().decode(ConfigurationValue.self, from: json)
    else { return [] }
    return leaves(of: defaults, path: []).sorted { $0.name < $1.name }
  }()

  /// The sections whose detector's name is the shorter word for them.
  private static let shortSections = [
    "crashDetection": "crash", "distractionDetection": "distraction",
  ]

  private static func leaves(of value: ConfigurationValue, path: [String]) -> [SweepField] {
    guard case .section(let fields) = value else {
      let section = path.first.map { shortSections[$0] ?? $0 }
      let name = ([section].compactMap(\.self) + path.dropFirst()).joined(separator: ".")
      return [SweepField(name: name, path: path, fallback: value)]
    }
    return fields.flatMap { leaves(of: $1, path: path + [$0]) }
  }

  /// Finds a field by either of its names; an unknown one is refused with the one that looks most like it.
  static func named(_ word: String) throws(UsageError) -> SweepField {
    if let field = all.first(where: { $0.name == word || $0.path.joined(separator: ".") == word }) {
      guard case .list = field.fallback else { return field }
      throw UsageError("--set: '\(word)' holds a list, which can't be swept")
    }
    let names = all.flatMap { [$0.name, $0.path.joined(separator: ".")] }
    let hint = Spelling.nearest(to: word, in: names).map { "; did you mean '\($0)'?" }
    throw UsageError(
      "--set: no field '\(word)'\(hint ?? "; fields are named like crash.impactThreshold")"
    )
  }

  /// The detector whose field it is, or nil where several depend on it.
  var detector: DetectorName? {
    switch path.first {
    case "crashDetection": .crash
    case "distractionDetection": .distraction
    case "heading": .heading
    default: nil
    }
  }
}
