import DetectorEngine
import MotionSamples
import SignalFilters

/// The way to the detectors: the gate, the front end, the fix filter, the motion state machine.
extension Subject {
  static let parts: [Subject] = [
    Subject(name: "SampleGate, a tick in order") {
      let drive = GeneratedDrive.calm
      let gate = try SampleGate()
      return stepping(gate) { gate, index in
        var trail = NoTrail()
        gate.process(.rotation(drive.rotation(index)), trail: &trail) { consume($0) }
        gate.process(.magneticField(drive.magneticField(index)), trail: &trail) { consume($0) }
        gate.process(.acceleration(drive.acceleration(index)), trail: &trail) { consume($0) }
      }
    },
    Subject(name: "SampleGate, a tick out of order") {
      let drive = GeneratedDrive.eventful
      let gate = try SampleGate()
      return stepping(gate) { gate, index in
        var trail = NoTrail()
        // Out of order by up to three samples, and now and then a duplicate.
        let shuffled = index % 7 == 0 ? max(0, index - 3) : index
        gate.process(.acceleration(drive.acceleration(shuffled)), trail: &trail) { consume($0) }
        gate.process(.rotation(drive.rotation(index)), trail: &trail) { consume($0) }
        if index.isMultiple(of: 4) {
          gate.process(.magneticField(drive.magneticField(index)), trail: &trail) { consume($0) }
        }
        if index.isMultiple(of: 5000) { gate.flush(trail: &trail) { consume($0) } }
      }
    },
    Subject(name: "MotionFrontEnd, gyroscope and accelerometer") {
      let drive = GeneratedDrive.calm
      let frontEnd = try MotionFrontEnd()
      return stepping(frontEnd) { frontEnd, index in
        frontEnd.process(drive.rotation(index))
        consume(frontEnd.process(drive.acceleration(index)))
      }
    },
    Subject(name: "FixFilter, a fix") {
      let drive = GeneratedDrive.eventful
      let filter = try FixFilter(FixFilterConfiguration())
      return stepping(filter) { filter, second in
        var trail = NoTrail()
        let fix = drive.fix(ofSecond: second)
        consume(filter.process(fix, receivedAt: fix.timestamp, trail: &trail))
      }
    },
    Subject(name: "MotionStateMachine, a fix and an activity") {
      let drive = GeneratedDrive.eventful
      var machine = try MotionStateMachine(MotionConfiguration())
      var trail = NoTrail()
      machine.process(.start, at: drive.timestamp(0), trail: &trail) { consume($0) }
      return stepping(machine) { machine, second in
        var trail = NoTrail()
        let fix = drive.fix(ofSecond: second)
        machine.process(.rawFix(fix), at: fix.timestamp, trail: &trail) { consume($0) }
        machine.process(.acceptedFix(fix), at: fix.timestamp, trail: &trail) { consume($0) }
        let sample = ActivitySample(
          timestamp: fix.timestamp,
          activity: second % 600 < 300 ? .inVehicle : .still,
          confidence: 90
        )
        machine.process(.activity(sample), at: fix.timestamp, trail: &trail) { consume($0) }
        if second.isMultiple(of: 900) {
          machine.process(.paceChange(isMoving: false), at: fix.timestamp, trail: &trail) {
            consume($0)
          }
        }
      }
    },
  ]
}
