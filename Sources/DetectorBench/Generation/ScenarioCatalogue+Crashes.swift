import Foundation
import MotionSamples
import SignalFilters

extension ScenarioCatalogue {
  /// Crashes that must be found, and everything like one that must not be.
  package static let crash = ScenarioCatalogue(
    name: "generated-crash",
    labelledFor: "crash",
    origin: "generated",
    scenarios: crashes + crashLookalikes
  )

  /// The ones with a crash in them.
  static let crashes: [Scenario] = [
    frontal("frontal_mount", count: 3) { .anyMount($0) },
    frontal("frontal_loose_holder", count: 2) { .anyLooseHolder($0) },
    frontal("frontal_pocket", count: 2) { .anyPocket($0) },
    frontal("frontal_bag", count: 2) { .anyPadding($0) },
    frontalOnTheSeat,
    side,
    struckFromBehind,
    rearAfterSpin,
    oblique,
    rollover,
    afterBraking,
    smallest,
    lateFixes,
    oldLastFix,
    noFixAfter,
    standsStillAfter,
    longRunOut,
    twoImpacts,
    twoCrashes,
  ]

  private typealias Parts = CrashScenarioParts

  /// A draft with a crash at its impact time.
  private static func crash(
    _ index: Int,
    _ random: RandomSource,
    kmh range: ClosedRange<Double>,
    shift: Int = 0,
    placement: PhonePlacement
  ) -> (draft: ScenarioDraft, time: Double) {
    let time = Parts.milliseconds(random.uniform(in: 10.3...11.5))
    let draft = Parts.drive(
      duration: Parts.milliseconds(time + random.uniform(in: 12.3...13.3)),
      speed: Parts.kmh(random.uniform(in: range)),
      rate: Parts.rate(index, shift: shift),
      placement: placement,
      random: random
    )
    return (draft, time)
  }

  private static func label(
    _ draft: inout ScenarioDraft,
    _ kind: String,
    from start: Double,
    to end: Double,
    note: String = ""
  ) {
    draft.happenings.append(
      .init(detector: "crash", kind: kind, span: start...Parts.milliseconds(end), note: note)
    )
  }

  /// Adds an impact and gives its end.
  @discardableResult
  private static func strike(
    _ draft: inout ScenarioDraft,
    at time: Double,
    velocityChange: Double,
    duration: Double,
    towards direction: Vector3,
    yawRate: Double = 0,
    random: RandomSource
  ) -> Double {
    let pulse = Parts.pulse(
      velocityChange: velocityChange,
      duration: Parts.milliseconds(duration),
      towards: direction,
      random: random
    )
    draft.plan.impacts.append(.init(time: time, pulse: pulse, yawRate: yawRate))
    draft.plan.engineStops = min(draft.plan.engineStops, time + 0.3)
    return time + pulse.duration
  }

  /// Velocity change of a frontal crash: into something fixed (all speed, and a tenth of rebound at most), or a part of it.
  private static func frontalChange(_ speed: Double, _ random: RandomSource) -> Double {
    let largest = min(19, speed * random.uniform(in: 1.0...1.06))
    return random.chance(0.5) ? largest : random.uniform(in: min(6, largest)...largest)
  }

  private static func frontal(
    _ name: String,
    count: Int,
    placement: @escaping @Sendable (RandomSource) -> PhonePlacement
  ) -> Scenario {
    Scenario(name: name, count: count) { index, random in
      let place = placement(random)
      var (draft, time) = crash(index, random, kmh: 44...125, shift: count, placement: place)
      let change = frontalChange(draft.plan.initialSpeed, random)
      let end = strike(
        &draft,
        at: time,
        velocityChange: change,
        duration: random.uniform(in: 0.07...0.14),
        towards: Vector3(-1, 0, 0.08),
        yawRate: random.gaussian(standardDeviation: 0.5),
        random: random
      )
      switch place {
      case .pocket: draft.events.append(Parts.tumble(at: time, degrees: 15...70))
      case .padded: draft.events.append(Parts.tumble(at: time, degrees: 20...120))
      case .looseHolder where random.chance(0.5):
        // The holder lets go while the car is being stopped.
        let release = time + random.uniform(in: 0.05...0.12)
        draft.events.append(fall(from: release, height: 0.6, random))
      default: break
      }
      draft.events.append(Parts.perhapsHandled(after: time, random))
      label(&draft, "frontal", from: time, to: end)
      return draft
    }
  }

