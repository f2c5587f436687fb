import DetectorEngine
import Testing

@testable import DetectorBench

/// A file that must be refused, and where.
struct Malformed: CustomTestStringConvertible, Sendable {
  let what: String
  let text: [UInt8]
  let line: Int
  let column: Int
  let found: String

  init(_ what: String, _ text: String, _ line: Int, _ column: Int, _ found: String) {
    self.init(what, bytes: Array(text.utf8), line, column, found)
  }

  init(_ what: String, bytes: [UInt8], _ line: Int, _ column: Int, _ found: String) {
    self.what = what
    text = bytes
    self.line = line
    self.column = column
    self.found = found
  }

  var testDescription: String { what }
}

@Suite("Recording reader")
struct RecordingReaderTests {
  static let malformed: [Malformed] = [
    Malformed("empty file", "", 0, 0, "an empty file"),
    Malformed("byte-order mark alone", bytes: [0xEF, 0xBB, 0xBF], 0, 0, "an empty file"),
    Malformed("header alone", "t,ax,ay,az\n", 1, 0, "nothing after the header"),
    Malformed("unknown column", "t,ax,ay,az,zz\n1,2,3,4,5\n", 1, 12, "column 'zz'"),
    Malformed("column in capitals", "T,speed\n0,1\n", 1, 1, "column 'T'"),
    Malformed("space in the header", "t, speed\n0,1\n", 1, 3, "column ' speed'"),
    Malformed("duplicate column", "t,speed,speed\n0,1,2\n", 1, 9, "column 'speed' again"),
    Malformed("no time column", "ax,ay,az\n1,2,3\n", 1, 1, "no column 't'"),
    Malformed(
      "half a vector in the header",
      "t,ax,az\n0,1,2\n",
      1,
      3,
      "a column for half of an acceleration"
    ),
    Malformed(
      "half a position in the header",
      "t,lon\n0,1\n",
      1,
      3,
      "a column for half of a position"
    ),
    Malformed(
      "confidence column alone",
      "t,confidence\n0,1\n",
      1,
      3,
      "a column for half of an activity verdict"
    ),
    Malformed("no number", "t,speed\n0,1\n1,fast\n", 3, 3, "'fast'"),
    Malformed("number with a unit", "t,speed\n0,1.5m\n", 2, 3, "'1.5m'"),
    Malformed("two points", "t,speed\n0,1.5.2\n", 2, 3, "'1.5.2'"),
    Malformed("comma for a point", "t,speed\n0,1,5\n", 2, 5, "more than 2 cells"),
    Malformed("not a number by name", "t,speed\n0,nan\n", 2, 3, "'nan'"),
    Malformed("infinite by name", "t,speed\n0,-inf\n", 2, 3, "'-inf'"),
    Malformed("beyond the range of numbers", "t,speed\n0,1e999\n", 2, 3, "'1e999'"),
    Malformed("hexadecimal", "t,speed\n0,0x1p3\n", 2, 3, "'0x1p3'"),
    Malformed("sign alone", "t,speed\n0,-\n", 2, 3, "'-'"),
    Malformed("exponent without digits", "t,speed\n0,1e\n", 2, 3, "'1e'"),
    Malformed("space around a number", "t,speed\n0, 1\n", 2, 3, "' 1'"),
    Malformed("empty time", "t,speed\n0,1\n,2\n", 3, 1, "no time"),
    Malformed("time that is none", "t,speed\n00:01,2\n", 2, 1, "'00:01'"),
    Malformed("time out of range", "t,speed\n1e10,2\n", 2, 1, "a time out of range"),
    Malformed("time at its limit", "t,speed\n-9000000000,2\n", 2, 1, "a time out of range"),
    Malformed("end of time", "t,speed\n9223372036.854775807,2\n", 2, 1, "a time out of range"),
    Malformed("too few cells", "t,ax,ay,az\n0,1,2\n", 2, 6, "3 of 4 cells"),
    Malformed("too many cells", "t,ax,ay,az\n0,1,2,3\n1,1,2,3,4\n", 3, 9, "more than 4 cells"),
    Malformed("empty line", "t,speed\n0,1\n\n1,2\n", 3, 1, "an empty line"),
    Malformed("half a vector", "t,ax,ay,az\n0,1,2,3\n1,,2,3\n", 3, 4, "half of an acceleration"),
    Malformed("half a rotation", "t,gx,gy,gz\n0,1,2,\n", 2, 3, "half of a rotation rate"),
    Malformed("half a field", "t,mx,my,mz\n0,,,2\n", 2, 5, "half of a magnetic field"),
    Malformed("half a position", "t,lat,lon\n0,48.1,\n", 2, 3, "half of a position"),
    Malformed("latitude out of range", "t,lat,lon\n0,90.01,7\n", 2, 3, "latitude 90.01"),
    Malformed("longitude out of range", "t,lat,lon\n0,48,-180.5\n", 2, 6, "longitude -180.5"),
    Malformed(
      "unknown activity",
      "t,activity,confidence\n0,flying,80\n",
      2,
      3,
      "activity 'flying'"
    ),
    Malformed(
      "confidence too high",
      "t,activity,confidence\n0,still,101\n",
      2,
      9,
      "confidence '101'"
    ),
    Malformed(
      "confidence below zero",
      "t,activity,confidence\n0,still,-1\n",
      2,
      9,
      "confidence '-1'"
    ),
    Malformed(
      "confidence in parts",
      "t,activity,confidence\n0,still,0.9\n",
      2,
      9,
      "confidence '0.9'"
    ),
    Malformed(
      "confidence in nothing",
      "t,activity,confidence\n0,,90\n",
      2,
      4,
      "half of an activity verdict"
    ),
    Malformed(
      "activity without confidence",
      "t,activity,confidence\n0,still,\n",
      2,
      3,
      "half of an activity verdict"
    ),
    Malformed(
      "open quote",
      "t,activity,confidence\n0,\"still,90\n",
      2,
      3,
      "a quote that is not closed"
    ),
    Malformed("text after a quote", "t,speed\n0,\"1\"2\n", 2, 6, "text after a closing quote"),
    Malformed(
      "NUL byte",
      bytes: Array("t,speed\n0,1".utf8) + [0] + Array("\n".utf8),
      2,
      3,
      "a NUL byte"
    ),
    Malformed(
      "Latin-1",
      bytes: Array("t,speed\n0,".utf8) + [0xE4, 0x0A],
      2,
      3,
      "bytes that are not UTF-8"
    ),
    Malformed("UTF-16", bytes: [0xFF, 0xFE, 0x74, 0x00, 0x0A, 0x00], 1, 1, "a NUL byte"),
    Malformed(
      "UTF-8 in front of the fault",
      "t,activity,confidence\n0,größe,1,2\n",
      2,
      3,
      "activity 'größe'"
    ),
    Malformed("carriage returns alone", "t,speed\r0,1\r", 1, 3, "column 'speed·0'"),
    Malformed(
      "line without end",
      "t,speed\n0," + String(repeating: "1", count: 5000),
      2,
      4097,
      "a line that goes on"
    ),
    Malformed(
      "half a vector after a byte-order mark",
      "\u{FEFF}t,ax,ay\n0,1,2\n",
      1,
      3,
      "a column for half of an acceleration"
    ),
  ]

