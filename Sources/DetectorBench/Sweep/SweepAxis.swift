/// A field and the values that it takes in a sweep.
struct SweepAxis: Hashable, Sendable {
  let field: SweepField
  let values: [ConfigurationValue]

  /// More values than this on one axis are a slip of the keyboard.
  private static let maximumCount = 100_000

  /// Reads `name=a,b,c` and `name=first:last:step`, in any mixture; a range ends with `last` where a step hits it.
  init(_ text: String) throws(UsageError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw UsageError("--set: '\(text)' is not possible; expected FIELD=VALUES")
    }
    field = try SweepField.named(String(text[..<equals]))
    var values: [ConfigurationValue] = []
    let list = text[text.index(after: equals)...]
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      values += try Self.values(String(item), field)
    }
    guard Set(values).count == values.count else {
      throw UsageError("--set: \(field.name) is given a value twice in '\(list)'")
    }
    self.values = values
  }

  /// How a value stands in a file.
  static func text(_ value: ConfigurationValue) -> String {
    switch value {
    case .number(let number): CSVText.number(number)
    case .flag(let flag): flag ? "true" : "false"
    case .text(let text): text
    case .list, .section, .null: ""
    }
  }

  private static func values(
    _ item: String,
    _ field: SweepField
  ) throws(UsageError) -> [ConfigurationValue] {
    func refusal(_ expected: String) -> UsageError {
      UsageError("--set: \(field.name) can't be '\(item)'; expected \(expected)")
    }
    switch field.fallback {
    case .flag:
      guard item == "true" || item == "false" else { throw refusal("true or false") }
      return [.flag(item == "true")]
    case .text:
      guard !item.isEmpty else { throw refusal("a word") }
      return [.text(item)]
    case .number, .list, .section, .null:
      let parts = item.split(separator: ":", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { ScaledDecimal(String($0)) }
      guard numbers.count == parts.count, parts.count == 1 || parts.count == 3 else {
        throw refusal("a number, or first:last:step")
      }
      guard parts.count == 3 else { return [.number(numbers[0].value)] }
      guard
        let range = ScaledDecimal.range(
          from: numbers[0],
          through: numbers[1],
          by: numbers[2],
          maximumCount: maximumCount
        )
      else {
        throw refusal(
          "a first value, a last one that is not smaller, and a step above 0 that makes at most"
            + " \(maximumCount) values"
        )
      }
      return range.map { .number($0) }
    }
  }
}
