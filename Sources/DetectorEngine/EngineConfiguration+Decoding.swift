public import Foundation

/// Why a configuration file was refused.
public struct ConfigurationFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the file, as a path of keys; empty for the file as a whole.
  public let path: String

  /// What was found and what was expected.
  public let reason: String

  /// The path and the reason in one line.
  public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension EngineConfiguration {
  /// A configuration read from JSON, and the keys in it that mean nothing.
  public struct Decoded: Hashable, Sendable {
    /// The configuration, defaults filled in.
    public let configuration: EngineConfiguration

    /// Paths such as `crashDetection.minSped`, sorted.
    public let unknownKeys: [String]
  }

  /// Reads a configuration from JSON text in which any section and any field may be missing.
  ///
  /// Ranges are not checked here: the engine does that when it takes the configuration.
  public static func decoded(from json: Data) throws(ConfigurationFileError) -> Decoded {
    do {
      let configuration = try JSONDecoder().decode(EngineConfiguration.self, from: json)
      let given = try JSONSerialization.jsonObject(with: json)
      let known = try JSONSerialization.jsonObject(with: JSONEncoder().encode(Self()))
      return Decoded(
        configuration: configuration,
        unknownKeys: unknownKeys(in: given, known: known, path: "").sorted()
      )
    } catch let error as DecodingError {
      throw ConfigurationFileError(error)
    } catch {
      throw ConfigurationFileError(path: "", reason: error.localizedDescription)
    }
  }

  /// The paths of keys that stand in `given` and not in `known`, whose every key stands in it.
  private static func unknownKeys(in given: Any, known: Any, path: String) -> [String] {
    guard let given = given as? [String: Any], let known = known as? [String: Any] else {
      return []
    }
    return given.flatMap { key, value -> [String] in
      let keyPath = path.isEmpty ? key : "\(path).\(key)"
      guard let counterpart = known[key] else { return [keyPath] }
      return unknownKeys(in: value, known: counterpart, path: keyPath)
    }
  }
}

extension ConfigurationFileError {
  fileprivate init(_ error: DecodingError) {
    let context: DecodingError.Context
    let expectation: String
    switch error {
    case .typeMismatch(let type, let found):
      (context, expectation) = (found, "expected \(type)")
    case .valueNotFound(let type, let found):
      (context, expectation) = (found, "nothing there; expected \(type)")
    case .keyNotFound(let key, let found):
      (context, expectation) = (found, "the key '\(key.stringValue)' is missing")
    case .dataCorrupted(let found):
      (context, expectation) = (found, found.debugDescription)
    @unknown default:
      self.init(path: "", reason: error.localizedDescription)
      return
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    self.init(path: path, reason: expectation)
  }
}
