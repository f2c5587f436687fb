import DetectorEngine
import Testing

@testable import DetectorBench

@Suite("SweepPlan")
struct SweepPlanTests {
  private func plan(
    _ axes: [String],
    _ random: (count: Int, seed: UInt32)? = nil
  ) throws -> SweepPlan {
    try SweepPlan(
      axes: axes.map { try SweepAxis($0) },
      base: BenchConfiguration().engine,
      random: random
    )
  }

  @Test("the grid has every combination, the last field changing fastest")
  func grid() throws {
    let plan = try plan(["crash.minSpeed=1,2", "crash.impactThreshold=3:5:1"])
    #expect(plan.points == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]])
    #expect(plan.values(of: 5) == [.number(2), .number(5)])
    #expect(plan.baseValues == [.number(11.11), .number(4)])
  }

  @Test("a configuration differs from its base in the swept fields alone")
  func configuration() throws {
    let plan = try plan(["crash.minSpeed=1,2.5", "crash.lossConfirmations=0,2"])
    var expected = BenchConfiguration().engine
    expected.crashDetection.minSpeed = 2.5
    expected.crashDetection.lossConfirmations = 2
    #expect(plan.configuration(3) == .valid(expected))
  }

  @Test("a configuration that is out of range says so")
  func refused() throws {
    let plan = try plan(["crash.impactThreshold=0.5,4", "crash.lossConfirmations=1,1.5"])
    guard case .refused(let reason) = plan.configuration(0) else {
      Issue.record("an impact threshold of 0.5 g is out of range")
      return
    }
    #expect(reason.contains("crashDetection.impactThreshold"))
    guard case .refused(let kind) = plan.configuration(3) else {
      Issue.record("one and a half confirmations can't be")
      return
    }
    #expect(kind.contains("another kind"))
    guard case .valid = plan.configuration(2) else {
      Issue.record("4 g and 1 are the defaults")
      return
    }
  }

  @Test("a draw gives different points of the grid, the same ones for a seed", arguments: 1...5)
  func draw(seed: UInt32) throws {
    let axes = ["crash.minSpeed=0:99:1", "crash.impactThreshold=2:12:1"]
    let drawn = try plan(axes, (count: 300, seed: seed)).points
    #expect(drawn.count == 300)
    #expect(Set(drawn).count == 300)
    #expect(drawn == (try plan(axes, (count: 300, seed: seed)).points))
    #expect(drawn != (try plan(axes, (count: 300, seed: seed + 1)).points))
    // Both halves of an axis come up about as often: 300 draws leave 0.5 within 0.13 in all but one of 10⁵ cases.
    let high = drawn.count { $0[0] >= 50 }
    #expect((111...189).contains(high))
    #expect(try plan(axes, (count: 5000, seed: seed)).points.count == 1100)
  }

  @Test("grids that are too large are refused, draws from them are not")
  func size() throws {
    let axes = ["crash.minSpeed=0:99.99:0.01", "crash.impactThreshold=2:12:0.001"]
    #expect(throws: UsageError.self) { try plan(axes) }
    #expect(try plan(axes, (count: 10, seed: 1)).points.count == 10)
    #expect(throws: UsageError.self) {
      try plan(axes + ["crash.tyreLimit=0.5:3:0.0001"], (count: 10, seed: 1))
    }
  }
}
