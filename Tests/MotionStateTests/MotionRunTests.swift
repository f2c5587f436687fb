import MotionSamples
import MotionState
import Testing

@Suite("Sessions, and every input in every state")
struct MotionRunTests {
  @Test("a session begins unconfirmed: absent, never false")
  func beginsUnconfirmed() throws {
    var machine = try MotionStateMachine(MotionConfiguration())
    #expect(machine.isMoving == nil)
    #expect(!machine.state.isStarted)
    #expect(machine.take(.start, at: 0) == ["arm heartbeat 60.0", "probe sessionStart"])
    #expect(machine.state.isStarted)
    #expect(machine.isMoving == nil)
    machine.takeRaw(1, speed: 0)
    machine.take(.step, at: 2)
    #expect(machine.isMoving == nil)
  }

  @Test("the end of a session cancels its timers and forgets what was known")
  func stopForgets() throws {
    var machine = try Situation.countdown.machine()
    #expect(machine.take(.stop, at: 110) == ["cancel heartbeat", "cancel stopTimeout"])
    #expect(machine.isMoving == nil)
    #expect(machine.state.stopTimer == nil)
    #expect(machine.state.heartbeatTimer == nil)
    #expect(machine.state.lastLocation == nil)
    machine.take(.start, at: 120)
    #expect(machine.isMoving == nil)
    #expect(machine.takeVerdict(.walking, 121) == ["moving (nowhere)"])
  }

  @Test("a significant change or a visit asks for a probe and never says MOVING")
  func coarsePositionsAskForProbes() throws {
    var machine = try Situation.stationary.machine()
    for second in 100..<150 {
      #expect(machine.take(.significantChange, at: Double(second)) == ["probe significantChange"])
      #expect(machine.take(.visit, at: Double(second)) == ["probe visit"])
    }
    #expect(machine.isMoving == false)
  }

  /// What each input does in each situation, in the order of `Situation.allCases`: the state afterwards ("-" no session,
  /// "?" unconfirmed, "S", "M", "C" a countdown) and what was emitted.
  static let table: [(name: String, input: Step, expected: [String])] = [
    (
      "start", .one(.start, 100),
      ["?: arm heartbeat 160.0, probe sessionStart", "?", "S", "M", "C", "C"]
    ),
    (
      "stop", .one(.stop, 100),
      [
        "-", "-: cancel heartbeat", "-: cancel heartbeat", "-: cancel heartbeat",
        "-: cancel heartbeat, cancel stopTimeout", "-: cancel heartbeat, cancel stopTimeout",
      ]
    ),
    ("slow fix", .one(.raw(100, speed: 0), 100), ["-", "?", "S", "M", "C", "C"]),
    ("fast fix", .one(.raw(100, speed: 17), 100), ["-", "?", "S", "M", "C", "C"]),
    (
      "second fast fix", .second(.raw(100, speed: 17), .raw(101, speed: 17), 101),
      [
        "-", "M: moving (0 m)", "M: moving (0 m)", "M", "M: cancel stopTimeout",
        "M: cancel stopTimeout",
      ]
    ),
    (
      "far fix", .one(.raw(100, north: 1000), 100),
      [
        "-", "M: moving (1000 m)", "M: moving (1000 m)", "M",
        "M: cancel stopTimeout, probe displacement", "M: cancel stopTimeout, probe displacement",
      ]
    ),
    (
      "far coarse fix", .one(.raw(100, north: 400, accuracy: 1000), 100),
      ["-", "?: probe doubtfulExit", "S: probe doubtfulExit", "M", "C", "C"]
    ),
    (
      "accepted fix", .one(.acceptedFix(.at(100, north: 400)), 100),
      ["-", "?", "S", "M", "C", "C"]
    ),
    (
      "moving activity", .one(.verdict(.inVehicle, 100), 100),
      [
        "-", "M: moving (0 m)", "M: moving (0 m)", "M", "M: cancel stopTimeout",
        "M: cancel stopTimeout",
      ]
    ),
    (
      "still", .one(.verdict(.still, 100), 100),
      [
        "-", "S: stationary (0 m), geofence 0 m ±200.0", "S", "C: arm stopTimeout 400.0", "C", "C",
      ]
    ),
    (
      "uncertain activity", .one(.verdict(.unknown, 100, confidence: 100), 100),
      ["-", "?: probe uncertainActivity", "S", "M", "C", "C"]
    ),
    (
      "forced MOVING", .one(.paceChange(isMoving: true), 100),
      [
        "-", "M: moving (0 m)", "M: moving (0 m)", "M", "M: cancel stopTimeout",
        "M: cancel stopTimeout",
      ]
    ),
    (
      "forced STATIONARY", .one(.paceChange(isMoving: false), 100),
      [
        "-", "S: stationary (0 m), geofence 0 m ±200.0", "S",
        "S: stationary (0 m), stop since 100.0 forced (0 m), geofence 0 m ±200.0",
        "S: cancel stopTimeout, stationary (0 m), stop since 98.0 forced (0 m), geofence 0 m ±200.0",
        "S: cancel stopTimeout, stationary (0 m), stop since 98.0 forced (0 m), geofence 0 m ±200.0",
      ]
    ),
    (
      "stop timer", .stopTimer(398),
      [
        "-", "?", "S", "M", "M: probe stopTimerUnfed",
        "S: stationary (0 m), stop since 98.0 (0 m), geofence 0 m ±200.0",
      ]
    ),
    (
      "early stop timer", .stopTimer(397),
      ["-", "?", "S", "M", "C: arm stopTimeout 398.0", "C: arm stopTimeout 398.0"]
    ),
    (
      "late stop timer", .stopTimer(1000),
      ["-", "?", "S", "M", "M: probe stopTimerLate", "M: probe stopTimerLate"]
    ),
    (
      "heartbeat", .heartbeat(120),
      [
        "-", "?: heartbeat (0 m), arm heartbeat 180.0", "S: heartbeat (0 m), arm heartbeat 180.0",
        "M: heartbeat (0 m), arm heartbeat 180.0", "C: heartbeat (0 m), arm heartbeat 180.0",
        "C: heartbeat (0 m), arm heartbeat 180.0",
      ]
    ),
    (
      "heartbeat after the deadline", .heartbeat(440),
      [
        "-", "?: heartbeat (0 m), arm heartbeat 500.0", "S: heartbeat (0 m), arm heartbeat 500.0",
        "M: heartbeat (0 m), arm heartbeat 500.0",
        "M: heartbeat (0 m), arm heartbeat 500.0, cancel stopTimeout, probe stopTimerUnfed",
        "S: heartbeat (0 m), arm heartbeat 500.0, cancel stopTimeout, stationary (0 m), "
          + "stop since 98.0 (0 m), geofence 0 m ±200.0",
      ]
    ),
    (
      "unknown timer",
      .one(.timerFired(MotionTimer.ID(purpose: .stopTimeout, generation: 99)), 1000),
      ["-", "?", "S", "M", "C", "C"]
    ),
    (
      "significant change", .one(.significantChange, 100),
      [
        "-", "?: probe significantChange", "S: probe significantChange",
        "M: probe significantChange", "C: probe significantChange", "C: probe significantChange",
      ]
    ),
    (
      "visit", .one(.visit, 100),
      [
        "-", "?: probe visit", "S: probe visit", "M: probe visit", "C: probe visit",
        "C: probe visit",
      ]
    ),
    ("step", .one(.step, 100), ["-", "?", "S", "M", "C", "C"]),
  ]