  @Test("a malformed file is refused at its place", arguments: malformed)
  func refusal(_ file: Malformed) throws {
    let problem = #expect(throws: FileProblem.self) {
      try Recording(text: file.text, file: "bad.csv")
    }
    #expect(problem?.file == "bad.csv")
    #expect(problem?.line == file.line)
    #expect(problem?.column == file.column)
    #expect(problem?.found == file.found)
    #expect(problem?.expected.isEmpty == false)
  }

  private func inputs(_ text: String) throws -> [RecordedInput] {
    var inputs: [RecordedInput] = []
    try Recording(text: Array(text.utf8), file: "a.csv").forEachInput { input, _ in
      inputs.append(input)
    }
    return inputs
  }

  @Test("every channel is read, whatever the order of the columns")
  func channels() throws {
    let t = Timestamp(nanoseconds: 1_500_000_000)
    let expected: [RecordedInput] = [
      .rotation(RotationSample(timestamp: t, radiansPerSecond: Vector3(1, 2, 3))),
      .magneticField(MagneticFieldSample(timestamp: t, microteslas: Vector3(4, 5, 6))),
      .acceleration(AccelerationSample(timestamp: t, metersPerSecondSquared: Vector3(7, 8, 9))),
      .fix(
        LocationFix(
          timestamp: t,
          coordinate: Coordinate(latitude: 48.5, longitude: -7.25),
          accuracy: 12,
          speed: 13.5
        )
      ),
      .activity(ActivitySample(timestamp: t, activity: .inVehicle, confidence: 90)),
    ]
    #expect(
      try inputs(
        """
        t,ax,ay,az,gx,gy,gz,mx,my,mz,speed,lat,lon,accuracy,activity,confidence
        1.5,7,8,9,1,2,3,4,5,6,13.5,48.5,-7.25,12,in_vehicle,90

        """
      ) == expected
    )
    #expect(
      try inputs(
        """
        confidence,accuracy,mz,lon,ax,gz,t,my,lat,ay,gy,speed,mx,activity,az,gx
        90,12,6,-7.25,7,3,1.5,5,48.5,8,2,13.5,4,in_vehicle,9,1
        """
      ) == expected
    )
  }

  @Test("an empty cell is no sample, and a row of nothing but its time passes time")
  func emptyCells() throws {
    let t = Timestamp(nanoseconds: 0)
    #expect(
      try inputs("t,speed,activity,confidence\n0,,,\n0,3,,\n0,,still,50\n") == [
        .timePassed(t),
        .fix(LocationFix(timestamp: t, speed: 3)),
        .activity(ActivitySample(timestamp: t, activity: .still, confidence: 50)),
      ]
    )
  }

  @Test("a fix can consist of its accuracy alone")
  func accuracyAlone() throws {
    #expect(
      try inputs("t,accuracy\n0,8\n") == [
        .fix(LocationFix(timestamp: Timestamp(nanoseconds: 0), accuracy: 8))
      ]
    )
  }

  @Test("a negative speed is an unknown one")
  func negativeSpeed() throws {
    #expect(
      try inputs("t,speed\n0,-1\n") == [.fix(LocationFix(timestamp: Timestamp(nanoseconds: 0)))]
    )
  }

  @Test(
    "line ends, a byte-order mark and quotes make no difference",
    arguments: [
      "t,activity,confidence\r\n0,still,50\r\n",
      "t,activity,confidence\r\n0,still,50",
      "\u{FEFF}t,activity,confidence\n0,still,50\n",
      "t,activity,confidence\n0,still,50",
      "\"t\",\"activity\",\"confidence\"\n\"0\",\"still\",\"50\"\n",
      "t,activity,confidence\n-0.0e5,still,5e1\n",
    ]
  )
  func harmlessForms(_ text: String) throws {
    #expect(
      try inputs(text) == [
        .activity(
          ActivitySample(timestamp: Timestamp(nanoseconds: 0), activity: .still, confidence: 50)
        )
      ]
    )
  }

  @Test("a file that is not there is no bad file but an access problem")
  func missingFile() {
    #expect(throws: FileAccessProblem.self) { try Recording(path: "/nowhere/at-all.csv") }
  }

  @Test("rows go back in their own time and never in that of their arrival")
  func arrival() throws {
    let text = "t,speed\n1,1\n2,1\n1.5,1\n9000,1\n2.5,1\n3,1\n"
    var arrivals: [Double] = []
    try Recording(text: Array(text.utf8), file: "a.csv").forEachInput { _, receivedAt in
      arrivals.append(receivedAt.seconds)
    }
    #expect(arrivals == [1, 2, 2, 2, 2.5, 3])
  }

  @Test(
    "silence up to a minute belongs to the recording, and nothing shortens it",
    arguments: [(nil, 3.0), (2, 3), (10, 10), (63, 63), (63.1, 3), (-1, 3)]
  )
  func silence(_ stated: Double?, _ expected: Double) throws {
    let recording = try Recording(text: Array("t,speed\n1,1\n4,1\n".utf8), file: "a.csv")
    let span = try #require(recording.arrivalSpan(duration: stated))
    #expect(span.last.seconds(since: span.first) == expected)
    #expect(recording.duration == 3)
  }
}
