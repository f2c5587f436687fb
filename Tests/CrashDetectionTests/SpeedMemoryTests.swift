import CrashDetection
import MotionSamples
import Testing

@Suite("SpeedMemory")
struct SpeedMemoryTests {
  private static let braking = 10.8

  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: Int64((seconds * 1e9).rounded()))
  }

  private func memory(_ readings: [(Double, Double)]) -> SpeedMemory {
    var memory = SpeedMemory()
    for (time, speed) in readings { memory.insert(speed, at: at(time)) }
    return memory
  }

  private func highest(_ readings: [(Double, Double)], before onset: Double = 10) -> Double? {
    memory(readings).highest(before: at(onset), lookBackSec: 5, brakingLimit: Self.braking)
  }

  @Test("nothing known is unknown, and so is a lone reading")
  func unknown() {
    #expect(highest([]) == nil)
    #expect(highest([(9, 15)]) == nil)
    #expect(highest([(9, 15), (10, 15)]) == nil)
    #expect(highest([(8, 15), (9, 15)]) == 15)
  }

  @Test("the look-back window ends at the onset and reaches back to its length")
  func window() {
    #expect(highest([(4, 20), (4.99, 20), (9, 0)]) == 0)
    #expect(highest([(4, 20), (5, 20), (9, 0)]) == 20)
    #expect(highest([(7, 12), (8, 12), (10, 30), (11, 30)]) == 12)
  }

  @Test("a last fix three seconds old still tells, borne out by one before the window")
  func oldFix() {
    #expect(highest([(3, 14), (7, 14)]) == 14)
  }

  @Test("a lone spike does not count, wherever it stands")
  func spike() {
    #expect(highest([(6, 8), (7, 8), (8, 30), (9, 8)]) == 8)
    #expect(highest([(7, 8), (8, 8), (9, 30)]) == 8)
    #expect(highest([(6, 30), (7, 8), (8, 8)]) == 8)
  }

  @Test("full braking before the impact leaves the speed from before it")
  func braking() {
    #expect(highest([(6, 20), (7, 20), (8, 20), (9, 10.2)]) == 20)
    #expect(highest([(8, 20), (9, 10.2)]) == 20)
  }

  @Test("two readings of a steady speed are better than one")
  func steady() {
    #expect(highest([(8, 15.4), (9, 14.8)]) == 15.4)
    #expect(abs((highest([(8, 14.8), (9, 15.4)]) ?? 0) - 15.1) < 1e-12)
  }

  @Test("a fix that comes late goes where its own time belongs")
  func lateness() {
    #expect(memory([(7, 1), (9, 3), (8, 2)]) == memory([(7, 1), (8, 2), (9, 3)]))
    #expect(memory([(7, 1), (7, 5)]).readings.count == 1)
  }

  @Test("the memory keeps the latest readings only")
  func capacity() {
    var memory = SpeedMemory()
    for index in 0..<100 { memory.insert(Double(index), at: at(Double(index))) }
    #expect(memory.readings.count == SpeedMemory.capacity)
    #expect(memory.readings.last?.speed == 99)
    memory.insert(5, at: at(0.5))
    #expect(memory.readings.count == SpeedMemory.capacity)
    #expect(memory.readings.first?.speed == Double(100 - SpeedMemory.capacity))
  }

  @Test("what was before a crash that has been told does not count again")
  func barrier() {
    var memory = memory([(6, 20), (7, 20), (8, 20)])
    memory.forget(before: at(9))
    memory.insert(20, at: at(8.5))
    memory.insert(20, at: at(8.8))
    let highest = memory.highest(before: at(12), lookBackSec: 5, brakingLimit: Self.braking)
    #expect(highest == nil)
    memory.insert(12, at: at(10))
    memory.insert(12, at: at(11))
    let regained = memory.highest(before: at(12), lookBackSec: 5, brakingLimit: Self.braking)
    #expect(regained == 12)
  }

  private func loss(
    _ readings: [(Double, Double)],
    ceiling: Double = 15,
    brakingBefore: Double = 5,
    confirmations: Int = 1
  ) -> Double? {
    memory(readings).lossBeyondBraking(
      at: at(10),
      ceiling: ceiling,
      brakingBefore: brakingBefore,
      lagSec: 2.5,
      brakingLimit: Self.braking,
      confirmations: confirmations
    )
  }

  @Test("speed lost between two fixes, less what brakes explain")
  func lossOfSpeed() throws {
    let wall = try #require(loss([(9.5, 15), (10.5, 0), (11.5, 0)]))
    #expect(abs(wall - 4.2) < 1e-12)
    let stop = try #require(loss([(9.5, 15), (10.5, 5.2), (11.5, 0)]))
    #expect(stop < 0)
  }

  @Test(
    "where the vehicle was not braking at the onset, all that was lost was lost since",
    arguments: [(0.0, 2.04), (1, 1.44), (3.0.nextDown, 1.36), (3, 1.36)]
  )
  func lossSinceOnset(brakingBefore: Double, expected: Double) throws {
    let readings = [(9.4, 19.0), (10.4, 14), (11.2, 4), (12.2, 0)]
    let told = try #require(loss(readings, ceiling: 19, brakingBefore: brakingBefore))
    #expect(abs(told - expected) < 1e-9)
  }

  @Test("a loss needs a later fix that bears it out")
  func lossConfirmed() {
    #expect(loss([(9.5, 15), (10.5, 0)]) == nil)
    #expect(loss([(9.5, 15), (10.5, 0)], confirmations: 0) != nil)
    // One noisy fix: the next is back at speed.
    #expect((loss([(9.5, 15), (10.5, 0), (11.5, 15)]) ?? 0) <= 0)
  }

  @Test("a spike before the onset is no loss: the trusted speed is the ceiling")
  func lossOfSpike() throws {
    let told = try #require(loss([(8.5, 15), (9.5, 40), (10.5, 15), (11.5, 15)]))
    #expect(told < 0)
  }

  @Test("a loss long after the onset is another matter", arguments: [(13.9, true), (14.1, false)])
  func lossInTime(time: Double, counts: Bool) {
    let readings = [(9.5, 15.0), (time - 0.2, 15), (time, 0), (time + 1, 0)]
    #expect(((loss(readings) ?? 0) > 3) == counts)
  }

  @Test("the lowest speed after an onset, and whether a fix is late enough to tell")
  func after() {
    let memory = memory([(9, 15), (10.5, 12), (11.5, 3), (12.5, 4)])
    #expect(memory.lowest(after: at(10)) == 3)
    #expect(memory.lowest(after: at(12.5)) == nil)
    #expect(memory.hasReading(after: at(10), bySeconds: 2.5))
    #expect(!memory.hasReading(after: at(10), bySeconds: 2.6))
    #expect(!SpeedMemory().hasReading(after: at(10), bySeconds: 0))
  }
}
