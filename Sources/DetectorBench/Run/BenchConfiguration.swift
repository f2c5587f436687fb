public import DetectorEngine
import Foundation

/// The configuration of our own rule: the engine's, with every detector on unless it says otherwise.
public struct BenchConfiguration: Hashable, Sendable {
  /// What the engine is made with.
  public var engine: EngineConfiguration

  /// The thresholds of the rules that are held beside it.
  public var baselines = BaselineThresholds()

  /// The defaults, every detector on.
  public init() {
    // The defaults are within their ranges, and so are they with a detector switched on.
    engine = (try? Self.decoded(from: Data("{}".utf8)).configuration) ?? EngineConfiguration()
  }

  /// Takes a configuration of the engine as it is.
  init(engine: EngineConfiguration) {
    self.engine = engine
  }

  /// Reads a configuration from a JSON file of the engine's format, of which any part may be missing.
  ///
  /// A key that means nothing is refused, since a threshold that is misspelt would otherwise silently keep its default;
  /// so is a value out of its range.
  public init(path: String) throws {
    try self.init(json: FileBytes.contents(path), file: path)
  }

  /// Reads a configuration from JSON text.
  init(json: Data, file: String) throws {
    func refusal(_ found: String, _ expected: String) -> FileProblem {
      FileProblem(file: file, line: 0, column: 0, found: found, expected: expected)
    }
    let decoded: EngineConfiguration.Decoded
    do {
      decoded = try Self.decoded(from: json)
    } catch let error as ConfigurationFileError {
      throw refusal(
        error.path.isEmpty ? error.found : "\(error.path): \(error.found)",
        error.expected
      )
    } catch {
      throw refusal("\(error)", "a configuration in JSON")
    }
    if let key = decoded.unknownKeys.first {
      throw refusal("key '\(key)'", "a field of the configuration")
    }
    engine = decoded.configuration
    do {
      _ = try DetectorEngine(engine)
    } catch {
      throw refusal("\(error.field) \(error.value)", error.allowed)
    }
  }

  /// The fields that the bench sets where the text says nothing: the switches, and that headings are made at rest, too.
  private static let benchFields = ["enabled", "runsRegardlessOfMotion"]

  /// Decodes a configuration in which every section that can be switched on is, unless the text says otherwise.
  private static func decoded(from json: Data) throws -> EngineConfiguration.Decoded {
    let given = try? JSONSerialization.jsonObject(with: json)
    let defaults = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(EngineConfiguration())
    )
    guard var merged = given as? [String: Any], let defaults = defaults as? [String: Any] else {
      // What is no object is refused by the engine's own decoding, in its own words.
      return try EngineConfiguration.decoded(from: json)
    }
    for (section, known) in defaults {
      guard let known = known as? [String: Any],
        var fields = (merged[section].flatMap(present) ?? [String: Any]()) as? [String: Any]
      else { continue }
      for field in benchFields where known[field] != nil && fields[field].flatMap(present) == nil {
        fields[field] = true
      }
      merged[section] = fields
    }
    return try EngineConfiguration.decoded(from: JSONSerialization.data(withJSONObject: merged))
  }

  /// The value, or nil where it is null, which reads as if its key were missing.
  private static func present(_ value: Any) -> Any? {
    value is NSNull ? nil : value
  }
}
