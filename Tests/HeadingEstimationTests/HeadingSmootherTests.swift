import Foundation
import HeadingEstimation
import MotionSamples
import Testing

@Suite("HeadingSmoother")
struct HeadingSmootherTests {
  static let rates = [10, 50, 100, 200]

  private func at(_ nanoseconds: Int64) -> Timestamp { Timestamp(nanoseconds: nanoseconds) }

  private func unsmoothed() throws -> HeadingSmoother {
    try HeadingSmoother(HeadingSmootherConfiguration(smoothingTauMs: 0))
  }

  // MARK: The emission rule

  @Test(
    "an unchanged heading is due once the interval has passed, to the nanosecond",
    arguments: [(39_999_999, false), (40_000_000, true), (40_000_001, true)] as [(Int64, Bool)]
  )
  func intervalBound(elapsed: Int64, isDue: Bool) throws {
    var smoother = try HeadingSmoother()
    #expect(smoother.process(77, at: at(5)) == .due(77))
    let outcome = smoother.process(77, at: at(5 + elapsed))
    if isDue {
      guard case .due(let heading) = outcome else {
        Issue.record("not due: \(outcome)")
        return
      }
      #expect(abs(Azimuth.turn(from: 77, to: heading)) < 1e-12)
    } else {
      #expect(outcome == .held)
    }
  }

  @Test(
    "within the interval a heading is due only if it has moved by the delta, either way and across north",
    arguments: [
      (10.0, 10.499, false), (10, 10.5, true), (10, 10.501, true), (10, 9.501, false),
      (10, 9.5, true), (10, 9.499, true), (359.75, 0.249, false), (359.75, 0.25, true),
      (0.25, 359.751, false), (0.25, 359.75, true), (10, 190, true),
    ] as [(Double, Double, Bool)]
  )
  func deltaBound(first: Double, second: Double, isDue: Bool) throws {
    var smoother = try unsmoothed()
    #expect(smoother.process(first, at: at(0)) == .due(first))
    #expect(smoother.process(second, at: at(1_000_000)) == (isDue ? .due(second) : .held))
  }

  @Test("the delta counts from what was handed out, not from the sample before")
  func deltaAccumulates() throws {
    var smoother = try unsmoothed()
    #expect(smoother.process(10, at: at(0)) == .due(10))
    #expect(smoother.process(10.25, at: at(1_000_000)) == .held)
    #expect(smoother.process(10.5, at: at(2_000_000)) == .due(10.5))
    #expect(smoother.process(10.75, at: at(3_000_000)) == .held)
  }

  @Test(
    "a steady heading is handed out at the first sample that meets the interval, at every rate",
    arguments: [(10, 1), (50, 2), (100, 4), (200, 8)]
  )
  func steadyRate(hertz: Int, every: Int) throws {
    var smoother = try HeadingSmoother()
    let spacing = Int64(1_000_000_000 / hertz)
    for index in 0..<(hertz * 5) {
      let outcome = smoother.process(200, at: at(Int64(index) * spacing))
      if index.isMultiple(of: every) {
        guard case .due = outcome else {
          Issue.record("sample \(index) was not due")
          return
        }
      } else {
        #expect(outcome == .held)
      }
    }
  }

  @Test("a quick turn is handed out at every sample, at every rate", arguments: rates)
  func quickTurn(hertz: Int) throws {
    var smoother = try HeadingSmoother()
    for index in 0..<hertz {
      // 180° a second: 0.9° a sample even at 200 Hz, once the filter has caught up.
      let outcome = smoother.process(
        Double(index) * 180 / Double(hertz),
        at: at(Int64(index) * Int64(1_000_000_000 / hertz))
      )
      guard index > hertz / 2 else { continue }
      guard case .due = outcome else {
        Issue.record("sample \(index) was not due")
        return
      }
    }
  }

  // MARK: Dirty input

  @Test("three samples with one timestamp count as the first alone", arguments: rates)
  func duplicates(hertz: Int) throws {
    var plain = try HeadingSmoother()
    var dirty = try HeadingSmoother()
    var random = SeededRandom(seed: 4)
    for index in 0..<(2 * hertz) {
      let time = at(Int64(index) * Int64(1_000_000_000 / hertz))
      let heading = Double.random(in: 0..<360, using: &random)
      let expected = plain.process(heading, at: time)
      #expect(dirty.process(heading, at: time) == expected)
      #expect(dirty.process(heading + 90, at: time) == .ignored(.duplicateTimestamp))
      #expect(dirty.process(heading - 90, at: time) == .ignored(.duplicateTimestamp))
    }
    #expect(dirty.state == plain.state)
  }

