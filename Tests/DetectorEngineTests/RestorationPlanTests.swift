import DetectorEngine
import Testing

@Suite("RestorationPlan")
struct RestorationPlanTests {
  private func timer(_ generation: UInt64, at seconds: Double) throws -> EngineTimer {
    EngineTimer(
      id: .motion(MotionTimer.ID(purpose: .heartbeat, generation: generation)),
      deadline: try #require(Timestamp(seconds: seconds))
    )
  }

  @Test("with nothing recorded nothing is started")
  func nothingRecorded() {
    #expect(RestorationPlan(nil).steps == [])
  }

  @Test("a record of a session that had ended starts nothing, whatever else it says")
  func endedSession() throws {
    let record = SessionRecord(
      isStarted: false,
      isMoving: true,
      sensors: Set(SensorChannel.allCases),
      timers: [try timer(1, at: 5)]
    )
    #expect(RestorationPlan(record).steps == [])
  }

  @Test("a session on the move gets its sensors and timers back, and no circle")
  func moving() throws {
    let center = try #require(Coordinate(latitude: 48, longitude: 11))
    let early = try timer(1, at: 5)
    let late = try timer(2, at: 9)
    let record = SessionRecord(
      isStarted: true,
      isMoving: true,
      sensors: [.acceleration, .rotation],
      geofence: Geofence(center: center, radius: 200),
      timers: [late, early]
    )
    #expect(
      RestorationPlan(record).steps == [
        .restoreEngine, .watchLocation(isPrecise: true), .watchActivity, .watchSignificantChanges,
        .readSensor(.rotation), .readSensor(.acceleration), .scheduleTimer(early),
        .scheduleTimer(late),
      ]
    )
  }

  @Test("a session at rest gets its circle back", arguments: [false, nil] as [Bool?])
  func resting(isMoving: Bool?) throws {
    let center = try #require(Coordinate(latitude: 48, longitude: 11))
    let geofence = Geofence(center: center, radius: 200)
    let record = SessionRecord(isStarted: true, isMoving: isMoving, geofence: geofence)
    #expect(
      RestorationPlan(record).steps == [
        .restoreEngine, .watchLocation(isPrecise: false), .watchActivity, .watchSignificantChanges,
        .watchGeofence(geofence),
      ]
    )
  }
}