  @Test("every input in every state", arguments: Situation.allCases)
  func walk(situation: Situation) throws {
    let column = try #require(Situation.allCases.firstIndex(of: situation))
    for row in Self.table {
      var machine = try situation.machine()
      let outputs = row.input.apply(to: &machine)
      let letter = Self.letter(of: machine)
      let actual = outputs.isEmpty ? letter : "\(letter): \(outputs.joined(separator: ", "))"
      #expect(actual == row.expected[column], "\(row.name) while \(situation)")
    }
  }

  private static func letter(of machine: MotionStateMachine) -> String {
    if !machine.state.isStarted { return "-" }
    if machine.state.stopTimer != nil { return "C" }
    return machine.isMoving.map { $0 ? "M" : "S" } ?? "?"
  }

  /// How a row of the table feeds its input.
  enum Step: Sendable {
    /// One input at a second.
    case one(MotionInput, Double)
    /// Two inputs at a second, of which the second one is looked at.
    case second(MotionInput, MotionInput, Double)
    /// The firing of the armed stop timer, or of one that never was, at a second.
    case stopTimer(Double)
    /// The firing of the armed heartbeat, or of one that never was, at a second.
    case heartbeat(Double)

    func apply(to machine: inout MotionStateMachine) -> [String] {
      switch self {
      case .one(let input, let second):
        return machine.take(input, at: second)
      case .second(let first, let input, let second):
        machine.take(first, at: second)
        return machine.take(input, at: second)
      case .stopTimer(let second):
        let none = MotionTimer.ID(purpose: .stopTimeout, generation: 0)
        return machine.take(.timerFired(machine.state.stopTimer?.id ?? none), at: second)
      case .heartbeat(let second):
        let none = MotionTimer.ID(purpose: .heartbeat, generation: 0)
        return machine.take(.timerFired(machine.state.heartbeatTimer?.id ?? none), at: second)
      }
    }
  }
}
