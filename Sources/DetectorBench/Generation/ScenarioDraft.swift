import MotionSamples
import SignalFilters

/// Everything that makes one generated recording, before it is computed.
struct ScenarioDraft {
  /// Something that happens to the phone, applied in order.
  typealias PhoneEvent = (inout PhoneTrack, VehicleMotion, RandomSource) -> Void

  /// What a label spans, with its truth computed when the recording is.
  struct Happening {
    /// The detector that it is for, or `context`.
    var detector: String
    /// What it is.
    var kind: String
    /// From when to when, in seconds.
    var span: ClosedRange<Double>
    /// Known truth that the model cannot compute from the motion.
    var note = ""
  }

  /// What the vehicle does.
  var plan: DrivePlan

  /// Where the phone sits.
  var placement: PhonePlacement

  /// How it lies there: from its axes to the vehicle's.
  var attitude: UnitQuaternion

  /// Its sensor.
  var sensor: PhoneSensor

  /// Its location service.
  var location: LocationService

  /// Verdicts of its activity classifier.
  var activities: [ActivityRow] = []

  /// What happens to it beside being carried.
  var events: [PhoneEvent] = []

  /// What is to be labelled.
  var happenings: [Happening] = []

  /// From the point that the phone turns about to its sensor, in metres.
  var lever = Vector3(0.015, 0.04, 0.002)

  /// How much a mount turns as it gives way, in rad/s for each m/s²; nil where there is no mount.
  ///
  /// On the windshield mounts of two recorded trips (Ferreira and others, PLoS ONE 12(4), 2017) the gyroscope shook
  /// by 0.08 to 0.11 rad/s beside 0.5 to 0.8 m/s² of the accelerometer, each about its running mean.
  var mountPlay: Double?

  /// One verdict of the activity classifier.
  struct ActivityRow {
    /// When it comes, in seconds.
    var time: Double
    /// What it says.
    var activity: Activity
    /// How sure it is, 0 to 100.
    var confidence: Int
  }

  /// Computes the recording.
  func recording(_ title: RecordingTitle, random: RandomSource) -> GeneratedRecording {
    let clock = SimulationClock(duration: plan.duration)
    let vehicle = VehicleMotion(plan, random: random)
    var track = PhoneTrack(
      following: placement.carried(vehicle.force),
      clock: clock,
      attitude: attitude
    )
    track.lever = lever
    if let gain = mountPlay { track.addMountPlay(over: vehicle.force, gain: gain) }
    for event in events { event(&track, vehicle, random) }
    let motion = track.felt(in: vehicle)
    let readings = sensor.readings(of: motion, clock: clock, random: random)
    let fixes = location.fixes(of: vehicle, clock: clock, random: random)
    return GeneratedRecording(
      name: title.name,
      split: title.split,
      duration: clock.duration,
      device: deviceText,
      placement: placement.name,
      labelledFor: title.labelledFor,
      note: title.origin,
      labels: happenings.map { label($0, vehicle: vehicle, motion: motion, clock: clock) },
      rows: merged(readings, fixes)
    )
  }

  private var deviceText: String {
    let gyroscope = sensor.hasGyroscope ? "gyroscope" : "no gyroscope"
    return "model of a phone; \(Int(sensor.rate)) Hz; ±\(Int(sensor.rangeG)) g; \(gyroscope)"
  }

  /// Rows in order of arrival: a reading arrives with its own time, a fix after its lag.
  private func merged(
    _ readings: [GeneratedRow],
    _ fixes: [(arrival: Double, row: GeneratedRow)]
  ) -> [GeneratedRow] {
    var others = fixes
    for activity in activities where activity.time < plan.duration {
      var row = GeneratedRow(time: activity.time)
      row.activity = (activity.activity, activity.confidence)
      others.append((activity.time, row))
    }
    // A fix that would arrive after the end is lost with the end.
    others.removeAll { $0.arrival >= plan.duration }
    others.sort { ($0.arrival, $0.row.time) < ($1.arrival, $1.row.time) }
    var result: [GeneratedRow] = []
    result.reserveCapacity(readings.count + others.count)
    var next = 0
    for reading in readings {
      while next < others.count, others[next].arrival <= reading.time {
        result.append(others[next].row)
        next += 1
      }
      result.append(reading)
    }
    result.append(contentsOf: others[next...].map(\.row))
    return result
  }

  private func label(
    _ happening: Happening,
    vehicle: VehicleMotion,
    motion: PhoneMotion,
    clock: SimulationClock
  ) -> GeneratedLabel {
    var notes: [String] = []
    if happening.detector == "crash" || happening.kind.hasSuffix("_impact") {
      notes.append(contentsOf: impactTruth(happening.span, vehicle, motion, clock))
    }
    if !happening.note.isEmpty { notes.append(happening.note) }
    return GeneratedLabel(
      detector: happening.detector,
      kind: happening.kind,
      start: happening.span.lowerBound,
      end: happening.span.upperBound,
      note: notes.joined(separator: ";")
    )
  }

  /// What a perfect detector would measure.
  ///
  /// `peak_g`: largest acceleration less gravity at the phone, behind the sensor's band limit, before sampling and clipping;
  /// `vehicle_peak_g`: the cabin's own. `delta_v_mps`: length of the sum of the pulses alone.
  private func impactTruth(
    _ span: ClosedRange<Double>,
    _ vehicle: VehicleMotion,
    _ motion: PhoneMotion,
    _ clock: SimulationClock
  ) -> [String] {
    let g = PhysicalConstants.standardGravity
    let first = clock.index(span.lowerBound - 0.02)
    let last = clock.index(span.upperBound + 0.25)
    let limited = sensor.limited(motion.force)
    var peak = 0.0
    var vehiclePeak = 0.0
    for index in first...last {
      peak = max(peak, (limited[index] - motion.gravity[index]).magnitude)
      vehiclePeak = max(vehiclePeak, (vehicle.force[index] - vehicle.up[index] * g).magnitude)
    }
    var change = Vector3.zero
    var contact = span.lowerBound
    for impact in plan.impacts
    where impact.time <= span.upperBound && impact.time + impact.pulse.duration >= span.lowerBound {
      contact = min(contact, impact.time - impact.pulse.lead)
      let lead = Int(impact.pulse.lead * SimulationClock.rate)
      let steps = Int(impact.pulse.duration * SimulationClock.rate)
      for step in -lead..<steps {
        change +=
          impact.pulse.acceleration(at: Double(step) * SimulationClock.step) * SimulationClock.step
      }
    }
    let before = vehicle.speed[clock.index(contact)]
    let after = vehicle.speed[clock.index(span.upperBound + 3)]
    func pair(_ name: String, _ value: Double, _ decimals: Int) -> String {
      "\(name)=\(CompactDecimals.string(value, decimals: decimals))"
    }
    return [
      pair("peak_g", peak / g, 2),
      pair("duration_ms", (span.upperBound - span.lowerBound) * 1000, 0),
      pair("delta_v_mps", change.magnitude, 2),
      pair("pre_impact_speed_mps", before, 2),
      pair("vehicle_peak_g", vehiclePeak / g, 2),
      pair("speed_3s_after_mps", after, 2),
    ]
  }
}
