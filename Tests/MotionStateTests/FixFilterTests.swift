import Foundation
import MotionSamples
import MotionState
import Testing

@Suite("FixFilter")
struct FixFilterTests {
  private static func filter(
    _ configuration: FixFilterConfiguration = FixFilterConfiguration()
  ) throws -> FixFilter {
    try FixFilter(configuration)
  }

  @Test(
    "an error radius of zero or below, or none at all, is invalid",
    arguments: [
      (-1.0, false), (0, false), (0.001, true), (.nan, false), (-.infinity, false),
    ]
  )
  func invalidAccuracy(accuracy: Double, passes: Bool) throws {
    var filter = try Self.filter()
    let verdict = filter.judge(.at(0, accuracy: accuracy))
    #expect(verdict == (passes ? .accepted : .rejected(.invalidAccuracy)))
  }

  @Test(
    "an error radius above 50 m is poor",
    arguments: [(49.9, true), (50, true), (50.1, false), (.infinity, false)]
  )
  func poorAccuracy(accuracy: Double, passes: Bool) throws {
    var filter = try Self.filter()
    let verdict = filter.judge(.at(0, accuracy: accuracy))
    #expect(verdict == (passes ? .accepted : .rejected(.poorAccuracy)))
  }

  @Test(
    "a fix more than 5 s ahead of its receipt is from the future",
    arguments: [(4.999, true), (5, true), (5.001, false), (1e9, false)]
  )
  func futureTimestamp(lead: Double, passes: Bool) throws {
    var filter = try Self.filter()
    let verdict = filter.judge(.at(1000 + lead), receivedAt: 1000)
    #expect(verdict == (passes ? .accepted : .rejected(.futureTimestamp)))
  }

  @Test(
    "a fix more than 30 s old at its receipt is stale",
    arguments: [(29.999, true), (30, true), (30.001, false), (1e9, false)]
  )
  func staleTimestamp(age: Double, passes: Bool) throws {
    var filter = try Self.filter()
    let verdict = filter.judge(.at(1000 - age), receivedAt: 1000)
    #expect(verdict == (passes ? .accepted : .rejected(.staleTimestamp)))
  }

  @Test(
    "a fix not later than the last accepted one is out of order",
    arguments: [(99.999, false), (100, false), (100.001, true)]
  )
  func outOfOrder(seconds: Double, passes: Bool) throws {
    var filter = try Self.filter()
    #expect(filter.judge(.at(100)) == .accepted)
    #expect(filter.judge(.at(101, accuracy: 80)) == .rejected(.poorAccuracy))
    let verdict = filter.judge(.at(seconds, north: 50), receivedAt: 101)
    #expect(verdict == (passes ? .accepted : .rejected(.outOfOrder)))
  }

  @Test("order is that of measurement, not of receipt")
  func orderOfMeasurement() throws {
    var filter = try Self.filter()
    #expect(filter.judge(.at(90), receivedAt: 100) == .accepted)
    #expect(filter.judge(.at(95, north: 50), receivedAt: 101) == .accepted)
  }

  @Test("the last accepted position again is a duplicate, any other is not")
  func duplicate() throws {
    var filter = try Self.filter()
    #expect(filter.judge(.at(0)) == .accepted)
    #expect(filter.judge(.at(1, accuracy: 7, speed: 0)) == .rejected(.duplicate))
    #expect(filter.judge(.at(2, north: 0.001)) == .accepted)
  }

  @Test("the duplicate distance is the configuration's, and belongs to the duplicates")
  func duplicateDistance() throws {
    let origin = try #require(place(0))
    let edge = try #require(place(10))
    var configuration = FixFilterConfiguration()
    configuration.duplicateDistance = origin.distance(to: edge)
    for (meters, passes) in [(9.99, false), (10, false), (10.01, true)] {
      var filter = try Self.filter(configuration)
      #expect(filter.judge(.at(0)) == .accepted)
      let verdict = filter.judge(.at(1, north: meters))
      #expect(verdict == (passes ? .accepted : .rejected(.duplicate)))
    }
  }

  @Test(
    "the digits of an accepted fix without a speed are a cached repeat while that is below 10 min old",
    arguments: [(599.999, false), (600, true), (600.001, true)]
  )
  func cachedRepeatAge(age: Double, passes: Bool) throws {
    var filter = try Self.filter()
    #expect(filter.judge(.at(0)) == .accepted)
    #expect(filter.judge(.at(1, north: 100)) == .accepted)
    let verdict = filter.judge(.at(age))
    #expect(verdict == (passes ? .accepted : .rejected(.cachedRepeat)))
  }