  private static func fall(
    from time: Double,
    height: Double,
    _ random: RandomSource
  ) -> ScenarioDraft.PhoneEvent {
    let fall = PhoneFall(
      time: time,
      height: height,
      wallDistance: random.uniform(in: 0.15...0.5),
      floor: .carpet,
      spin: random.uniform(in: 4...12)
    )
    return { track, _, random in _ = fall.apply(to: &track, random: random) }
  }

  /// The phone lies on a seat and flies on when the car stops: it slides, leaves the seat and strikes the dash.
  private static let frontalOnTheSeat = Scenario(name: "frontal_on_seat", count: 2) {
    index,
    random in
    var (draft, time) = crash(index, random, kmh: 46...110, shift: 5, placement: .lying)
    let change = frontalChange(draft.plan.initialSpeed, random)
    let end = strike(
      &draft,
      at: time,
      velocityChange: max(change, 8),
      duration: random.uniform(in: 0.08...0.14),
      towards: Vector3(-1, 0, 0.05),
      random: random
    )
    let fall = PhoneFall(
      time: time - 0.2,
      height: 0.35,
      wallDistance: random.uniform(in: 0.5...0.9),
      supportLength: random.uniform(in: 0.15...0.35),
      floor: random.chance(0.5) ? .carpet : .cushion,
      spin: random.uniform(in: 4...12)
    )
    draft.events.append { track, _, random in _ = fall.apply(to: &track, random: random) }
    label(&draft, "frontal", from: time, to: end)
    return draft
  }

