import MotionSamples
import MotionState
import Testing

@Suite("Raw and accepted fixes")
struct MotionSessionFixesTests {
  @Test(
    "two fixes in a row at or above the speed bar start MOVING, at the second",
    arguments: [(0.69, false), (0.7, true), (0.71, true)]
  )
  func twoFastFixes(speed: Double, starts: Bool) throws {
    for situation in [Situation.unconfirmed, .stationary] {
      var machine = try situation.machine()
      #expect(machine.takeRaw(100, speed: speed).isEmpty)
      #expect((machine.takeRaw(101, north: 3, speed: speed) == ["moving (3 m)"]) == starts)
    }
  }

  @Test("a slower fix and one without speed break the streak", arguments: [0.69, 0, nil])
  func brokenStreak(speed: Double?) throws {
    var machine = try Situation.stationary.machine()
    machine.takeRaw(100, speed: 20)
    machine.takeRaw(101, speed: speed)
    #expect(machine.takeRaw(102, speed: 20).isEmpty)
    #expect(machine.takeRaw(103, speed: 20) == ["moving (0 m)"])
  }

  @Test("one fix delivered twice, or one measured before the last, is no second measurement")
  func repeatedFixIsNoStreak() throws {
    var machine = try Situation.stationary.machine()
    machine.takeRaw(100, speed: 20)
    #expect(machine.take(.raw(100, speed: 20), at: 101).isEmpty)
    #expect(machine.take(.raw(99, speed: 20), at: 102).isEmpty)
    #expect(machine.take(.raw(98, speed: 0), at: 103).isEmpty)
    #expect(machine.takeRaw(104, speed: 20) == ["moving (0 m)"])
  }

