import MotionSamples
import MotionState
import Testing

@Suite("Timers")
struct MotionSessionTimersTests {
  @Test("a countdown that is fed ends MOVING, with a stop record and a geofence at the stop")
  func fedCountdownStops() throws {
    var machine = try Situation.fedCountdown.machine()
    #expect(
      machine.fireStopTimer(at: 398) == [
        "stationary (0 m)", "stop since 98.0 (0 m)", "geofence 0 m ±200.0",
      ]
    )
    #expect(machine.isMoving == false)
    #expect(machine.state.stopTimer == nil)
  }

  @Test("the stop point is a good fix of the stop, before a coarse one that came last")
  func stopPoint() throws {
    var coarse = try Situation.fedCountdown.machine()
    coarse.takeRaw(395, north: 40, accuracy: 65)
    #expect(coarse.fireStopTimer(at: 398).last == "geofence 0 m ±200.0")

    var accepted = try Situation.fedCountdown.machine()
    accepted.take(.acceptedFix(.at(200, north: 30)), at: 200)
    accepted.takeRaw(395, north: 40, accuracy: 65)
    #expect(accepted.fireStopTimer(at: 398).last == "geofence 30 m ±200.0")
  }

  @Test("a countdown without a second still verdict proves nothing and asks for a probe")
  func unfedCountdownProvesNothing() throws {
    var machine = try Situation.countdown.machine()
    #expect(machine.fireStopTimer(at: 398) == ["probe stopTimerUnfed"])
    #expect(machine.isMoving == true)
    #expect(machine.state.stopTimer == nil)
    #expect(machine.takeVerdict(.still, 400) == ["arm stopTimeout 700.0"])
  }

  @Test(
    "the countdown is fed from just after its start to its deadline, by a verdict of its own",
    arguments: [
      (receipt: 98.0, timestamp: 98.0, isFed: false), (98, 99, false), (100, 98, false),
      (98.1, 98.1, true), (397.9, 397.9, true), (398, 398, true),
    ]
  )
  func whatFeeds(receipt: Double, timestamp: Double, isFed: Bool) throws {
    var machine = try Situation.countdown.machine()
    machine.take(.verdict(.still, timestamp), at: receipt)
    machine.fireStopTimer(at: 398)
    #expect(machine.isMoving == !isFed)
  }

  @Test(
    "the end of a countdown counts up to the largest lateness",
    arguments: [(398.0, false), (487.9, false), (488, false), (488.1, true), (50_000, true)]
  )
  func lateTimerProvesNothing(firing: Double, isMoving: Bool) throws {
    var machine = try Situation.fedCountdown.machine()
    let outputs = machine.fireStopTimer(at: firing)
    #expect(machine.isMoving == isMoving)
    #expect((outputs == ["probe stopTimerLate"]) == isMoving)
  }

  @Test("a timer that fires early is armed again as it was")
  func earlyTimerIsArmedAgain() throws {
    var machine = try Situation.fedCountdown.machine()
    let timer = machine.state.stopTimer
    #expect(machine.fireStopTimer(at: 397.9) == ["arm stopTimeout 398.0"])
    #expect(machine.state.stopTimer == timer)
    #expect(machine.fireHeartbeat(at: 59) == ["arm heartbeat 60.0"])
  }

  @Test("a cancelled timer that fires all the same does nothing")
  func staleTimerIsHarmless() throws {
    var machine = try Situation.countdown.machine()
    let stale = try #require(machine.state.stopTimer)
    machine.takeVerdict(.inVehicle, 110)
    machine.takeVerdict(.still, 120)
    machine.takeVerdict(.still, 130)
    let before = machine.state
    #expect(machine.take(.timerFired(stale.id), at: 420).isEmpty)
    #expect(machine.state == before)
  }

  @Test("a timer of an earlier session does nothing in the next")
  func timerOfAnEarlierSession() throws {
    var machine = try Situation.countdown.machine()
    let stop = try #require(machine.state.stopTimer)
    let heartbeat = try #require(machine.state.heartbeatTimer)
    machine.take(.stop, at: 110)
    #expect(machine.take(.timerFired(stop.id), at: 398).isEmpty)
    machine.take(.start, at: 400)
    #expect(machine.take(.timerFired(stop.id), at: 410).isEmpty)
    #expect(machine.take(.timerFired(heartbeat.id), at: 470).isEmpty)
  }

  @Test(
    "a fresh fast fix at the end of the countdown refuses the stop",
    arguments: [
      (speed: 17.0, age: 1.0, refuses: true), (2.5, 15, true), (2.4, 1, false), (17, 15.1, false),
    ]
  )
  func speedRefusesTheStop(speed: Double, age: Double, refuses: Bool) throws {
    var machine = try Situation.fedCountdown.machine()
    machine.takeRaw(398 - age, speed: speed)
    let outputs = machine.fireStopTimer(at: 398)
    #expect(machine.isMoving == refuses)
    #expect((outputs == ["probe stopRefutedBySpeed"]) == refuses)
  }

  @Test("a heartbeat fires at its interval in every state, carries the location, wakes nothing")
  func heartbeatInEveryState() throws {
    for situation in Situation.allCases where situation != .idle {
      var machine = try situation.machine()
      let isMoving = machine.isMoving
      #expect(machine.fireHeartbeat(at: 120) == ["heartbeat (0 m)", "arm heartbeat 180.0"])
      #expect(machine.fireHeartbeat(at: 180) == ["heartbeat (0 m)", "arm heartbeat 240.0"])
      #expect(machine.isMoving == isMoving)
    }
  }

  @Test("a heartbeat before any fix carries no location")
  func heartbeatWithoutLocation() throws {
    var host = try SimulatedHost()
    host.feed(.start, at: 0)
    host.wait(until: 125)
    #expect(host.transcript.filter { $0.contains("(nowhere)") }.count == 2)
  }

  @Test("the next heartbeat counts from when the last one fired, so none pile up in a suspension")
  func heartbeatAfterSuspension() throws {
    var host = try SimulatedHost()
    host.feed(.start, at: 0)
    host.suspend(until: 1000)
    host.wait(until: 1060)
    #expect(
      host.transcript.filter { $0.contains("heartbeat (") } == [
        "1000.0 heartbeat (nowhere)", "1060.0 heartbeat (nowhere)",
      ]
    )
  }

  @Test("a heartbeat notices the end of a countdown whose timer was lost")
  func heartbeatNoticesTheEnd() throws {
    var fed = try Situation.fedCountdown.machine()
    #expect(fed.fireHeartbeat(at: 397).count == 2)
    #expect(
      fed.fireHeartbeat(at: 457) == [
        "heartbeat (0 m)", "arm heartbeat 517.0", "cancel stopTimeout", "stationary (0 m)",
        "stop since 98.0 (0 m)", "geofence 0 m ±200.0",
      ]
    )

    var unfed = try Situation.countdown.machine()
    #expect(
      unfed.fireHeartbeat(at: 398).suffix(2) == ["cancel stopTimeout", "probe stopTimerUnfed"]
    )
    #expect(unfed.isMoving == true)

    var late = try Situation.fedCountdown.machine()
    #expect(
      late.fireHeartbeat(at: 489).suffix(2) == ["cancel stopTimeout", "probe stopTimerLate"]
    )
    #expect(late.isMoving == true)
  }

  @Test("a still verdict after the deadline notices the end of a countdown whose timer was lost")
  func stillVerdictNoticesTheEnd() throws {
    var fed = try Situation.fedCountdown.machine()
    #expect(fed.takeVerdict(.still, 398.1).first == "cancel stopTimeout")
    #expect(fed.isMoving == false)

    // What the lost countdown could not prove starts over, from this verdict.
    var unfed = try Situation.countdown.machine()
    #expect(
      unfed.takeVerdict(.still, 400) == [
        "cancel stopTimeout", "probe stopTimerUnfed", "arm stopTimeout 700.0",
      ]
    )
    var late = try Situation.fedCountdown.machine()
    #expect(
      late.takeVerdict(.still, 4000) == [
        "cancel stopTimeout", "probe stopTimerLate", "arm stopTimeout 4300.0",
      ]
    )
    #expect(late.isMoving == true)
  }

  @Test("a host that loses every stop timer still comes to rest, by its heartbeats")
  func lostStopTimers() throws {
    var host = try SimulatedHost()
    host.lostPurposes = [.stopTimeout]
    host.feed(.start, at: 0)
    host.feed(.verdict(.inVehicle, 10), at: 10)
    for second in stride(from: 20.0, through: 400, by: 30) {
      host.feed(.verdict(.still, second), at: second)
    }
    host.wait(until: 500)
    #expect(host.machine.isMoving == false)
  }

  @Test("a process suspended through its countdown stays MOVING and asks for a probe")
  func suspendedCountdown() throws {
    var host = try SimulatedHost()
    host.feed(.start, at: 0)
    host.feed(.verdict(.inVehicle, 10), at: 10)
    host.feed(.verdict(.still, 20), at: 20)
    host.feed(.verdict(.still, 25), at: 25)
    host.suspend(until: 3600)
    #expect(host.machine.isMoving == true)
    #expect(host.story.last == "3600.0 probe stopTimerLate")
  }

  @Test(
    "silence, however long, changes no state",
    arguments: Situation.allCases.filter { $0 != .idle }
  )
  func silenceMeansNothing(situation: Situation) throws {
    var machine = try situation.machine()
    let isMoving = machine.isMoving
    for hour in 1...24 { machine.fireHeartbeat(at: Double(hour) * 3600) }
    #expect(machine.isMoving == isMoving)
  }
}
