import Testing

@testable import DetectorBench

@Suite("RecordingColumn")
struct RecordingColumnTests {
  @Test("the quick check of a row's columns agrees with the list of groups, for every set")
  func wholeSets() {
    let masks = RecordingColumn.groups.map { $0.columns.reduce(0) { $0 | $1.bit } }
    let disagreements = (UInt32(0)..<(1 << UInt32(RecordingColumn.allCases.count))).count { set in
      RecordingColumn.isWhole(set) != masks.allSatisfy { set & $0 == 0 || set & $0 == $0 }
    }
    #expect(disagreements == 0)
  }
}
