import Foundation
import Testing

@testable import DetectorEngine

@Suite("SnapshotContainer")
struct SnapshotContainerTests {
  @Test("the checksum is the published one")
  func checkValue() {
    // The catalogue value of CRC-64/XZ for the nine digits.
    #expect(CyclicRedundancyCheck.checksum(Array("123456789".utf8)) == 0x995D_C9BB_DF19_39FA)
  }

  @Test("content comes back as it was", arguments: [0, 1, 1000, 65516])
  func roundTrip(length: Int) throws {
    let content = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    #expect(try SnapshotContainer.open(SnapshotContainer.seal(content)) == content)
  }

  @Test("content beyond the limit is refused when written and when read")
  func tooLarge() {
    #expect(throws: SnapshotError.tooLarge(found: 65537, maximum: 65536)) {
      try SnapshotContainer.seal(Data(count: 65517))
    }
    #expect(throws: SnapshotError.tooLarge(found: 65537, maximum: 65536)) {
      try SnapshotContainer.open(Data(count: 65537))
    }
  }

  @Test("every single flipped bit, every truncation and every extension is refused")
  func damage() throws {
    let sealed = try SnapshotContainer.seal(Data("a state worth keeping".utf8))
    for bit in 0..<(sealed.count * 8) {
      var damaged = sealed
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: SnapshotError.self) { try SnapshotContainer.open(damaged) }
    }
    for length in 0..<sealed.count {
      #expect(throws: SnapshotError.self) { try SnapshotContainer.open(sealed.prefix(length)) }
    }
    #expect(throws: SnapshotError.wrongLength(found: sealed.count + 1, expected: sealed.count)) {
      try SnapshotContainer.open(sealed + Data([0]))
    }
  }

  @Test("another version is named in the refusal")
  func version() throws {
    var sealed = try SnapshotContainer.seal(Data())
    sealed[4] = 2
    #expect(throws: SnapshotError.unknownVersion(found: 2, supported: 1)) {
      try SnapshotContainer.open(sealed)
    }
  }
}