  @Test("late samples and values that are no number leave no trace", arguments: rates)
  func lateAndNotFinite(hertz: Int) throws {
    var plain = try HeadingSmoother()
    var dirty = try HeadingSmoother()
    let spacing = Int64(1_000_000_000 / hertz)
    for index in 1..<(2 * hertz) {
      let time = at(Int64(index) * spacing)
      #expect(dirty.process(.nan, at: time) == .ignored(.notFinite))
      #expect(dirty.process(.infinity, at: time) == .ignored(.notFinite))
      let expected = plain.process(Double(index), at: time)
      #expect(dirty.process(Double(index), at: time) == expected)
      #expect(dirty.process(300, at: at(Int64(index) * spacing - 1)) == .ignored(.outOfOrder))
    }
    #expect(dirty.state == plain.state)
  }

  @Test(
    "after a gap the filter starts anew, up to it it goes on",
    arguments: [(999_999_999, false), (1_000_000_000, false), (1_000_000_001, true)]
      as [(Int64, Bool)]
  )
  func gap(elapsed: Int64, restarts: Bool) throws {
    var smoother = try HeadingSmoother()
    _ = smoother.process(10, at: at(0))
    _ = smoother.process(70, at: at(elapsed))
    #expect((smoother.state.heading == 70) == restarts)
  }

  // MARK: Against theory

  @Test(
    "the step response is 1 − exp(−t/τ) to 1 %, anywhere on the circle",
    arguments: rates,
    [0.0, 90, 179.5, 359.5]
  )
  func stepResponse(hertz: Int, from start: Double) throws {
    var smoother = try HeadingSmoother()
    let spacing = Int64(1_000_000_000 / hertz)
    _ = smoother.process(start, at: at(0))
    for index in 1...(hertz / 2) {
      let time = at(Int64(index) * spacing)
      _ = smoother.process(start + 2, at: time)
      let expected = 2 * (1 - exp(-time.seconds / 0.12))
      let turned = Azimuth.turn(from: start, to: smoother.state.heading)
      #expect(abs(turned - expected) <= 0.01 * expected)
    }
  }

  @Test("uneven spacing gives what even spacing gives", arguments: [UInt64(1), 2, 3, 4, 5])
  func unevenSpacing(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var even = try HeadingSmoother()
    var uneven = try HeadingSmoother()
    _ = even.process(350, at: at(0))
    _ = uneven.process(350, at: at(0))
    var time: Int64 = 0
    for _ in 0..<40 {
      let heading = Double.random(in: 0..<360, using: &random)
      let end = time + 20_000_000
      // One step of 20 ms against any number of smaller ones with the same heading.
      while time < end {
        time = min(end, time + Int64.random(in: 1...9_000_000, using: &random))
        _ = uneven.process(heading, at: at(time))
      }
      _ = even.process(heading, at: at(end))
      #expect(abs(Azimuth.turn(from: even.state.heading, to: uneven.state.heading)) < 1e-9)
    }
  }

  @Test("static noise of 5° shrinks by √(a/(2 − a)) to 1 %, at every rate", arguments: rates)
  func noiseReduction(hertz: Int) throws {
    var smoother = try HeadingSmoother()
    var random = SeededRandom(seed: UInt64(hertz))
    let spacing = Int64(1_000_000_000 / hertz)
    let weight = 1 - exp(-1 / (Double(hertz) * 0.12))
    let count = 600_000
    var sum = 0.0
    var squares = 0.0
    for index in 0..<count {
      _ = smoother.process(5 * random.normal(), at: at(Int64(index) * spacing))
      guard index > 5 * hertz else { continue }
      let error = Azimuth.turn(from: 0, to: smoother.state.heading)
      sum += error
      squares += error * error
    }
    let counted = Double(count - 5 * hertz - 1)
    let deviation = (squares / counted - (sum / counted) * (sum / counted)).squareRoot()
    let expected = 5 * (weight / (2 - weight)).squareRoot()
    #expect(abs(deviation - expected) <= 0.01 * expected)
  }