  @Test("a valid speed, another accuracy or another place is no cached repeat")
  func noCachedRepeat() throws {
    for fix in [
      LocationFix.at(2, speed: 0), .at(2, accuracy: 6), .at(2, accuracy: nil), .at(2, north: 1),
    ] {
      var filter = try Self.filter()
      #expect(filter.judge(.at(0)) == .accepted)
      #expect(filter.judge(.at(1, north: 100)) == .accepted)
      #expect(filter.judge(fix) == .accepted)
    }
  }

  @Test("a negative speed is no valid one")
  func negativeSpeed() throws {
    var filter = try Self.filter()
    #expect(filter.judge(.at(0)) == .accepted)
    #expect(filter.judge(.at(1, north: 100)) == .accepted)
    #expect(filter.judge(.at(2, speed: -1)) == .rejected(.cachedRepeat))
  }

  @Test(
    "the last ten accepted fixes are remembered, not eleven",
    arguments: [(9, false), (10, true)]
  )
  func tenTwins(others: Int, passes: Bool) throws {
    var filter = try Self.filter()
    #expect(filter.judge(.at(0)) == .accepted)
    for other in 1...others {
      #expect(filter.judge(.at(Double(other), north: Double(other) * 100)) == .accepted)
    }
    let verdict = filter.judge(.at(20))
    #expect(verdict == (passes ? .accepted : .rejected(.cachedRepeat)))
  }

  @Test("the youngest of several twins decides")
  func youngestTwin() throws {
    var filter = try Self.filter()
    for (seconds, meters, speed) in [(0.0, 0.0, nil), (1, 100, nil), (500, 0, 2.0), (501, 100, 2)] {
      #expect(filter.judge(.at(seconds, north: meters, speed: speed)) == .accepted)
    }
    #expect(filter.judge(.at(1099)) == .rejected(.cachedRepeat))
    #expect(filter.judge(.at(1100)) == .accepted)
  }

  @Test("the first failure decides, in the order of the checks")
  func order() throws {
    // Each fix fails its own check and all later ones that it can fail at the same time.
    let accepted = LocationFix.at(1000, accuracy: 5)
    let cases: [(LocationFix, Double, FixRejection)] = [
      (.at(900, accuracy: -1), 1001, .invalidAccuracy),
      (.at(900, accuracy: 51), 1001, .poorAccuracy),
      (.at(1000, accuracy: 5), 990, .futureTimestamp),
      (.at(900, accuracy: 5), 1001, .staleTimestamp),
      (.at(1000, accuracy: 5), 1001, .outOfOrder),
      (.at(1001, accuracy: 5), 1001, .duplicate),
    ]
    for (fix, receipt, expected) in cases {
      var filter = try Self.filter()
      #expect(filter.judge(accepted, receivedAt: 1000) == .accepted)
      #expect(filter.judge(fix, receivedAt: receipt) == .rejected(expected))
    }
  }