  @Test(
    "a fix out of a cache or from the future is evidence of nothing",
    arguments: [(30.0, true), (30.1, false), (600, false), (-5, true), (-5.1, false)]
  )
  func cachedFix(age: Double, counts: Bool) throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.take(.raw(1000 - age, north: 5000), at: 1000).isEmpty != counts)
  }

  @Test("speed alone, without a position, starts MOVING without a location")
  func speedWithoutPosition() throws {
    var machine = try MotionStateMachine(MotionConfiguration())
    machine.take(.start, at: 0)
    machine.takeRaw(1, north: nil, accuracy: nil, speed: 15)
    #expect(
      machine.takeRaw(2, north: nil, accuracy: nil, speed: 15) == ["moving (nowhere)"]
    )
  }

  @Test("fast fixes from before a stop do not count for the streak after it")
  func stopBreaksTheStreak() throws {
    var machine = try Situation.moving.machine()
    machine.takeRaw(100, speed: 20)
    machine.takeRaw(101, speed: 20)
    machine.take(.paceChange(isMoving: false), at: 102)
    #expect(machine.takeRaw(103, speed: 20).isEmpty)
    #expect(machine.takeRaw(104, speed: 20) == ["moving (0 m)"])
  }

  @Test("a raw fix outside the geofence starts MOVING, one on it or inside does not")
  func geofenceExit() throws {
    let center = try #require(place(0))
    let edge = try #require(place(200))
    var configuration = MotionConfiguration()
    configuration.stationaryRadius = center.distance(to: edge)
    for (meters, leaves) in [(199.99, false), (200, false), (200.01, true)] {
      var machine = try Situation.stationary.machine(configuration: configuration)
      #expect(machine.takeRaw(100, north: meters).isEmpty != leaves)
    }
  }

  @Test("the geofence is watched on fixes that the accuracy check would reject")
  func coarseFixLeavesTheGeofence() throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.takeRaw(100, north: 210, accuracy: 65) == ["moving (210 m)"])
  }

  @Test("a fix too coarse for its distance asks for one probe and starts nothing")
  func doubtfulExit() throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.takeRaw(100, north: 400, accuracy: 1000) == ["probe doubtfulExit"])
    #expect(machine.takeRaw(160, north: 400, accuracy: 1000).isEmpty)
    #expect(machine.isMoving == false)
    // Back inside, the next doubt is a new one.
    #expect(machine.takeRaw(220, north: 0).isEmpty)
    #expect(machine.takeRaw(280, north: 400, accuracy: 1000) == ["probe doubtfulExit"])
    #expect(machine.takeRaw(340, north: 400, accuracy: 10) == ["moving (400 m)"])
  }

  @Test("an invalid error radius makes a position nothing to go by", arguments: [0.0, -1, .nan])
  func invalidAccuracy(accuracy: Double) throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.takeRaw(100, north: 5000, accuracy: accuracy).isEmpty)
    #expect(machine.isMoving == false)
  }

  @Test("a source that reports no error radius is taken at its word")
  func absentAccuracy() throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.takeRaw(100, north: 250, accuracy: nil) == ["moving (250 m)"])
  }

  @Test("a rest without a stop point gets one from the first fix that is good enough")
  func firstFixIsTheStopPoint() throws {
    var machine = try MotionStateMachine(MotionConfiguration())
    machine.take(.start, at: 0)
    #expect(machine.takeVerdict(.still, 1) == ["stationary (nowhere)"])
    #expect(machine.takeRaw(2, north: 0, accuracy: 201).isEmpty)
    #expect(machine.takeRaw(3, north: 10, accuracy: 65) == ["geofence 10 m ±200.0"])
    #expect(machine.state.geofenceCenter == place(10))
    #expect(machine.takeRaw(4, north: 5, accuracy: 5).isEmpty)
    #expect(machine.takeRaw(5, north: 300, accuracy: 5) == ["moving (300 m)"])
  }

  @Test("an accepted fix alone serves as stop point too")
  func acceptedFixIsTheStopPoint() throws {
    var machine = try MotionStateMachine(MotionConfiguration())
    machine.take(.start, at: 0)
    #expect(machine.take(.acceptedFix(.at(1)), at: 1) == ["geofence 0 m ±200.0"])
    #expect(machine.takeVerdict(.still, 2) == ["stationary (0 m)", "geofence 0 m ±200.0"])
  }

  @Test("the last known location is the latest accepted fix with a position")
  func lastLocation() throws {
    var machine = try Situation.moving.machine()
    machine.take(.acceptedFix(.at(100, north: 40)), at: 100)
    machine.take(.acceptedFix(.at(99, north: 30)), at: 101)
    machine.take(.acceptedFix(.at(102, north: nil, speed: 3)), at: 102)
    #expect(machine.state.lastLocation == .at(100, north: 40))
  }

  @Test("a displacement beyond 50 m cancels a countdown, one of 50 m or less does not")
  func displacementCancels() throws {
    let origin = try #require(place(0))
    let edge = try #require(place(50))
    var configuration = MotionConfiguration()
    configuration.maximumCountdownDisplacement = origin.distance(to: edge)
    for (meters, cancels) in [(49.99, false), (50, false), (50.01, true)] {
      var machine = try Situation.fedCountdown.machine(configuration: configuration)
      let outputs = machine.takeRaw(200, north: meters)
      #expect((outputs == ["cancel stopTimeout", "probe displacement"]) == cancels)
      #expect((machine.state.stopTimer == nil) == cancels)
      #expect(machine.isMoving == true)
    }
  }

  @Test("two fixes in a row at the speed bar cancel a countdown, one does not")
  func confirmedSpeedCancels() throws {
    var machine = try Situation.fedCountdown.machine()
    #expect(machine.takeRaw(200, speed: 17).isEmpty)
    #expect(machine.takeRaw(201, speed: 0).isEmpty)
    #expect(machine.takeRaw(202, speed: 0.7).isEmpty)
    #expect(machine.takeRaw(203, speed: 0.7) == ["cancel stopTimeout"])
    #expect(machine.isMoving == true)
  }

  @Test("fast fixes from before a countdown do not count for the streak within it")
  func countdownBreaksTheStreak() throws {
    var machine = try Situation.moving.machine()
    machine.takeRaw(100, speed: 17)
    machine.takeRaw(101, speed: 17)
    #expect(machine.takeVerdict(.still, 120) == ["arm stopTimeout 420.0"])
    #expect(machine.takeRaw(121, speed: 0.8).isEmpty)
    #expect(machine.takeRaw(122, speed: 0.8) == ["cancel stopTimeout"])
  }

  @Test(
    "one noisy fix does not throw a running countdown away, whatever kind of noise it is",
    arguments: [
      // Coarse and far: the error radius explains it.
      (north: 60.0, accuracy: 65.0, speed: nil), (190, 65, nil), (2000, 1500, nil),
      // Coarse, with a speed that one fix cannot confirm.
      (120, 65, 4),
      // Sure of itself, but its own speed says that it stands.
      (120, 8, 0), (5000, 5, 0.3),
      // In place, with a stray speed.
      (0, 5, 30),
      // No valid position.
      (900, -1, nil),
    ]
  )
  func oneNoisyFix(north: Double, accuracy: Double, speed: Double?) throws {
    var machine = try Situation.fedCountdown.machine()
    let timer = machine.state.stopTimer
    #expect(machine.takeRaw(200, north: north, accuracy: accuracy, speed: speed).isEmpty)
    #expect(machine.state.stopTimer == timer)
    machine.takeRaw(205, speed: 0)
    machine.fireStopTimer(at: 398)
    #expect(machine.isMoving == false)
  }

  @Test("a jump that the next fix repeats is a displacement, though both say that they stand")
  func repeatedJumpCancels() throws {
    var machine = try Situation.fedCountdown.machine()
    #expect(machine.takeRaw(200, north: 120, speed: 0).isEmpty)
    #expect(
      machine.takeRaw(201, north: 121, speed: 0) == ["cancel stopTimeout", "probe displacement"]
    )

    var jumping = try Situation.fedCountdown.machine()
    for second in stride(from: 200.0, to: 300, by: 2) {
      #expect(jumping.takeRaw(second, north: 120, speed: 0).isEmpty)
      #expect(jumping.takeRaw(second + 1, north: 0, speed: 0).isEmpty)
    }
  }

  @Test("an accurate fix does not cancel a countdown that a coarse one has anchored")
  func coarseAnchor() throws {
    var machine = try MotionStateMachine(MotionConfiguration())
    machine.take(.start, at: 0)
    machine.takeVerdict(.inVehicle, 1)
    machine.takeRaw(2, north: 120, accuracy: 65)
    machine.takeVerdict(.still, 3)
    #expect(machine.takeRaw(4, north: 0, accuracy: 5).isEmpty)
    #expect(machine.state.stopTimer != nil)
  }

  @Test("a countdown armed without a fresh position takes the next one as its anchor")
  func lateAnchor() throws {
    var machine = try Situation.moving.machine()
    machine.takeVerdict(.still, 200)
    #expect(machine.takeRaw(201, north: 4000).isEmpty)
    #expect(machine.takeRaw(202, north: 4040).isEmpty)
    #expect(machine.takeRaw(203, north: 4060).first == "cancel stopTimeout")
  }

  @Test(
    "generated fixes of ±65 m around a parked car let it come to rest, and rest",
    arguments: UInt64(1)...40
  )
  func parkedCarWithPoorFixes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The radius that holds 68 % of normal errors is 1.51 standard deviations of each axis.
    let deviation = 65 / 1.51
    var host = try SimulatedHost()
    host.feed(.start, at: 0)
    host.feed(.raw(1, speed: 12), at: 1)
    host.feed(.raw(2, north: 12, speed: 12), at: 2)
    host.feed(.acceptedFix(.at(2, north: 12, speed: 12)), at: 2)
    host.feed(.raw(9, north: 60, speed: 0), at: 9)
    host.feed(.acceptedFix(.at(9, north: 60, speed: 0)), at: 9)
    for second in stride(from: 10.0, to: 4 * 3600, by: 5) {
      let place = Coordinate(
        latitude: 48 + (60 + random.normal() * deviation) / 111_195,
        longitude: 9 + random.normal() * deviation / 74_400
      )
      let fix = LocationFix(timestamp: instant(second), coordinate: place, accuracy: 65)
      host.feed(.rawFix(fix), at: second)
      if second.truncatingRemainder(dividingBy: 60) == 0 {
        host.feed(.verdict(.still, second), at: second)
      }
      if second == 400 { #expect(host.machine.isMoving == false, "seed \(seed)") }
    }
    // One fix of noise beyond the geofence in a night is allowed for; staying MOVING is not.
    #expect(host.machine.isMoving == false, "seed \(seed)")
    #expect(host.story.count { $0.contains("moving (") } <= 2, "seed \(seed)")
  }

  @Test("a phone that lies still on a smooth road at 61 km/h is never STATIONARY")
  func smoothRoad() throws {
    var host = try SimulatedHost()
    host.feed(.start, at: 0)
    for second in 1...1800 {
      let now = Double(second)
      let fix = LocationFix.at(now, north: 17 * now, speed: 17)
      host.feed(.rawFix(fix), at: now)
      host.feed(.acceptedFix(fix), at: now)
      if second % 10 == 0 { host.feed(.verdict(.still, now, confidence: 100), at: now) }
    }
    #expect(host.story.filter { $0.contains("stationary") || $0.contains("arm") }.isEmpty)
    #expect(host.machine.isMoving == true)
  }

  @Test(
    "nor with a fix only every so often, with speed or without",
    arguments: [20.0, 45, 120],
    [nil, 17.0]
  )
  func smoothRoadWithSparseFixes(interval: Double, speed: Double?) throws {
    var host = try SimulatedHost()
    host.feed(.start, at: 0)
    host.feed(.verdict(.inVehicle, 1), at: 1)
    for tick in 1...720 {
      let now = Double(tick) * 5
      if now.truncatingRemainder(dividingBy: interval) == 0 {
        host.feed(.raw(now, north: 17 * now, speed: speed), at: now)
      }
      host.feed(.verdict(.still, now, confidence: 100), at: now)
    }
    #expect(host.story.filter { $0.contains("stationary") }.isEmpty)
    #expect(host.machine.isMoving == true)
  }
}