  @Test(
    "a steady turn is followed with the lag of theory, to 1 %, over three full turns without a jump",
    arguments: rates,
    [-90.0, 45]
  )
  func lag(hertz: Int, degreesPerSecond: Double) throws {
    var smoother = try HeadingSmoother()
    let spacing = Int64(1_000_000_000 / hertz)
    let step = degreesPerSecond / Double(hertz)
    let stepRadians = step * Double.pi / 180
    let kept = exp(-1 / (Double(hertz) * 0.12))
    // The phase of a / (1 − (1 − a) e^(−iωΔt)), which tends to arctan(ωτ) for a fine spacing.
    let expected =
      atan2(kept * sin(stepRadians), 1 - kept * cos(stepRadians)) * 180 / Double.pi
    let samples = Int((3 * 360 / abs(step)).rounded()) + 10 * hertz
    var previous = 0.0
    for index in 0..<samples {
      let input = Double(index) * step
      _ = smoother.process(input, at: at(Int64(index) * spacing))
      let moved = Azimuth.turn(from: previous, to: smoother.state.heading)
      #expect(abs(moved) <= abs(step) * 1.001)
      previous = smoother.state.heading
      if index > 2 * hertz {
        let lag = Azimuth.turn(from: smoother.state.heading, to: input)
        #expect(abs(lag - expected) <= 0.01 * abs(expected))
      }
    }
  }

  // MARK: Known failures

  @Test("headings either side of north average to north, not to south", arguments: rates)
  func eitherSideOfNorth(hertz: Int) throws {
    var smoother = try HeadingSmoother()
    for index in 0..<(3 * hertz) {
      _ = smoother.process(
        index.isMultiple(of: 2) ? 5 : 355,
        at: at(Int64(index) * Int64(1_000_000_000 / hertz))
      )
      #expect(abs(Azimuth.turn(from: 0, to: smoother.state.heading)) <= 5 + 1e-9)
    }
  }

  @Test(
    "from 359 to 1 leads across north, from 1 to 359 back",
    arguments: [(359, 1), (1, 359)] as [(Double, Double)]
  )
  func acrossNorth(start: Double, end: Double) throws {
    var smoother = try HeadingSmoother()
    _ = smoother.process(start, at: at(0))
    for index in 1...100 {
      _ = smoother.process(end, at: at(Int64(index) * 20_000_000))
      #expect(abs(Azimuth.turn(from: 0, to: smoother.state.heading)) <= 1 + 1e-9)
    }
    #expect(abs(Azimuth.turn(from: end, to: smoother.state.heading)) < 1e-6)
  }

  @Test("a heading at the seam of ±180° does not drift", arguments: [180.0, 0, 90])
  func noDriftAtTheSeam(heading: Double) throws {
    var smoother = try HeadingSmoother()
    var random = SeededRandom(seed: 8)
    for index in 0..<200_000 {
      _ = smoother.process(heading + 0.5 * random.normal(), at: at(Int64(index) * 20_000_000))
    }
    #expect(abs(Azimuth.turn(from: heading, to: smoother.state.heading)) < 1)
  }

  @Test(
    "opposite headings that cancel leave the heading where it was",
    arguments: [0.0, 37, 90, 271]
  )
  func cancellation(heading: Double) throws {
    var smoother = try HeadingSmoother(
      HeadingSmootherConfiguration(smoothingTauMs: 100 / log(2.0))
    )
    _ = smoother.process(heading, at: at(0))
    // After τ ln 2 old and new weigh the same: the vectors cancel to rounding noise.
    _ = smoother.process(heading + 180, at: at(100_000_000))
    #expect(smoother.state.heading == heading)
    #expect(try #require(smoother.agreement) < 1e-9)
    _ = smoother.process(heading + 180, at: at(200_000_000))
    #expect(abs(Azimuth.turn(from: heading + 180, to: smoother.state.heading)) < 1e-9)
  }

  // MARK: State

  @Test("restored at any sample it goes on bit for bit", arguments: [UInt64(1), 2, 3])
  func restored(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var straight = try HeadingSmoother()
    var split = try HeadingSmoother()
    var time: Int64 = 0
    for _ in 0..<300 {
      time += Int64.random(in: 0...30_000_000, using: &random)
      let heading = 360 * Double.random(in: -2...2, using: &random)
      let expected = straight.process(heading, at: at(time))
      let data = try JSONEncoder().encode(split.state)
      split = try HeadingSmoother(
        split.configuration,
        restoring: try JSONDecoder().decode(HeadingSmoother.State.self, from: data)
      )
      #expect(split.process(heading, at: at(time)) == expected)
    }
    #expect(split.state == straight.state)
  }

  @Test("there is no agreement before the first heading")
  func noAgreement() throws {
    #expect(try HeadingSmoother().agreement == nil)
  }
}
