public import DetectorEngine
import Foundation

/// The configuration of our own rule: the engine's, with every detector on unless it says otherwise.
public struct BenchConfiguration: Hashable, Sendable {
  /// What the engine is made with.
  public var engine: EngineConfiguration

  /// The sections whose detectors are off by default and on in the bench.
  private static let detectorSections = ["crashDetection", "distractionDetection", "heading"]

  /// The defaults, every detector on.
  public init() {
    var engine = EngineConfiguration()
    engine.crashDetection.enabled = true
    engine.distractionDetection.enabled = true
    self.engine = engine
  }

  /// Reads a configuration from a JSON file of the engine's format, of which any part may be missing.
  ///
  /// A key that means nothing is refused, since a threshold that is misspelt would otherwise silently keep its default;
  /// so is a value out of its range.
  public init(path: String) throws {
    let file: Data
    do {
      file = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileAccessProblem(file: path, reason: "cannot be read (\(FileBytes.reason(of: error)))")
    }
    try self.init(json: file, file: path)
  }

  /// Reads a configuration from JSON text.
  init(json: Data, file: String) throws {
    func refusal(_ found: String, _ expected: String) -> FileProblem {
      FileProblem(file: file, line: 0, column: 0, found: found, expected: expected)
    }
    let decoded: EngineConfiguration.Decoded
    do {
      decoded = try EngineConfiguration.decoded(from: json)
    } catch {
      throw refusal("\(error)", "a configuration in JSON")
    }
    if let key = decoded.unknownKeys.first {
      throw refusal("key '\(key)'", "a field of the configuration")
    }
    engine = decoded.configuration
    let given = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] ?? [:]
    func isSilent(_ section: String) -> Bool {
      (given[section] as? [String: Any])?["enabled"] == nil
    }
    if isSilent("crashDetection") { engine.crashDetection.enabled = true }
    if isSilent("distractionDetection") { engine.distractionDetection.enabled = true }
    do {
      _ = try DetectorEngine(engine)
    } catch {
      throw refusal("\(error.field) \(error.value)", error.allowed)
    }
  }
}
