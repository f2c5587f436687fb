import MotionSamples
import Testing

@Suite("SampleGate: saturation")
struct SampleGateRailTests {
  private let g = PhysicalConstants.standardGravity

  /// Which of a row of x readings of the accelerometer, in m/s², are flagged.
  private func flags(_ row: [Double]) throws -> [Bool] {
    var run = try GateRun()
    run.finish(row.enumerated().map { acceleration(Double($0) * 10, Vector3($1, 0.1, 3)) })
    #expect(run.gate.counts(of: .acceleration).saturated == run.released.count { $0.isSaturated })
    return run.released.map(\.isSaturated)
  }

  @Test("a phone at rest repeats its reading at 1 g and is never flagged")
  func rest() throws {
    #expect(try flags(Array(repeating: 9.806_65, count: 50)).allSatisfy { !$0 })
    #expect(try flags(Array(repeating: -9.81, count: 50)).allSatisfy { !$0 })
  }

  @Test(
    "a single reading at a usual rail is flagged",
    arguments: [156.8583, 156.906_4, -156.906_4]
  )
  func usualRail(value: Double) throws {
    #expect(try flags([9, 40, value, 30, 9]) == [false, false, true, false, false])
  }

  @Test(
    "near a usual rail, but not at it, is not flagged",
    arguments: [(-501.0, false), (-499, true), (499, true), (501, false)]
  )
  func usualRailTolerance(partsPerMillion: Double, isFlagged: Bool) throws {
    let value = 16 * g * (1 + partsPerMillion / 1e6)
    #expect(try flags([9, value, 9]) == [false, isFlagged, false])
  }

  @Test("a usual rail that was exceeded is none")
  func exceeded() throws {
    #expect(try flags([9, 60, 4 * g, 9]) == [false, false, false, false])
    #expect(try flags([9, 4 * g, 60, 4 * g]) == [false, true, false, false])
  }

  @Test("an unusual rail is learnt from its repetition and known from then on")
  func learned() throws {
    #expect(
      try flags([9, 55.5, 55.5, 20, 55.5, 9]) == [false, false, true, false, true, false]
    )
  }

  @Test("two equal readings at the turning point of a smooth motion are no rail, three are")
  func turningPoint() throws {
    #expect(try flags([20.8, 21.19, 21.36, 21.36, 21.08]).allSatisfy { !$0 })
    #expect(
      try flags([20.8, 21.19, 21.36, 21.36, 21.36, 21.08])
        == [false, false, false, false, true, false]
    )
  }

  @Test(
    "a step of 2 % up to the repeated extreme is steep",
    arguments: [(0.019, false), (0.021, true)]
  )
  func steepness(step: Double, isFlagged: Bool) throws {
    #expect(try flags([9, 50 * (1 - step), 50, 50, 9]) == [false, false, false, isFlagged, false])
  }

  @Test("a smooth motion passes through a usual rail unflagged, and is flagged where it stays")
  func passingThrough() throws {
    #expect(try flags([19.2, 19.4, 19.61, 19.8, 20]).allSatisfy { !$0 })
    #expect(try flags([19.2, 19.4, 19.61, 19.61, 19.4]) == [false, false, false, true, false])
  }

  @Test("a learnt rail that was exceeded is forgotten")
  func disproved() throws {
    #expect(try flags([55.5, 55.5, 58, 55.5, 55.5]) == [false, true, false, false, false])
  }

  @Test(
    "repetition counts from 1.9 g on",
    arguments: [(1.89, false), (1.9, true), (1.91, true)]
  )
  func minimumLearned(level: Double, isFlagged: Bool) throws {
    let value = level * PhysicalConstants.standardGravity
    #expect(try flags([9, value, value]) == [false, false, isFlagged])
  }

  @Test("a repetition that is not the extreme, or on the other side, is none")
  func notTheExtreme() throws {
    #expect(try flags([50, 30, 30, 30]) == [false, false, false, false])
    #expect(try flags([-50, 30, 30]) == [false, false, true], "each side has its own rail")
  }

  @Test("what was learnt is forgotten after a gap")
  func gapForgets() throws {
    var run = try GateRun()
    let x = { Vector3($0, 0, 0) }
    run.finish([
      acceleration(0, x(55.5)), acceleration(10, x(55.5)), acceleration(2000, x(55.5)),
      acceleration(2010, x(9)),
    ])
    #expect(run.released.map(\.isSaturated) == [false, true, false, false])
  }

  @Test("the gyroscope's rails are flagged, a magnet's steady field is not")
  func otherChannels() throws {
    var run = try GateRun()
    let full = 2000 * PhysicalConstants.radiansPerDegree
    run.finish([
      rotation(0, Vector3(0, 1, 0)), rotation(10, Vector3(0, -full, 0)),
      rotation(20, Vector3(0, 0, 0)), magneticField(0, Vector3(2000, 0, 0)),
      magneticField(10, Vector3(2000, 0, 0)), magneticField(20, Vector3(2000, -4912, 0)),
    ])
    let flagged = run.released.filter(\.isSaturated).map(\.sample)
    #expect(
      flagged == [rotation(10, Vector3(0, -full, 0)), magneticField(20, Vector3(2000, -4912, 0))]
    )
  }

  @Test("saturated readings are kept")
  func kept() throws {
    #expect(try flags([9, 16 * g, 16 * g, 16 * g, 9]) == [false, true, true, true, false])
  }
}
