import Testing

@testable import DetectorBench

@Suite("CommandLineOptions")
struct CommandLineOptionsTests {
  private static let options = CommandLineOptions(
    command: "work",
    summary: "Works.",
    operand: "FILE",
    options: [
      .init(name: "--out", value: "DIR", help: "Where to."),
      .init(name: "--set", value: "KEY", isRepeatable: true, help: "What."),
      .init(name: "--loud", value: nil, help: "How."),
    ]
  )

  private func message(_ arguments: String...) -> String? {
    do {
      _ = try Self.options.parse(arguments)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("options, repeated options, flags and operands are told apart")
  func parse() throws {
    let values = try Self.options.parse(
      ["a", "--out", "x", "--set=b=c", "--loud", "--set", "d", "--", "--out"]
    )
    #expect(values.operands == ["a", "--out"])
    #expect(values.value("--out") == "x")
    #expect(values.values("--set") == ["b=c", "d"])
    #expect(values.has("--loud"))
    #expect(!values.has("--help"))
  }

  @Test("help wins over whatever follows it")
  func help() throws {
    #expect(try Self.options.parse(["--help", "--nonsense"]).has("--help"))
    for word in ["work FILE", "Works.", "--out DIR", "--set KEY …", "--loud", "--help"] {
      #expect(Self.options.help.contains(word))
    }
  }

  @Test("what can't be understood is refused with a hint")
  func refusals() {
    #expect(message("--lout") == "work has no option '--lout'; did you mean '--out'?")
    #expect(
      message("--nothing-like-it") == "work has no option '--nothing-like-it'; see work --help"
    )
    #expect(message("--out") == "--out needs its DIR")
    #expect(message("--out", "a", "--out", "b") == "--out was given twice")
    #expect(message("--loud=very") == "--loud takes no value; found 'very'")
    #expect(message("-x") != nil)
  }

  @Test("a command without operands refuses them")
  func noOperands() {
    let options = CommandLineOptions(command: "rest", summary: "Rests.", options: [])
    #expect(throws: UsageError.self) { try options.parse(["a"]) }
  }

  @Test(
    "spelling distance counts letters",
    arguments: [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("run", "rnu", 2)]
  )
  func distance(_ a: String, _ b: String, _ expected: Int) {
    #expect(Spelling.distance(a, b) == expected)
    #expect(Spelling.distance(b, a) == expected)
  }

  @Test("only a near word is suggested")
  func nearest() {
    #expect(Spelling.nearest(to: "rnu", in: ["run", "replay"]) == "run")
    #expect(Spelling.nearest(to: "frobnicate", in: ["run", "replay"]) == nil)
    #expect(Spelling.nearest(to: "x", in: []) == nil)
  }
}
