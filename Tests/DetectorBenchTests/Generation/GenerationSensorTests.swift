import Foundation
import MotionSamples
import SignalFilters
import Testing

@testable import DetectorBench

@Suite
struct GenerationSensorTests {
  private func motion(_ force: Vector3, _ clock: SimulationClock) -> PhoneMotion {
    var motion = PhoneMotion(count: clock.count)
    for index in motion.force.indices { motion.force[index] = force }
    return motion
  }

  @Test(arguments: [2.0, 4, 8, 16])
  func `each axis is held at its range`(rangeG: Double) throws {
    let clock = SimulationClock(duration: 2)
    let sensor = PhoneSensor(rate: 100, rangeG: rangeG, hasGyroscope: false, bandLimitHz: 40)
    let beyond = motion(Vector3(1000, -1000, 3), clock)
    let rows = sensor.readings(of: beyond, clock: clock, random: try RandomSource(seed: 1))
    let limit = rangeG * PhysicalConstants.standardGravity
    #expect(rows.count > 190)
    for row in rows {
      let reading = try #require(row.acceleration)
      #expect(abs(reading.x - limit) <= limit / 32768 * 1.001)
      #expect(reading.y == -limit)
      #expect(abs(reading.z - 3) < 0.2)
    }
  }

  @Test(arguments: [25.0, 50, 100, 200])
  func `readings come at the rate asked for, in order, from any phase`(rate: Double) throws {
    let random = try RandomSource(seed: UInt32(rate))
    let clock = SimulationClock(duration: 10)
    for _ in 0..<5 {
      var sensor = PhoneSensor.random(rate: rate, rangeG: 8, hasGyroscope: true, random)
      sensor.droppedShare = 0
      sensor.doubledShare = 0
      sensor.swappedShare = 0
      let rows = sensor.readings(of: motion(.zero, clock), clock: clock, random: random)
      let times = rows.filter { $0.acceleration != nil }.map(\.time)
      #expect(abs(Double(times.count) - 10 * rate) < 0.03 * 10 * rate + 2)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(rows.count { $0.rotationRate != nil } >= times.count - 2)
    }
  }

  @Test
  func `lost, doubled and swapped readings are as frequent as asked`() throws {
    let clock = SimulationClock(duration: 60)
    var sensor = PhoneSensor(rate: 100, rangeG: 8, hasGyroscope: false, bandLimitHz: 40)
    sensor.droppedShare = 0.05
    sensor.doubledShare = 0.05
    sensor.swappedShare = 0.05
    let rows = sensor.readings(
      of: motion(.zero, clock),
      clock: clock,
      random: try RandomSource(seed: 4)
    )
    let times = rows.map(\.time)
    let distinct = Set(times).count
    #expect((5600...5800).contains(distinct))
    #expect((200...380).contains(times.count - distinct))
    let backward = zip(times, times.dropFirst()).filter { $0 > $1 }
    #expect((180...420).contains(backward.count))
    // Within the 50 ms in which readings may be put back in order.
    #expect(backward.allSatisfy { $0 - $1 < 0.05 })
  }

  @Test
  func `readings stop for good where the sensor stops`() throws {
    let clock = SimulationClock(duration: 5)
    var sensor = PhoneSensor(rate: 50, rangeG: 8, hasGyroscope: true, bandLimitHz: 20)
    sensor.stopsAt = 2.5
    let rows = sensor.readings(
      of: motion(.zero, clock),
      clock: clock,
      random: try RandomSource(seed: 2)
    )
    #expect(rows.allSatisfy { $0.time < 2.5 })
    #expect((rows.last?.time ?? 0) > 2.4)
  }

  @Test
  func `fixes keep to their second, their lag and their outages`() throws {
    let random = try RandomSource(seed: 21)
    var plan = DrivePlan(duration: 40, initialSpeed: 20)
    plan.road = .a
    let vehicle = VehicleMotion(plan, random: random)
    let clock = SimulationClock(duration: 40)
    var service = LocationService.random(random)
    service.reportsPosition = true
    service.lag = 1.4...1.95
    service.outages = [10...20]
    let fixes = service.fixes(of: vehicle, clock: clock, random: random)
    #expect((28...31).contains(fixes.count))
    for fix in fixes {
      #expect((1.4...1.95).contains(fix.arrival - fix.row.time))
      #expect(!(10...20).contains(fix.row.time))
      let truth = vehicle.speed[clock.index(fix.row.time)]
      #expect(abs((fix.row.speed ?? -1) - truth) < 2)
    }
    let first = try #require(fixes.first?.row)
    let last = try #require(fixes.last?.row)
    let start = try #require(coordinate(first))
    let end = try #require(coordinate(last))
    // Straight on at about 20 m/s: the way between the fixes is the time times the speed.
    let speed = start.distance(to: end) / (last.time - first.time)
    #expect(abs(speed - 20) < 2.5)
  }

  private func coordinate(_ row: GeneratedRow) -> Coordinate? {
    row.coordinate.flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
  }

  @Test(arguments: [
    (0.0, 2, "0"), (-0.004, 2, "0"), (-0.006, 2, "-0.01"), (1.5, 3, "1.5"), (12.3456, 4, "12.3456"),
    (-9.806651, 2, "-9.81"), (1e300, 2, ""), (.nan, 2, ""), (0.05, 2, "0.05"), (100, 0, "100"),
    (48.000001, 6, "48.000001"),
  ])
  func `numbers are written shortly and exactly`(value: Double, decimals: Int, text: String) {
    #expect(CompactDecimals.string(value, decimals: decimals) == text)
  }
}
