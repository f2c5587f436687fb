import Testing

@testable import DetectorBench

@Suite("Table")
struct TableTests {
  private static let schema = Table.Schema(required: ["name", "value"], optional: ["note"])

  private func table(_ text: String) throws -> Table {
    try Table(text: Array(text.utf8), file: "t.csv", schema: Self.schema)
  }

  @Test("cells in quotes hold commas, line ends and quotes, and know where they stand")
  func quotes() throws {
    let table = try table("note,name,value\r\n\"a, \"\"b\"\"\r\nc\",x,1\r\n,\"ü\",2")
    #expect(table.rows.count == 2)
    #expect(table.rows[0].cells.map(\.text) == ["a, \"b\"\r\nc", "x", "1"])
    #expect(table.rows[0].cells.map(\.line) == [2, 3, 3])
    #expect(table.rows[0].cells.map(\.column) == [1, 4, 6])
    #expect(table.rows[1].cells.map(\.text) == ["", "ü", "2"])
    #expect(table.rows[1].cells.map(\.line) == [4, 4, 4])
    #expect(table.rows[1].cells.map(\.column) == [1, 2, 6])
    #expect(try table.rows[1].cells[2].number(file: "t.csv") == 2)
  }

  @Test("a table of a header alone has no rows")
  func noRows() throws {
    #expect(try table("name,value\n").rows.isEmpty)
  }

  static let malformed: [Malformed] = [
    Malformed("empty", "", 0, 0, "an empty file"),
    Malformed("missing column", "name\n1\n", 1, 1, "no column 'value'"),
    Malformed("unknown column", "name,value,other\n", 1, 12, "column 'other'"),
    Malformed("duplicate column", "name,value,name\n", 1, 12, "column 'name' again"),
    Malformed("too few cells", "name,value\na,1\nb\n", 3, 1, "1 cells"),
    Malformed("too many cells", "name,value\na,1,2\n", 2, 5, "3 cells"),
    Malformed("empty line", "name,value\n\na,1\n", 2, 1, "an empty line"),
    Malformed("open quote", "name,value\na,1\n\"b,2\n", 3, 1, "a quote that is not closed"),
    Malformed("quote inside", "name,value\na\"b,1\n", 2, 2, "a quote inside a cell"),
    Malformed("text after a quote", "name,value\n\"a\"b,1\n", 2, 4, "text after a closing quote"),
    Malformed("NUL", bytes: Array("name,value\na,".utf8) + [0], 2, 3, "a NUL byte"),
    Malformed(
      "no UTF-8",
      bytes: Array("name,value\na,".utf8) + [0xC3],
      2,
      3,
      "bytes that are not UTF-8"
    ),
    Malformed(
      "endless line",
      "name,value\n" + String(repeating: "x", count: 70_000),
      2,
      65_538,
      "a line that goes on"
    ),
  ]

  @Test("a malformed table is refused at its place", arguments: malformed)
  func refusal(_ file: Malformed) {
    let problem = #expect(throws: FileProblem.self) {
      try Table(text: file.text, file: "t.csv", schema: Self.schema)
    }
    #expect(problem?.line == file.line)
    #expect(problem?.column == file.column)
    #expect(problem?.found == file.found)
  }

  @Test("a schema can let other columns through")
  func otherColumns() throws {
    let schema = Table.Schema(required: ["name"], allowsOthers: true)
    let table = try Table(text: Array("x,name\n1,a\n".utf8), file: "t.csv", schema: schema)
    #expect(table.cell(table.rows[0], "name")?.text == "a")
    #expect(table.cell(table.rows[0], "value") == nil)
  }
}
