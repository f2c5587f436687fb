import MotionState
import Testing

@Suite("Pace changes")
struct MotionSessionPaceTests {
  @Test("the app forces MOVING from rest", arguments: [Situation.unconfirmed, .stationary])
  func forcedMoving(situation: Situation) throws {
    var machine = try situation.machine()
    #expect(machine.take(.paceChange(isMoving: true), at: 100) == ["moving (0 m)"])
    #expect(machine.isMoving == true)
  }

  @Test("the app forces STATIONARY, with a stop record and a geofence where MOVING ends")
  func forcedStationary() throws {
    var moving = try Situation.moving.machine()
    #expect(
      moving.take(.paceChange(isMoving: false), at: 100) == [
        "stationary (0 m)", "stop since 100.0 forced (0 m)", "geofence 0 m ±200.0",
      ]
    )
    var stopping = try Situation.countdown.machine()
    #expect(
      stopping.take(.paceChange(isMoving: false), at: 100) == [
        "cancel stopTimeout", "stationary (0 m)", "stop since 98.0 forced (0 m)",
        "geofence 0 m ±200.0",
      ]
    )
    #expect(stopping.isMoving == false)
  }

  @Test("forced STATIONARY as the first verdict of a session ends no motion: no stop record")
  func forcedFirstVerdict() throws {
    var machine = try Situation.unconfirmed.machine()
    #expect(
      machine.take(.paceChange(isMoving: false), at: 100) == [
        "stationary (0 m)", "geofence 0 m ±200.0",
      ]
    )
  }

  @Test("a forced transition before any fix carries no location")
  func withoutLocation() throws {
    var machine = try MotionStateMachine(MotionConfiguration())
    machine.take(.start, at: 0)
    #expect(machine.take(.paceChange(isMoving: true), at: 1) == ["moving (nowhere)"])
    #expect(
      machine.take(.paceChange(isMoving: false), at: 2) == [
        "stationary (nowhere)", "stop since 2.0 forced (nowhere)",
      ]
    )
  }

  @Test("forcing the state that holds is no transition")
  func repeatedForce() throws {
    var resting = try Situation.stationary.machine()
    let before = resting.state
    #expect(resting.take(.paceChange(isMoving: false), at: 100).isEmpty)
    #expect(resting.state == before)
    var moving = try Situation.moving.machine()
    #expect(moving.take(.paceChange(isMoving: true), at: 100).isEmpty)
    #expect(moving.take(.paceChange(isMoving: true), at: 101).isEmpty)
  }

  @Test("forcing MOVING cancels a countdown without a transition")
  func forceAgainstACountdown() throws {
    var machine = try Situation.fedCountdown.machine()
    #expect(machine.take(.paceChange(isMoving: true), at: 100) == ["cancel stopTimeout"])
    #expect(machine.isMoving == true)
  }

  @Test("an old position is no stop point: the geofence waits for the next fix")
  func stalePositionIsNoStopPoint() throws {
    var machine = try Situation.moving.machine()
    #expect(
      machine.take(.paceChange(isMoving: false), at: 1000) == [
        "stationary (0 m)", "stop since 1000.0 forced (0 m)",
      ]
    )
    #expect(machine.takeRaw(1001, north: 9000) == ["geofence 9000 m ±200.0"])
    #expect(machine.isMoving == false)
  }
}