  @Test("without an accuracy the first two checks, without a position the last two do not apply")
  func notApplicable() throws {
    var filter = try Self.filter()
    var log = DecisionLog()
    let speedOnly = LocationFix.at(0, north: nil, accuracy: nil, speed: 9)
    #expect(filter.process(speedOnly, receivedAt: instant(0), trail: &log) == .accepted)
    #expect(
      log.checks.map(\.verdict) == [
        .notApplicable, .notApplicable, .passed, .passed, .notApplicable, .notApplicable,
        .notApplicable,
      ]
    )
    #expect(filter.judge(.at(1, north: nil, accuracy: nil, speed: 9)) == .accepted)
    #expect(filter.judge(.at(1, north: nil, accuracy: nil, speed: 9)) == .rejected(.outOfOrder))
  }

  @Test("the trail has all seven checks with what they measured, those after a failure skipped")
  func trail() throws {
    var filter = try Self.filter()
    var log = DecisionLog()
    let fix = LocationFix.at(60, accuracy: 5)
    #expect(
      filter.process(fix, receivedAt: instant(100), trail: &log) == .rejected(.staleTimestamp)
    )
    #expect(log.checks.map(\.code) == FixRejection.allCases.map(\.rawValue))
    #expect(log.checks.map(\.measured) == [5, 5, -40, 40, nil, nil, nil])
    #expect(log.checks.map(\.threshold) == [0, 50, 5, 30, nil, nil, nil])
    #expect(
      log.checks.map(\.verdict) == [
        .passed, .passed, .passed, .failed, .skipped, .skipped, .skipped,
      ]
    )
    #expect(log.checks.allSatisfy { $0.timestamp == instant(100) })
  }

  @Test("every verdict is counted, and the last rejection's reason is kept")
  func counts() throws {
    var filter = try Self.filter()
    #expect(filter.state.lastRejection == nil)
    filter.judge(.at(0))
    filter.judge(.at(1, accuracy: 0))
    filter.judge(.at(1, accuracy: 51))
    filter.judge(.at(99), receivedAt: 1)
    filter.judge(.at(-99), receivedAt: 1)
    filter.judge(.at(-1), receivedAt: 1)
    filter.judge(.at(1))
    filter.judge(.at(2, north: 9))
    filter.judge(.at(3))
    #expect(filter.state.lastRejection == .cachedRepeat)
    for rejection in FixRejection.allCases { #expect(filter.state.counts[rejection] == 1) }
    #expect(filter.state.counts.accepted == 2)
    #expect(filter.state.counts.total == 9)
    filter.judge(.at(4, north: 30))
    #expect(filter.state.lastRejection == .cachedRepeat)
  }

  @Test(
    "the ages of the last raw and the last accepted fix are kept apart, absent until there is one"
  )
  func ages() throws {
    var filter = try Self.filter()
    #expect(filter.state.rawFixAge(at: instant(5)) == nil)
    filter.judge(.at(10, accuracy: 90))
    #expect(filter.state.rawFixAge(at: instant(15)) == 5)
    #expect(filter.state.acceptedFixAge(at: instant(15)) == nil)
    filter.judge(.at(18), receivedAt: 20)
    filter.judge(.at(30, accuracy: 90))
    #expect(filter.state.rawFixAge(at: instant(32)) == 2)
    #expect(filter.state.acceptedFixAge(at: instant(32)) == 12)
  }

  @Test("accepted fixes and duplicates are trusted, no others")
  func trust() {
    #expect(FixVerdict.accepted.isTrusted)
    for rejection in FixRejection.allCases {
      #expect(FixVerdict.rejected(rejection).isTrusted == (rejection == .duplicate))
    }
  }

  @Test("a filter restored from JSON anywhere goes on identically", arguments: UInt64(1)...10)
  func restored(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var filter = try Self.filter()
    var restored = filter
    var now = 0.0
    for _ in 0..<300 {
      now += random.pick([0, 0.5, 1, 7, 700])
      let fix = LocationFix.at(
        now - random.pick([0, 0, 0, 2, 40, -6]),
        north: random.pick([nil, 0, 1, 2, 3, 4, 100]),
        accuracy: random.pick([nil, 5, 5, 5, 6, -1, 60]),
        speed: random.pick([nil, nil, 0, 3])
      )
      let data = try JSONEncoder().encode(restored.state)
      restored = try FixFilter(
        FixFilterConfiguration(),
        restoring: JSONDecoder().decode(FixFilter.State.self, from: data)
      )
      #expect(
        filter.judge(fix, receivedAt: now) == restored.judge(fix, receivedAt: now),
        "seed \(seed)"
      )
    }
    #expect(filter == restored, "seed \(seed)")
  }

  @Test("instants at the ends of the time line are judged, not trapped on")
  func endsOfTime() throws {
    var filter = try Self.filter()
    let first = LocationFix(timestamp: .distantPast, coordinate: place(0), accuracy: 5)
    let last = LocationFix(timestamp: .distantFuture, coordinate: place(1), accuracy: 5)
    var trail = NoTrail()
    #expect(
      filter.process(first, receivedAt: .distantFuture, trail: &trail) == .rejected(.staleTimestamp)
    )
    #expect(
      filter.process(last, receivedAt: .distantPast, trail: &trail) == .rejected(.futureTimestamp)
    )
    #expect(filter.process(first, receivedAt: .distantPast, trail: &trail) == .accepted)
    #expect(filter.process(last, receivedAt: .distantFuture, trail: &trail) == .accepted)
  }
}

extension FixFilter {
  /// Judges a fix received at the instant of its measurement, or at another.
  @discardableResult
  fileprivate mutating func judge(_ fix: LocationFix, receivedAt: Double? = nil) -> FixVerdict {
    var trail = NoTrail()
    let receipt = receivedAt.map { instant($0) } ?? fix.timestamp
    return process(fix, receivedAt: receipt, trail: &trail)
  }
}
