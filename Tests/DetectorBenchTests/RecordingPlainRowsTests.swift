import Testing

@testable import DetectorBench

/// Rows of plain decimals take a short way through the reader; a cell in quotes never does.
@Suite("Plain rows of a recording")
struct RecordingPlainRowsTests {
  /// The same rows twice: as they are, and with every cell in quotes.
  private struct Rows {
    var plain: [UInt8]
    var quoted: [UInt8]

    init(header: String) {
      plain = Array("\(header)\n".utf8)
      quoted = plain
    }

    mutating func append(_ cells: [String], lineEnd: String = "\n") {
      plain += Array((cells.joined(separator: ",") + lineEnd).utf8)
      let inQuotes = cells.map { $0.isEmpty ? "" : "\"\($0)\"" }
      quoted += Array((inQuotes.joined(separator: ",") + lineEnd).utf8)
    }

    /// Adds rows up to the end, where the short way is not taken.
    mutating func finish(columns: Int) {
      for index in 0..<400 {
        append(["\(1000 + index)"] + Array(repeating: "", count: columns - 1))
      }
    }
  }

  private func outcome(_ text: [UInt8]) -> Result<Recording, FileProblem> {
    Result { () throws(FileProblem) in try Recording(text: text, file: "rows.csv") }
  }

  @Test("both ways read the same", arguments: 1...40 as ClosedRange<UInt64>)
  func sameEitherWay(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let columns = ["ax,ay,az", "gx,gy,gz", "mx,my,mz", "speed", "lat,lon", "accuracy"]
      .filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      .shuffled(using: &random)
    let groups = columns.map { $0.split(separator: ",").count }
    var rows = Rows(header: (["t"] + columns).joined(separator: ","))
    for index in 0..<300 {
      var cells = ["\(index).\(Int.random(in: 0..<1_000_000_000, using: &random))"]
      for count in groups {
        let isEmpty = Bool.random(using: &random)
        for _ in 0..<count { cells.append(isEmpty ? "" : number(&random)) }
      }
      rows.append(cells, lineEnd: Bool.random(using: &random) ? "\n" : "\r\n")
    }
    rows.finish(columns: 1 + groups.reduce(0, +))
    let plain = try outcome(rows.plain).get()
    #expect(try plain == outcome(rows.quoted).get())
    #expect(plain.rowCount == 700)
  }

  /// A number in [-90, 90] in every notation, most of them plain.
  private func number(_ random: inout SplitMix64) -> String {
    let sign = Bool.random(using: &random) ? "-" : ""
    let whole = Int.random(in: 0..<90, using: &random)
    let decimals = Int.random(in: 0...24, using: &random)
    let fraction = (0..<decimals).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return "\(sign)\(whole)e-\(Int.random(in: 0...30, using: &random))"
    case 1: return "+\(whole).\(fraction)"
    case 2: return "\(sign)0000000000000000000000\(whole).\(fraction)"
    case 3: return "\(sign).5"
    case 4: return "\(sign)\(whole)."
    default: return decimals == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
    }
  }

  @Test(
    "both ways refuse the same, in the same words",
    arguments: [
      ["", "1", "2", "3"], ["1", "", "2", "3"], ["1", "1", "2", ""], ["x", "1", "2", "3"],
      ["1", "1", "2x", "3"], ["1", "1", "--2", "3"], ["1", "1", "2.3.4", "3"], ["1", "1", "2"],
      ["1", "1", "2", "3", "4"], ["9000000000", "1", "2", "3"], ["1", "-", "2", "3"],
      ["1", "nan", "2", "3"], ["1", "1e999", "2", "3"], ["1", "1 ", "2", "3"],
    ]
  )
  func sameRefusal(_ cells: [String]) throws {
    var rows = Rows(header: "t,ax,ay,az")
    rows.append(["0", "1", "2", "3"])
    rows.append(cells)
    rows.finish(columns: 4)
    let plain = #expect(throws: FileProblem.self) { try outcome(rows.plain).get() }
    let quoted = #expect(throws: FileProblem.self) { try outcome(rows.quoted).get() }
    #expect(plain?.line == 3)
    #expect(plain?.found == quoted?.found)
    #expect(plain?.expected == quoted?.expected)
  }

  @Test(
    "latitudes and longitudes are held to their ranges",
    arguments: [
      ("90", "180", true), ("90.0001", "0", false), ("-91", "0", false), ("0", "-180.5", false),
    ]
  )
  func ranges(_ latitude: String, _ longitude: String, _ isFine: Bool) {
    var rows = Rows(header: "t,lat,lon")
    rows.append(["0", latitude, longitude])
    rows.finish(columns: 3)
    #expect(((try? outcome(rows.plain).get()) != nil) == isFine)
  }

  @Test("a row may end anywhere near the end of the file", arguments: 0...80)
  func end(_ length: Int) throws {
    var text = Array("t,speed\n0,1\n1,".utf8)
    text += Array(repeating: UInt8(ascii: "0"), count: length) + [UInt8(ascii: "7")]
    #expect(try outcome(text).get().rowCount == 2)
    #expect(try outcome(text + [UInt8(ascii: "\n")]).get() == outcome(text).get())
  }
}
