import CrashDetection
import DistractionDetection
import HeadingEstimation
import MotionSamples
import MotionState
import SignalFilters

extension DetectorEngine {
  /// All that changes, in plain values.
  struct State: Equatable, Codable, Sendable {
    var gate = SampleGate.State()
    var frontEnd = MotionFrontEnd.State()
    var fixFilter = FixFilter.State()
    var machine = MotionStateMachine.State()
    var crash = CrashDetector.State()
    var distraction = DistractionDetector.State()
    var ledger = EpisodeLedger.State()
    var heading = HeadingDetector.State()
    var crashRecorder = CrashRecorder()
    var isHeadingArmed = false
    var lastReading: Timestamp?
    var clock: ClockAnchor?
    var lastTrustedFix: LocationFix?
  }

  /// Everything that a new engine needs to go on from here.
  var state: State {
    State(
      gate: gate.state,
      frontEnd: frontEnd.state,
      fixFilter: fixFilter.state,
      machine: machine.state,
      crash: crash.state,
      distraction: distraction.state,
      ledger: ledger.state,
      heading: heading.state,
      crashRecorder: crashRecorder,
      isHeadingArmed: isHeadingArmed,
      lastReading: lastReading,
      clock: clock,
      lastTrustedFix: lastTrustedFix
    )
  }
}
