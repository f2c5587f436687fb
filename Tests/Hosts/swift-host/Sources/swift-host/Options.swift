/// The command line.
struct Options {
  static let usage = """
    usage: swift-host CONFIGURATION.json [--records] [--cuts N,N,… --snapshots PATH] [--restore PATH.N --from N] \
    <RECORDING.csv

    Streams a recording from standard input through an engine and prints its events as `bench-detectors replay` does.
      --records           Build a location record with every fix and print its extras too. Every line then begins with the
                          number of the row that led to it, and there is no header.
      --cuts, --snapshots Write a snapshot to PATH.N after N rows, for every N, and go on.
      --restore, --from   Restore the snapshot, pass over the first N rows and go on with the rest.
    """

  private(set) var configuration = ""
  private(set) var printsRecords = false
  private(set) var cuts: Set<Int> = []
  private(set) var snapshots: String?
  private(set) var restored: String?
  private(set) var firstRow = 0

  init(_ arguments: some Sequence<String>) throws(HostProblem) {
    var rest = Array(arguments)[...]
    func value(_ option: String) throws(HostProblem) -> String {
      guard let value = rest.popFirst() else { throw HostProblem("\(option) needs a value") }
      return value
    }
    func number(_ text: some StringProtocol) throws(HostProblem) -> Int {
      guard let number = Int(text), number >= 0 else { throw HostProblem("'\(text)' is no row") }
      return number
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--records": printsRecords = true
      case "--cuts":
        for text in try value(argument).split(separator: ",") { cuts.insert(try number(text)) }
      case "--snapshots": snapshots = try value(argument)
      case "--restore": restored = try value(argument)
      case "--from": firstRow = try number(value(argument))
      default:
        guard configuration.isEmpty, !argument.hasPrefix("-") else {
          throw HostProblem("'\(argument)' means nothing here")
        }
        configuration = argument
      }
    }
    guard !configuration.isEmpty, cuts.isEmpty == (snapshots == nil) else {
      throw HostProblem("something is missing")
    }
  }
}
