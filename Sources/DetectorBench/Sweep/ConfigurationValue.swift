/// A configuration, or a part of one, as JSON holds it.
///
/// The sweep sets fields by name, so it works on what a configuration is written as rather than on its types.
indirect enum ConfigurationValue: Hashable, Sendable {
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([ConfigurationValue])
  case section([String: ConfigurationValue])
  case null

  /// A text that is the same for the same content: fields by name, lists sorted, since sets are written as lists.
  var canonicalText: String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let list): "[" + list.map(\.canonicalText).sorted().joined(separator: ",") + "]"
    case .section(let fields):
      "{"
        + fields.sorted { $0.key < $1.key }
        .map { "\($0.key):\($0.value.canonicalText)" }.joined(separator: ",") + "}"
    case .null: "null"
    }
  }

  /// What stands where a path of keys leads; null where it leads nowhere.
  func value(at path: ArraySlice<String>) -> ConfigurationValue {
    guard let key = path.first else { return self }
    guard case .section(let fields) = self else { return .null }
    return fields[key]?.value(at: path.dropFirst()) ?? .null
  }

  /// Puts a value where a path of keys leads; a path that leads nowhere changes nothing.
  mutating func set(_ value: ConfigurationValue, at path: ArraySlice<String>) {
    guard let key = path.first else {
      self = value
      return
    }
    guard case .section(var fields) = self, var field = fields[key] else { return }
    field.set(value, at: path.dropFirst())
    fields[key] = field
    self = .section(fields)
  }
}

extension ConfigurationValue: Codable {
  init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      var fields: [String: ConfigurationValue] = [:]
      for key in keyed.allKeys {
        fields[key.stringValue] = try keyed.decode(ConfigurationValue.self, forKey: key)
      }
      self = .section(fields)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try value.decode([ConfigurationValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .section(let fields):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in fields { try container.encode(value, forKey: Key(stringValue: key)) }
    case .flag(let flag): try encode(flag, encoder)
    case .number(let number):
      // A field that counts reads whole numbers only.
      if let whole = Int64(exactly: number) {
        try encode(whole, encoder)
      } else {
        try encode(number, encoder)
      }
    case .text(let text): try encode(text, encoder)
    case .list(let list): try encode(list, encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  private func encode(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
