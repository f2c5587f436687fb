import Testing

@testable import SignalFilters

@Suite
struct RandomSourceTests {
  @Test
  func `the reference sequence of mt19937`() throws {
    let random = try RandomSource(seed: 4357)
    for _ in 0..<999 { _ = random.uniform() }
    // The library's own test names the 1000th number of its default seed: 1186927261 of 2³².
    #expect(random.uniform() == 1_186_927_261.0 / 4_294_967_296)
  }

  @Test(arguments: [0, 1, 7, UInt32.max])
  func `the same seed gives the same numbers and another seed others`(seed: UInt32) throws {
    let first = try RandomSource(seed: seed)
    let second = try RandomSource(seed: seed)
    let other = try RandomSource(seed: seed &+ 1)
    let numbers = (0..<100).map { _ in first.gaussian(standardDeviation: 2) }
    #expect(numbers == (0..<100).map { _ in second.gaussian(standardDeviation: 2) })
    #expect(numbers != (0..<100).map { _ in other.gaussian(standardDeviation: 2) })
  }

  @Test(arguments: [11, 12] as [UInt32])
  func `draws keep to their ranges and moments`(seed: UInt32) throws {
    let random = try RandomSource(seed: seed)
    let count = 20_000
    var sum = 0.0
    var squares = 0.0
    var seen = Set<Int>()
    for _ in 0..<count {
      let value = random.gaussian(standardDeviation: 3)
      sum += value
      squares += value * value
      #expect((2.0...5.0).contains(random.uniform(in: 2...5)))
      seen.insert(random.integer(in: -1...2))
      let direction = random.direction()
      let squaredLength =
        direction.x * direction.x + direction.y * direction.y + direction.z * direction.z
      #expect(abs(squaredLength - 1) < 1e-12)
    }
    // Five standard errors of the mean and of the variance.
    #expect(abs(sum / Double(count)) < 5 * 3 / Double(count).squareRoot())
    #expect(abs(squares / Double(count) - 9) < 5 * 9 * (2 / Double(count)).squareRoot())
    #expect(seen == [-1, 0, 1, 2])
  }
}
