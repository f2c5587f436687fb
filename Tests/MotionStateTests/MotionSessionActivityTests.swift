import MotionSamples
import MotionState
import Testing

@Suite("Activity verdicts")
struct MotionSessionActivityTests {
  @Test(
    "each moving activity at the smallest confidence, and above, starts MOVING",
    arguments: [Activity.inVehicle, .onBicycle, .onFoot, .running, .walking],
    [75, 76, 100]
  )
  func movingActivityStartsMoving(activity: Activity, confidence: Int) throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.takeVerdict(activity, 100, confidence: confidence) == ["moving (0 m)"])
    #expect(machine.isMoving == true)
  }

  @Test(
    "a moving activity below the smallest confidence starts nothing",
    arguments: [Activity.inVehicle, .onBicycle, .onFoot, .running, .walking]
  )
  func unsureActivityStartsNothing(activity: Activity) throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.takeVerdict(activity, 100, confidence: 74).isEmpty)
    #expect(machine.isMoving == false)
  }

  @Test("no other activity starts MOVING", arguments: [Activity.still, .tilting, .unknown])
  func otherActivityStartsNothing(activity: Activity) throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.takeVerdict(activity, 100, confidence: 100).isEmpty)
    #expect(machine.isMoving == false)
  }

  @Test("the smallest confidence is the configuration's, as for a coarse scale")
  func confidenceIsConfigured() throws {
    var configuration = MotionConfiguration()
    configuration.minimumActivityRecognitionConfidence = 50
    var machine = try Situation.stationary.machine(configuration: configuration)
    #expect(machine.takeVerdict(.walking, 100, confidence: 49).isEmpty)
    #expect(machine.takeVerdict(.walking, 101, confidence: 50) == ["moving (0 m)"])
  }

  @Test("an activity outside the trigger set is uncertain, however sure the classifier is")
  func triggerSetIsConfigured() throws {
    var configuration = MotionConfiguration()
    configuration.triggerActivities = [.inVehicle]
    var resting = try Situation.stationary.machine(configuration: configuration)
    #expect(resting.takeVerdict(.walking, 100, confidence: 100).isEmpty)
    #expect(resting.takeVerdict(.inVehicle, 101) == ["moving (0 m)"])

    var stopping = try Situation.countdown.machine(configuration: configuration)
    #expect(stopping.takeVerdict(.walking, 100, confidence: 100).isEmpty)
    #expect(stopping.state.stopTimer != nil)
  }

  @Test("without activity recognition no verdict counts, and speed still does")
  func recognitionIsOff() throws {
    var configuration = MotionConfiguration()
    configuration.disableMotionActivityUpdates = true
    var machine = try Situation.unconfirmed.machine(configuration: configuration)
    #expect(machine.takeVerdict(.inVehicle, 100).isEmpty)
    #expect(machine.takeVerdict(.still, 101).isEmpty)
    #expect(machine.takeVerdict(.unknown, 102).isEmpty)
    #expect(machine.isMoving == nil)
    machine.takeRaw(103, speed: 1)
    #expect(machine.takeRaw(104, speed: 1) == ["moving (0 m)"])
    #expect(machine.takeVerdict(.still, 110).isEmpty)
    #expect(machine.state.stopTimer == nil)
  }

  @Test("speed starts MOVING also when the last verdict is stale")
  func speedIsTheFallback() throws {
    var machine = try Situation.stationary.machine()
    machine.takeRaw(5000, speed: 1)
    #expect(machine.takeRaw(5001, speed: 1) == ["moving (0 m)"])
  }

  @Test(
    "a verdict counts up to the largest age at its receipt",
    arguments: [(59.9, true), (60.0, true), (60.1, false), (-5.0, true), (-5.1, false)]
  )
  func verdictAge(age: Double, counts: Bool) throws {
    var machine = try Situation.stationary.machine()
    let input = MotionInput.verdict(.inVehicle, 1000 - age)
    #expect(machine.take(input, at: 1000).isEmpty != counts)
  }

  @Test("a verdict overtaken by a later one counts for nothing")
  func verdictOrder() throws {
    var machine = try Situation.moving.machine()
    #expect(machine.take(.verdict(.still, 94.9), at: 100).isEmpty)
    #expect(machine.take(.verdict(.still, 95), at: 100) == ["arm stopTimeout 400.0"])
  }

  @Test("the first confident still verdict arms a countdown, a later one does not restart it")
  func onlyTheArmTimeCounts() throws {
    var machine = try Situation.moving.machine()
    #expect(machine.takeVerdict(.still, 100) == ["arm stopTimeout 400.0"])
    for seconds in stride(from: 110.0, through: 390, by: 20) {
      #expect(machine.takeVerdict(.still, seconds).isEmpty)
    }
    #expect(machine.isMoving == true)
    #expect(machine.state.stopTimer?.deadline == instant(400))
  }

  @Test("a still verdict below the smallest confidence arms nothing")
  func unsureStillArmsNothing() throws {
    var machine = try Situation.moving.machine()
    #expect(machine.takeVerdict(.still, 100, confidence: 74).isEmpty)
    #expect(machine.takeVerdict(.still, 101, confidence: 75) == ["arm stopTimeout 401.0"])
  }

  @Test("a moving activity cancels a countdown and its timer")
  func movingActivityCancels() throws {
    var machine = try Situation.fedCountdown.machine()
    #expect(machine.takeVerdict(.walking, 200) == ["cancel stopTimeout"])
    #expect(machine.isMoving == true)
    #expect(machine.state.stopTimer == nil)
    #expect(machine.takeVerdict(.still, 210) == ["arm stopTimeout 510.0"])
  }

  @Test(
    "an uncertain verdict neither arms a countdown nor cancels nor feeds one",
    arguments: [
      (Activity.walking, 50), (.inVehicle, 74), (.still, 74), (.unknown, 100), (.tilting, 100),
    ]
  )
  func uncertainDoesNothing(activity: Activity, confidence: Int) throws {
    var moving = try Situation.moving.machine()
    #expect(moving.takeVerdict(activity, 100, confidence: confidence).isEmpty)
    #expect(moving.state.stopTimer == nil)

    var stopping = try Situation.countdown.machine()
    let timer = stopping.state.stopTimer
    #expect(stopping.takeVerdict(activity, 100, confidence: confidence).isEmpty)
    #expect(stopping.state.stopTimer == timer)
    #expect(stopping.fireStopTimer(at: 398) == ["probe stopTimerUnfed"])
  }

  @Test("a confident still as the first verdict of a session is STATIONARY at once, with no stop")
  func firstVerdictIsStill() throws {
    var machine = try Situation.unconfirmed.machine()
    #expect(machine.isMoving == nil)
    #expect(machine.takeVerdict(.still, 100) == ["stationary (0 m)", "geofence 0 m ±200.0"])
    #expect(machine.isMoving == false)
    #expect(machine.takeVerdict(.still, 101).isEmpty)
  }

  @Test("a fresh ground speed keeps a phone in a driving car from being still as the first verdict")
  func speedRefutesTheFirstStill() throws {
    var machine = try Situation.unconfirmed.machine()
    machine.takeRaw(99, speed: 17)
    #expect(machine.takeVerdict(.still, 100).isEmpty)
    #expect(machine.isMoving == nil)
  }

  @Test(
    "one fresh fix fast enough keeps a still verdict from arming a countdown",
    arguments: [
      (speed: 2.4, age: 1.0, arms: true), (2.5, 1, false), (17, 1, false), (17, 15, false),
      (17, 15.1, true),
    ]
  )
  func speedRefutesArming(speed: Double, age: Double, arms: Bool) throws {
    var machine = try Situation.moving.machine()
    machine.takeRaw(100, speed: speed)
    #expect(machine.takeVerdict(.still, 100 + age).isEmpty != arms)
  }

  @Test("two fixes in a row at the speed bar refute a still verdict as one fast fix does")
  func confirmedSpeedRefutesArming() throws {
    var machine = try Situation.moving.machine()
    machine.takeRaw(100, speed: 0.7)
    machine.takeRaw(101, speed: 0.7)
    #expect(machine.takeVerdict(.still, 102).isEmpty)
    machine.takeRaw(103, speed: 0.6)
    #expect(machine.takeVerdict(.still, 104) == ["arm stopTimeout 404.0"])
  }

  @Test("a still verdict that ground speed refutes does not feed a countdown")
  func speedRefutesFeeding() throws {
    var machine = try Situation.countdown.machine()
    machine.takeRaw(200, speed: 17)
    machine.takeVerdict(.still, 201)
    machine.takeRaw(202, speed: 0)
    #expect(machine.fireStopTimer(at: 398) == ["probe stopTimerUnfed"])
  }

  @Test("after a stop a wavering classifier wakes nothing")
  func waveringWakesNothing() throws {
    var machine = try Situation.fedCountdown.machine()
    machine.fireStopTimer(at: 398)
    #expect(machine.isMoving == false)
    for second in 0..<100 {
      let now = 400 + Double(second)
      #expect(machine.takeVerdict(.still, now, confidence: 25).isEmpty)
      #expect(machine.takeVerdict(.unknown, now + 0.5, confidence: 100).isEmpty)
    }
    #expect(machine.isMoving == false)
  }

  @Test("what touches the phone lets a wavering classifier ask for one probe", arguments: 0..<4)
  func disturbanceEndsTheQuiet(kind: Int) throws {
    let disturbance = [
      MotionInput.step, .significantChange, .visit, .raw(100, speed: 0.7),
    ][kind]
    var machine = try Situation.stationary.machine()
    machine.take(disturbance, at: 100)
    #expect(machine.isMoving == false)
    #expect(machine.takeVerdict(.unknown, 101) == ["probe uncertainActivity"])
    #expect(machine.takeVerdict(.unknown, 102).isEmpty)
    #expect(machine.takeVerdict(.still, 103, confidence: 10).isEmpty)
    #expect(machine.isMoving == false)
  }

  @Test("a fix below the speed bar does not end the quiet")
  func slowFixKeepsTheQuiet() throws {
    var machine = try Situation.stationary.machine()
    machine.takeRaw(100, speed: 0.69)
    #expect(machine.takeVerdict(.unknown, 101).isEmpty)
  }

  @Test("a moving activity ends the quiet by starting MOVING")
  func movingActivityEndsTheQuiet() throws {
    var machine = try Situation.stationary.machine()
    #expect(machine.takeVerdict(.walking, 100) == ["moving (0 m)"])
  }

  @Test("before the first verdict a wavering classifier asks for one probe")
  func waveringBeforeTheFirstVerdict() throws {
    var machine = try Situation.unconfirmed.machine()
    #expect(machine.takeVerdict(.unknown, 100) == ["probe uncertainActivity"])
    #expect(machine.takeVerdict(.unknown, 101).isEmpty)
    #expect(machine.isMoving == nil)
  }
}
