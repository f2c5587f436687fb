import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("HeadingTruth")
struct HeadingTruthTests {
  private func truth(_ text: String) throws -> HeadingTruth {
    try HeadingTruth(text: Array(text.utf8), file: "a.truth.csv")
  }

  @Test("attitudes count while the phone moves, and where the cameras saw it")
  func attitudes() throws {
    let truth = try truth(
      "t,qw,qx,qy,qz,moving\n0.5,1,0,0,0,1\n0.25,0,1,0,0,1\n1,1,0,0,0,0\n2,,,,,1\n"
    )
    #expect(truth.subject == .attitude)
    #expect(truth.rows.map(\.timestamp.seconds) == [0.25, 0.5])
    #expect(truth.rows.first?.attitude == Attitude(w: 0, x: 1, y: 0, z: 0))
  }

  @Test("azimuths count up to 60° of elevation")
  func azimuths() throws {
    let truth = try truth(
      "t,qw,qx,qy,qz,heading_deg,axis_elevation_deg\n"
        + "1,1,0,0,0,10,60\n2,1,0,0,0,20,60.001\n3,1,0,0,0,30,-60\n4,1,0,0,0,40,-61\n5,,,,,,\n"
    )
    #expect(truth.subject == .azimuth)
    #expect(truth.rows.map(\.azimuth) == [10, 30])
  }

  @Test("a heading alone is a vehicle's course, whatever else is there")
  func course() throws {
    let truth = try truth("t,heading_deg,speed,q_ecef_w\n1,359,8,0.2\n")
    #expect(truth.subject == .course)
    #expect(truth.rows.map(\.azimuth) == [359])
  }

  @Test("a truth that says nothing is refused at its place")
  func empty() {
    let headerOnly = #expect(throws: FileProblem.self) { try truth("t,heading_deg\n") }
    #expect((headerOnly?.line, headerOnly?.column) == (2, 1))
    #expect(headerOnly?.found == "nothing after the header")
  }

  @Test(
    "a quaternion that is no rotation is refused at its place",
    arguments: [("0,0,0,0", false), ("0.9,0,0,0", false), ("0.99,0,0,0", true), ("1,0,0,0", true)]
  )
  func quaternionLength(_ cells: String, isRotation: Bool) throws {
    let text = "t,qw,qx,qy,qz,moving\n1,1,0,0,0,1\n2,\(cells),1\n"
    guard !isRotation else {
      #expect(try truth(text).rows.count == 2)
      return
    }
    let problem = #expect(throws: FileProblem.self) { try truth(text) }
    #expect((problem?.line, problem?.column) == (3, 3))
    #expect(problem?.expected == "length 1")
  }

  @Test("a file without a truth is refused, and so is a cell that is none")
  func refused() {
    #expect(throws: FileProblem.self) { try truth("t,speed\n1,2\n") }
    #expect(throws: FileProblem.self) { try truth("t,heading_deg\n1,north\n") }
    #expect(throws: FileProblem.self) { try truth("t,heading_deg\n,1\n") }
  }
}