  private static let side = Scenario(name: "side", count: 3) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = crash(index, random, kmh: 44...90, shift: 1, placement: place)
    let sign = random.chance(0.5) ? 1.0 : -1
    // The struck car gives up some of its own speed too: the other one is in its way.
    let end = strike(
      &draft,
      at: time,
      velocityChange: random.uniform(in: 5.8...12),
      duration: random.uniform(in: 0.06...0.11),
      towards: Vector3(-random.uniform(in: 0.2...0.6), sign, 0.1),
      yawRate: sign * random.uniform(in: 0.5...2.5),
      random: random
    )
    draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
    label(&draft, "side", from: time, to: end)
    return draft
  }

  private static func tumbleRange(_ placement: PhonePlacement) -> ClosedRange<Double> {
    switch placement {
    case .mount: 0...8
    case .looseHolder, .cupHolder: 5...30
    case .pocket: 15...70
    case .padded, .lying: 20...140
    }
  }

  /// Struck from behind by something faster; half of them are pushed into what stands in front.
  private static let struckFromBehind = Scenario(name: "rear", count: 3) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = crash(index, random, kmh: 44...80, shift: 2, placement: place)
    draft.plan.runOutDeceleration = random.uniform(in: 6.5...8.5)
    var end = strike(
      &draft,
      at: time,
      velocityChange: random.uniform(in: 5.8...9),
      duration: random.uniform(in: 0.09...0.15),
      towards: Vector3(1, 0, 0.1),
      yawRate: random.gaussian(standardDeviation: 0.4),
      random: random
    )
    var note = "impacts=1"
    if index % 2 == 0 {
      let second = Parts.milliseconds(end + random.uniform(in: 0.3...0.9))
      end = strike(
        &draft,
        at: second,
        velocityChange: random.uniform(in: 6...11),
        duration: random.uniform(in: 0.08...0.13),
        towards: Vector3(-1, 0, 0.05),
        random: random
      )
      note = "impacts=2"
    }
    draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
    label(&draft, "rear", from: time, to: end, note: note)
    return draft
  }

  /// Control is lost, the car turns half round and meets a barrier with its tail.
  private static let rearAfterSpin = Scenario(name: "rear_after_spin", count: 2) {
    index,
    random in
    let place = Parts.anyPlacement(random)
    var (draft, start) = crash(index, random, kmh: 100...130, shift: 6, placement: place)
    draft.plan.runOutDeceleration = random.uniform(in: 4.5...6.5)
    let sign = random.chance(0.5) ? 1.0 : -1
    let spin = CrashPulse(.halfSine, velocityChange: 0, duration: 0.1, direction: Vector3(-1, 0, 0))
    draft.plan.impacts.append(.init(time: start, pulse: spin, yawRate: sign * 3.6))
    let time = Parts.milliseconds(start + 2)
    draft.plan.duration += 1.5
    let end = strike(
      &draft,
      at: time,
      velocityChange: random.uniform(in: 8...14),
      duration: random.uniform(in: 0.08...0.13),
      towards: Vector3(1, 0, 0),
      yawRate: -sign * 0.5,
      random: random
    )
    draft.plan.impacts[draft.plan.impacts.count - 1].opposesMotion = true
    draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
    label(&draft, "rear", from: time, to: end, note: "spin_started=\(start)")
    return draft
  }

  private static let oblique = Scenario(name: "oblique", count: 3) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = crash(index, random, kmh: 44...120, shift: 3, placement: place)
    let sign = random.chance(0.5) ? 1.0 : -1
    let angle = random.uniform(in: 20...60) * PhysicalConstants.radiansPerDegree
    let largest = min(15, draft.plan.initialSpeed)
    let end = strike(
      &draft,
      at: time,
      velocityChange: random.uniform(in: 6...largest),
      duration: random.uniform(in: 0.07...0.14),
      towards: Vector3(-cos(angle), sign * sin(angle), 0.08),
      yawRate: sign * random.uniform(in: 0.5...3),
      random: random
    )
    draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
    label(&draft, "oblique", from: time, to: end)
    return draft
  }

  /// Tripped sideways, over the side once or more with the roof, sides and wheels striking the ground in turn.
  private static let rollover = Scenario(name: "rollover", count: 3) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = crash(index, random, kmh: 60...110, shift: 4, placement: place)
    draft.plan.duration += 1.5
    draft.plan.runOutDeceleration = random.uniform(in: 4.5...6.5)
    let sign = random.chance(0.5) ? 1.0 : -1
    strike(
      &draft,
      at: time,
      velocityChange: random.uniform(in: 5...7),
      duration: random.uniform(in: 0.12...0.18),
      towards: Vector3(-0.5, -sign, 0.2),
      yawRate: sign * 0.8,
      random: random
    )
    let quarters = random.element(of: [2, 3, 4, 6])
    let turning = random.uniform(in: 0.32...0.5) * Double(quarters)
    let start = time + 0.1
    draft.plan.rollover = .init(
      time: start,
      duration: turning,
      angle: sign * Double(quarters) * Double.pi / 2
    )
    var end = time
    for quarter in 1...quarters {
      let share = (Double(quarter) - random.uniform(in: 0.15...0.4)) / Double(quarters)
      end = strike(
        &draft,
        at: Parts.milliseconds(start + turning * share),
        velocityChange: random.uniform(in: 1.5...4),
        duration: random.uniform(in: 0.03...0.08),
        towards: Vector3(
          random.gaussian(standardDeviation: 0.2),
          random.gaussian(standardDeviation: 1),
          random.gaussian(standardDeviation: 1)
        ),
        yawRate: sign * 0.4,
        random: random
      )
    }
    draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
    label(
      &draft,
      "rollover",
      from: time,
      to: max(end, start + turning),
      note: "impacts=\(quarters + 1);rolled_deg=\(quarters * 90)"
    )
    return draft
  }

  /// A second and more of full braking, then the crash; the speed at contact is still above 40 km/h.
  private static let afterBraking = Scenario(name: "after_braking", count: 3) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = crash(index, random, kmh: 82...130, shift: 7, placement: place)
    let braking = random.uniform(in: 1.0...1.4)
    draft.plan.manoeuvres.append(
      .speedChange(
        time: time - braking,
        acceleration: -random.uniform(in: 7...9.3),
        until: 0
      )
    )
    let atContact = draft.plan.initialSpeed - 9.3 * braking
    let end = strike(
      &draft,
      at: time,
      velocityChange: min(atContact, random.uniform(in: 6...16)),
      duration: random.uniform(in: 0.07...0.14),
      towards: Vector3(-1, 0, 0.08),
      yawRate: random.gaussian(standardDeviation: 0.4),
      random: random
    )
    draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
    label(
      &draft,
      "frontal",
      from: time,
      to: end,
      note:
        "braking_s=\(CompactDecimals.string(braking, decimals: 2));speed_before_braking_mps=\(CompactDecimals.string(draft.plan.initialSpeed, decimals: 2))"
    )
    return draft
  }

  /// The smallest one that counts: 20 km/h in 100 ms, at every rate, half of them in a pocket.
  private static let smallest = Scenario(name: "smallest", count: 4) { index, random in
    let place: PhonePlacement = index % 2 == 0 ? .anyPocket(random) : .anyMount(random)
    var (draft, time) = crash(index, random, kmh: 44...70, placement: place)
    draft.sensor = .random(
      rate: [25, 50, 100, 200, 25, 50, 50][index % 7],
      rangeG: draft.sensor.rangeG,
      hasGyroscope: draft.sensor.hasGyroscope,
      random
    )
    draft.plan.runOutDeceleration = random.uniform(in: 6...8)
    let end = strike(
      &draft,
      at: time,
      velocityChange: Parts.kmh(20),
      duration: 0.1,
      towards: Vector3(-1, random.gaussian(standardDeviation: 0.3), 0.05),
      random: random
    )
    if case .pocket = place {
      draft.events.append(Parts.tumble(at: time, degrees: 10...40))
    }
    label(&draft, "frontal", from: time, to: end)
    return draft
  }

  private static func plain(
    _ name: String,
    count: Int,
    shift: Int,
    change: @escaping @Sendable (inout ScenarioDraft, Double, Int, RandomSource) -> Void
  ) -> Scenario {
    Scenario(name: name, count: count) { index, random in
      let place = Parts.anyPlacement(random)
      var (draft, time) = crash(index, random, kmh: 44...120, shift: shift, placement: place)
      let end = strike(
        &draft,
        at: time,
        velocityChange: frontalChange(draft.plan.initialSpeed, random),
        duration: random.uniform(in: 0.07...0.14),
        towards: Vector3(-1, random.gaussian(standardDeviation: 0.3), 0.08),
        yawRate: random.gaussian(standardDeviation: 0.5),
        random: random
      )
      draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
      draft.events.append(Parts.perhapsHandled(after: time, random))
      label(&draft, "frontal", from: time, to: end)
      change(&draft, time, index, random)
      return draft
    }
  }

  /// Fixes arrive one and a half to two seconds after they were measured.
  private static let lateFixes = plain("late_fixes", count: 2, shift: 3) { draft, _, _, random in
    draft.location.lag = 1.4...1.95
    draft.location.reportsPosition = random.chance(0.8)
  }

  /// The last fix before the impact is three seconds old.
  private static let oldLastFix = plain("last_fix_3s_old", count: 2, shift: 0) {
    draft,
    time,
    _,
    random in
    draft.location.phase = (time - 3).truncatingRemainder(dividingBy: 1)
    draft.location.outages = [(time - 2.9)...(time + random.uniform(in: 0.3...2))]
  }

  /// No fix ever comes after the impact.
  private static let noFixAfter = plain("no_fix_after", count: 2, shift: 8) { draft, time, _, _ in
    draft.location.outages = [time...1e6]
  }

  /// The classifier says still, again and again, from the moment the car stands.
  private static let standsStillAfter = plain("stands_still_after", count: 2, shift: 1) {
    draft,
    time,
    _,
    random in
    Parts.standStill(&draft, from: time + random.uniform(in: 2...4))
  }

  /// At motorway speed along the barrier: a part of the speed goes at once, the rest over some seconds.
  private static let longRunOut = Scenario(name: "long_run_out", count: 2) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = crash(index, random, kmh: 95...130, shift: 9, placement: place)
    draft.plan.runOutDeceleration = random.uniform(in: 4.5...6)
    draft.plan.duration += 2
    let sign = random.chance(0.5) ? 1.0 : -1
    let end = strike(
      &draft,
      at: time,
      velocityChange: random.uniform(in: 6...9),
      duration: random.uniform(in: 0.1...0.16),
      towards: Vector3(-0.8, sign * 0.6, 0.1),
      yawRate: sign * 0.6,
      random: random
    )
    // Scraping on.
    for step in 1...3 {
      draft.plan.impacts.append(
        .init(
          time: Parts.milliseconds(end + 0.5 * Double(step)),
          pulse: Parts.pulse(
            velocityChange: random.uniform(in: 0.4...1),
            duration: random.uniform(in: 0.05...0.12),
            towards: Vector3(-0.5, sign, 0.3),
            random: random
          ),
          yawRate: sign * 0.2
        )
      )
    }
    draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
    label(&draft, "oblique", from: time, to: end)
    return draft
  }

  /// Off one thing and into the next within two seconds: one crash.
  private static let twoImpacts = Scenario(name: "two_impacts", count: 2) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = crash(index, random, kmh: 70...120, shift: 2, placement: place)
    let sign = random.chance(0.5) ? 1.0 : -1
    let first = strike(
      &draft,
      at: time,
      velocityChange: random.uniform(in: 5.8...8),
      duration: random.uniform(in: 0.07...0.12),
      towards: Vector3(-0.7, sign * 0.7, 0.1),
      yawRate: sign * random.uniform(in: 0.5...1.5),
      random: random
    )
    let second = Parts.milliseconds(first + random.uniform(in: 0.6...1.3))
    let end = strike(
      &draft,
      at: second,
      velocityChange: random.uniform(in: 6...9),
      duration: random.uniform(in: 0.07...0.12),
      towards: Vector3(-1, 0, 0.1),
      random: random
    )
    draft.plan.impacts[draft.plan.impacts.count - 1].opposesMotion = true
    draft.events.append(Parts.tumble(at: time, degrees: tumbleRange(place)))
    label(&draft, "oblique", from: time, to: end, note: "impacts=2")
    return draft
  }

  /// Two crashes half a minute apart, the speed regained between: two events.
  private static let twoCrashes = Scenario(name: "two_crashes", count: 1) { index, random in
    var (draft, time) = crash(index, random, kmh: 60...75, placement: .anyMount(random))
    draft.sensor = .random(rate: 50, rangeG: 16, hasGyroscope: true, random)
    draft.plan.isDrivenOnAfterImpact = true
    draft.plan.duration = Parts.milliseconds(time + 30 + 13.5)
    draft.activities = stride(from: 0.8, to: draft.plan.duration, by: 7).map {
      .init(time: $0, activity: .inVehicle, confidence: 85)
    }
    let again = Parts.milliseconds(time + 30)
    for moment in [time, again] {
      let end = strike(
        &draft,
        at: moment,
        velocityChange: random.uniform(in: 8...11),
        duration: random.uniform(in: 0.08...0.12),
        towards: Vector3(-1, 0.2, 0.05),
        random: random
      )
      draft.plan.manoeuvres.append(
        .speedChange(time: moment + 0.2, acceleration: -6, until: 0)
      )
      label(&draft, "frontal", from: moment, to: end)
    }
    draft.plan.engineStops = .infinity
    // On again after some seconds, as drivers who flee do.
    draft.plan.manoeuvres.insert(
      .speedChange(time: time + 12, acceleration: 2.4, until: 17),
      at: 1
    )
    return draft
  }
}
