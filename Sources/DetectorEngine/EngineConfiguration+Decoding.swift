public import Foundation

/// Why a configuration file was refused.
public struct ConfigurationFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the file, as a path of keys; empty for the file as a whole.
  public let path: String

  /// What stands there.
  public let found: String

  /// What was expected there.
  public let expected: String

  /// The path, what stands there and what was expected, in one line.
  public var description: String {
    "\(path.isEmpty ? "" : path + ": ")\(found); expected \(expected)"
  }
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
      throw ConfigurationFileError(
        path: "",
        found: error.localizedDescription,
        expected: "a configuration in JSON"
      )
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
    switch error {
    case .typeMismatch(let type, let context):
      self.init(context, found: "a value of another kind", expected: jsonName(of: type))
    case .valueNotFound(let type, let context):
      self.init(context, found: "null", expected: jsonName(of: type))
    case .keyNotFound(let key, let context):
      self.init(context, found: "nothing", expected: "the key '\(key.stringValue)'")
    case .dataCorrupted(let context):
      // Foundation calls a number that does not fit its field invalid JSON; only the cause tells which it was.
      let cause = context.underlyingError.map { " (\($0))" } ?? ""
      self.init(
        context,
        found: context.debugDescription + cause,
        expected: "a configuration in JSON"
      )
    @unknown default:
      self.init(path: "", found: error.localizedDescription, expected: "a configuration in JSON")
    }
  }

  private init(_ context: DecodingError.Context, found: String, expected: String) {
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    self.init(path: path, found: found, expected: expected)
  }
}

/// What a type is called by someone who writes JSON.
private func jsonName(of type: any Any.Type) -> String {
  switch type {
  case is Bool.Type: "true or false"
  case is String.Type: "a text"
  case is any BinaryInteger.Type: "a whole number"
  case is any BinaryFloatingPoint.Type: "a number"
  case is any Collection.Type: "\(type)".hasPrefix("Dictionary") ? "an object" : "a list"
  default: "an object"
  }
}
