/// What a command can be told on its line, and the reader of such a line.
struct CommandLineOptions {
  /// One option.
  struct Option {
    /// The name with its two dashes.
    let name: String

    /// The word for its value in the help, or nil where it has none.
    let value: String?

    /// Whether it can be given more than once.
    var isRepeatable = false

    /// What it does, in a line.
    let help: String
  }

  /// The command's name.
  let command: String

  /// What the command does, in a line or more.
  let summary: String

  /// The word for what stands on the line beside options, or nil where nothing may.
  var operand: String?

  /// The options.
  let options: [Option]

  /// What was given.
  struct Values {
    /// The values by option; a flag has an empty one.
    fileprivate(set) var byOption: [String: [String]] = [:]

    /// What stood beside the options.
    fileprivate(set) var operands: [String] = []

    /// Whether a flag was given.
    func has(_ name: String) -> Bool { byOption[name] != nil }

    /// The value of an option, or nil where it was not given.
    func value(_ name: String) -> String? { byOption[name]?.last }

    /// All values of an option.
    func values(_ name: String) -> [String] { byOption[name] ?? [] }

    /// The meaning of an option's value, or nil where it was not given.
    func meaning<Meaning>(
      _ name: String,
      expected: String,
      _ meaning: (String) -> Meaning?
    ) throws(UsageError) -> Meaning? {
      guard let text = value(name) else { return nil }
      guard let value = meaning(text) else {
        throw UsageError("\(name): '\(text)' is not possible; expected \(expected)")
      }
      return value
    }
  }

  /// Reads a line; `--help` ends the reading and is reported as given.
  func parse(_ arguments: some Sequence<String>) throws(UsageError) -> Values {
    var values = Values()
    var rest = Array(arguments)[...]
    var onlyOperands = false
    while let argument = rest.popFirst() {
      if onlyOperands || !argument.hasPrefix("-") || argument == "-" {
        values.operands.append(argument)
      } else if argument == "--" {
        onlyOperands = true
      } else if argument == "--help" || argument == "-h" {
        values.byOption["--help"] = [""]
        return values
      } else {
        try take(argument, &rest, &values)
      }
    }
    guard operand != nil || values.operands.isEmpty else {
      throw UsageError("\(command) takes nothing but options; found '\(values.operands[0])'")
    }
    return values
  }

  private func take(
    _ argument: String,
    _ rest: inout ArraySlice<String>,
    _ values: inout Values
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if name == "--help" { throw UsageError("--help takes no value") }
    guard let option = options.first(where: { $0.name == name }) else {
      throw UsageError("\(command) has no option '\(name)'\(hint(for: name))")
    }
    guard option.isRepeatable || values.byOption[name] == nil else {
      throw UsageError("\(name) was given twice")
    }
    switch (option.value, parts.count > 1) {
    case (nil, false):
      values.byOption[name, default: []].append("")
    case (nil, true):
      throw UsageError("\(name) takes no value; found '\(parts[1])'")
    case (.some, true):
      values.byOption[name, default: []].append(String(parts[1]))
    case (.some(let word), false):
      guard let value = rest.popFirst() else { throw UsageError("\(name) needs its \(word)") }
      values.byOption[name, default: []].append(value)
    }
  }

  private func hint(for name: String) -> String {
    let names = options.map(\.name) + ["--help"]
    return Spelling.nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
      ?? "; see \(command) --help"
  }

  /// The text of `--help`.
  var help: String {
    let left = options.map { option in
      option.name + (option.value.map { " \($0)" } ?? "") + (option.isRepeatable ? " …" : "")
    }
    let width = (left + ["--help"]).map(\.count).max() ?? 0
    func line(_ left: String, _ right: String) -> String {
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }
    let usage = ["usage: bench-detectors", command, operand, options.isEmpty ? nil : "[options]"]
    return
      ([usage.compactMap(\.self).joined(separator: " "), "", summary, ""]
      + zip(left, options).map { line($0, $1.help) } + [line("--help", "Show this.")])
      .joined(separator: "\n") + "\n"
  }
}
