import Foundation
import MotionSamples
import SignalFilters

extension ScenarioCatalogue {
  private typealias Parts = CrashScenarioParts

  /// What must not be taken for a crash.
  static let crashLookalikes: [Scenario] = [
    pothole,
    kerb,
    speedBump,
    doorSlam,
    roughRoad,
    standingSpike,
    lowSpeedImpact,
    unknownSpeedImpact,
    phoneDrop,
    thrownOnSeat,
    offMount,
    emergencyStopFall,
    rollerCoaster,
    silenceAfterSpike,
    pickUp,
    toss,
    tap,
    shake,
    hardDriving,
  ]

  /// A quiet drive in which something happens after ten seconds and more.
  private static func quiet(
    _ index: Int,
    _ random: RandomSource,
    kmh range: ClosedRange<Double>,
    shift: Int,
    placement: PhonePlacement,
    after: ClosedRange<Double> = 9...10.2
  ) -> (draft: ScenarioDraft, time: Double) {
    let time = Parts.milliseconds(random.uniform(in: 10.2...11.5))
    let draft = Parts.drive(
      duration: Parts.milliseconds(time + random.uniform(in: after)),
      speed: Parts.kmh(random.uniform(in: range)),
      rate: Parts.rate(index, shift: shift),
      placement: placement,
      random: random
    )
    return (draft, time)
  }

  /// Some drivers look what it was: braking that is no collapse.
  private static func perhapsSlowDown(
    _ draft: inout ScenarioDraft,
    after time: Double,
    _ random: RandomSource
  ) {
    guard random.chance(0.4) else { return }
    draft.plan.manoeuvres.append(
      .speedChange(
        time: time + random.uniform(in: 0.3...1.5),
        acceleration: -random.uniform(in: 1.5...4.5),
        until: draft.plan.initialSpeed * random.uniform(in: 0.3...0.8)
      )
    )
  }

  private static let pothole = Scenario(name: "pothole", count: 4) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = quiet(index, random, kmh: 45...100, shift: 0, placement: place)
    for step in 0..<random.integer(in: 1...3) {
      draft.plan.features.append(
        .init(
          time: time + Double(step) * random.uniform(in: 0.4...2),
          profile: .pothole(
            depth: random.uniform(in: 0.05...0.14),
            length: random.uniform(in: 0.4...1.1)
          )
        )
      )
    }
    // Where the phone sits nearer to the struck wheel than the middle of the car.
    draft.plan.roadGain = random.uniform(in: 1...1.5)
    perhapsSlowDown(&draft, after: time + 0.5, random)
    Parts.context(&draft, "pothole", from: time, to: time + 4)
    return draft
  }

  private static let kerb = Scenario(name: "kerb", count: 3) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = quiet(index, random, kmh: 42...70, shift: 2, placement: place)
    let height = random.uniform(in: 0.06...0.13)
    draft.plan.features = [
      .init(time: time, profile: .kerb(height: height)),
      .init(time: time + random.uniform(in: 0.8...2), profile: .kerb(height: -height)),
    ]
    perhapsSlowDown(&draft, after: time + 0.5, random)
    Parts.context(&draft, "kerb", from: time, to: time + 3)
    return draft
  }

  private static let speedBump = Scenario(name: "speed_bump", count: 3) { index, random in
    let place = Parts.anyPlacement(random)
    var (draft, time) = quiet(index, random, kmh: 42...65, shift: 4, placement: place)
    let isRubber = random.chance(0.5)
    draft.plan.features = [
      .init(
        time: time,
        profile: isRubber
          ? .hump(
            height: random.uniform(in: 0.05...0.07),
            length: random.uniform(in: 0.45...0.9)
          )
          : .hump(height: random.uniform(in: 0.075...0.1), length: 3.7)
      )
    ]
    perhapsSlowDown(&draft, after: time, random)
    Parts.context(&draft, "speed_bump", from: time, to: time + 2)
    return draft
  }

  /// Brakes to a halt at the roadside, then doors.
  private static let doorSlam = Scenario(name: "door_slam", count: 3) { index, random in
    var (draft, time) = quiet(
      index,
      random,
      kmh: 45...70,
      shift: 1,
      placement: Parts.anyPlacement(random)
    )
    let braking = random.uniform(in: 3...5)
    let speed = draft.plan.initialSpeed
    draft.plan.manoeuvres = [
      .speedChange(time: time - speed / braking - 1, acceleration: -braking, until: 0)
    ]
    for slam in 0..<random.integer(in: 1...3) {
      let moment = time + random.uniform(in: 0.8...2) + 2.5 * Double(slam)
      draft.events.append(slamEvent(at: moment, random))
    }
    Parts.context(&draft, "door_slam", from: time, to: time + 9)
    return draft
  }

  /// The door's blow and the body shell's ringing after it.
  private static func slamEvent(
    at time: Double,
    _ random: RandomSource
  ) -> ScenarioDraft.PhoneEvent {
    let peak = random.uniform(in: 4...28)
    let frequency = random.uniform(in: 18...40)
    return { track, _, random in
      let direction = random.direction()
      var side = Vector3(0.2 * direction.x, 1, 0.4 * direction.z)
      side = side * (1 / side.magnitude)
      track.addContact(
        time: time,
        duration: 0.025,
        velocityChange: side * (peak * 0.016)
      )
      let first = track.clock.index(time + 0.01)
      for index in first..<min(track.force.count, first + 1000) {
        let since = Double(index - first) * SimulationClock.step
        track.force[index] +=
          side * (0.4 * peak * exp(-since / 0.08) * sin(2 * Double.pi * frequency * since))
      }
    }
  }

  private static let roughRoad = Scenario(name: "rough_road", count: 3) { index, random in
    let place = Parts.anyPlacement(random)
    let isVeryRough = random.chance(0.5)
    var (draft, time) = quiet(
      index,
      random,
      kmh: isVeryRough ? 42...60 : 50...95,
      shift: 3,
      placement: place
    )
    draft.plan.road = isVeryRough ? .e : .d
    perhapsSlowDown(&draft, after: time, random)
    Parts.context(&draft, "rough_road", from: 0, to: draft.plan.duration)
    return draft
  }

  /// The car stands; something knocks the phone with 6 g.
  private static let standingSpike = Scenario(name: "standing_spike", count: 3) { index, random in
    var (draft, time) = quiet(
      index,
      random,
      kmh: 30...60,
      shift: 5,
      placement: Parts.anyPlacement(random)
    )
    draft.plan.manoeuvres = [.speedChange(time: 2, acceleration: -4.5, until: 0)]
    time += random.uniform(in: 5...8)
    draft.plan.duration = Parts.milliseconds(time + 12.5)
    draft.events.append(
      knock(at: time, peakG: 6, duration: random.uniform(in: 0.015...0.06))
    )
    Parts.context(&draft, "standing_spike", from: time, to: time + 0.1)
    return draft
  }

  private static func knock(
    at time: Double,
    peakG: Double,
    duration: Double
  ) -> ScenarioDraft.PhoneEvent {
    { track, _, random in
      let direction = random.direction()
      track.addKnock(
        time: time,
        duration: duration,
        peak: Vector3(direction.x, direction.y, direction.z)
          * (peakG * PhysicalConstants.standardGravity)
      )
    }
  }

  private static func impact(
    _ draft: inout ScenarioDraft,
    at time: Double,
    velocityChange: Double,
    random: RandomSource
  ) -> Double {
    let pulse = Parts.pulse(
      velocityChange: velocityChange,
      duration: Parts.milliseconds(random.uniform(in: 0.07...0.13)),
      towards: Vector3(-1, random.gaussian(standardDeviation: 0.3), 0.08),
      random: random
    )
    draft.plan.impacts = [.init(time: time, pulse: pulse)]
    return Parts.milliseconds(time + pulse.duration)
  }

  /// A real collision below the speed gate.
  private static let lowSpeedImpact = Scenario(name: "low_speed_impact", count: 4) {
    index,
    random in
    var (draft, time) = quiet(
      index,
      random,
      kmh: 14...36,
      shift: 6,
      placement: Parts.anyPlacement(random)
    )
    let speed = draft.plan.initialSpeed
    let end = impact(
      &draft,
      at: time,
      velocityChange: speed * random.uniform(in: 0.8...1.05),
      random: random
    )
    Parts.standStill(&draft, from: time + 3)
    draft.happenings = [
      .init(detector: "context", kind: "low_speed_impact", span: time...end)
    ]
    return draft
  }

  /// A real collision at a speed that no fix tells: none for long, or fixes without speed and without a usable position.
  private static let unknownSpeedImpact = Scenario(name: "unknown_speed_impact", count: 3) {
    index,
    random in
    var (draft, time) = quiet(
      index,
      random,
      kmh: 45...90,
      shift: 7,
      placement: Parts.anyPlacement(random)
    )
    let end: Double
    switch index % 3 {
    case 0:
      draft.location.reportsSpeed = false
      draft.location.reportsPosition = false
      end = impact(&draft, at: time, velocityChange: 10, random: random)
    case 1:
      // Poor fixes: a radius beyond what any fix check accepts.
      draft.location.accuracy = random.uniform(in: 120...400)
      draft.location.reportsSpeed = false
      end = impact(&draft, at: time, velocityChange: 10, random: random)
    default:
      // A tunnel: nothing for half a minute before, nothing after.
      time += 24
      draft.plan.duration = Parts.milliseconds(time + 12.5)
      draft.sensor = .random(rate: 50, rangeG: 16, hasGyroscope: false, random)
      draft.location.outages = [4...1e6]
      draft.activities = stride(from: 0.8, to: draft.plan.duration, by: 7).map {
        .init(time: $0, activity: .inVehicle, confidence: 90)
      }
      end = impact(&draft, at: time, velocityChange: 10, random: random)
    }
    draft.happenings = [
      .init(detector: "context", kind: "unknown_speed_impact", span: time...end)
    ]
    return draft
  }

  private static func falling(_ fall: PhoneFall) -> ScenarioDraft.PhoneEvent {
    { track, _, random in _ = fall.apply(to: &track, random: random) }
  }

  private static func anySurface(_ random: RandomSource) -> PhoneFall.Surface {
    random.chance(0.4) ? .hard : .carpet
  }

  /// Out of a hand or off the lap onto the floor, while the car drives on.
  private static let phoneDrop = Scenario(name: "phone_drop", count: 5) { index, random in
    var (draft, time) = quiet(index, random, kmh: 45...125, shift: 1, placement: .lying)
    draft.events.append { track, _, random in
      track.addHandMotion(
        from: time - 2,
        to: time,
        turning: 0.4,
        shaking: 0.6,
        random: random
      )
    }
    draft.events.append(
      falling(
        PhoneFall(
          time: time,
          velocity: Vector3(
            random.gaussian(standardDeviation: 0.3),
            random.gaussian(standardDeviation: 0.3),
            random.gaussian(standardDeviation: 0.3)
          ),
          height: random.uniform(in: 0.25...0.9),
          wallDistance: random.uniform(in: 0.3...0.8),
          floor: anySurface(random),
          spin: random.uniform(in: 1.5...10)
        )
      )
    )
    if random.chance(0.5) {
      // Some look for it, and slow down for that.
      draft.plan.manoeuvres = [
        .speedChange(
          time: time + random.uniform(in: 0.8...2),
          acceleration: -random.uniform(in: 1.5...6),
          until: draft.plan.initialSpeed * random.uniform(in: 0...0.7)
        )
      ]
    }
    Parts.context(&draft, "phone_drop", from: time, to: time + 1.5)
    return draft
  }

  private static let thrownOnSeat = Scenario(name: "thrown_on_seat", count: 4) { index, random in
    var (draft, time) = quiet(index, random, kmh: 45...110, shift: 2, placement: .lying)
    draft.events.append { track, _, random in
      track.addHandMotion(
        from: time - 1.5,
        to: time,
        turning: 0.5,
        shaking: 0.8,
        random: random
      )
      // The arm's swing that throws it.
      track.addKnock(
        time: time - 0.15,
        duration: 0.15,
        peak: Vector3(
          random.gaussian(standardDeviation: 8),
          random.gaussian(standardDeviation: 12),
          random.gaussian(standardDeviation: 8)
        )
      )
    }
    draft.events.append(
      falling(
        PhoneFall(
          time: time,
          velocity: Vector3(
            random.uniform(in: -1...1),
            random.uniform(in: -1.8 ... -0.6),
            random.uniform(in: -0.5...1.2)
          ),
          height: random.uniform(in: 0.15...0.5),
          wallDistance: random.uniform(in: 0.3...0.6),
          floor: random.chance(0.75) ? .cushion : .hard,
          spin: random.uniform(in: 1.5...9)
        )
      )
    )
    Parts.context(&draft, "thrown_on_seat", from: time - 0.2, to: time + 1.5)
    return draft
  }

  /// The mount lets go on a bump; the phone hits console and floor.
  private static let offMount = Scenario(name: "off_mount", count: 4) { index, random in
    let place: PhonePlacement =
      random.chance(0.5) ? .anyMount(random) : .anyLooseHolder(random)
    var (draft, time) = quiet(index, random, kmh: 45...110, shift: 4, placement: place)
    if random.chance(0.6) {
      draft.plan.features = [
        .init(
          time: time - 0.1,
          profile: .pothole(depth: 0.06, length: random.uniform(in: 0.5...1))
        )
      ]
    }
    draft.events.append(
      falling(
        PhoneFall(
          time: time,
          velocity: Vector3(-0.2, 0, 0),
          height: random.uniform(in: 0.3...0.75),
          wallDistance: random.uniform(in: 0.2...0.5),
          floor: anySurface(random),
          spin: random.uniform(in: 2...9)
        )
      )
    )
    perhapsSlowDown(&draft, after: time + 0.5, random)
    Parts.context(&draft, "off_mount", from: time, to: time + 1.5)
    return draft
  }

  /// Full braking to a halt, in which the phone leaves its mount, lap or seat and strikes the floor or the dash.
  private static let emergencyStopFall = Scenario(name: "emergency_stop_fall", count: 6) {
    index,
    random in
    let kind = index % 3
    let place: PhonePlacement =
      kind == 0 ? .anyMount(random) : kind == 1 ? .anyLooseHolder(random) : .lying
    var (draft, time) = quiet(
      index,
      random,
      kmh: 50...125,
      shift: 5,
      placement: place,
      after: 12...13
    )
    draft.plan.manoeuvres = [
      .speedChange(time: time, acceleration: -random.uniform(in: 8.5...9.9), until: 0)
    ]
    let stop = draft.plan.initialSpeed / 9.5
    let release = time + random.uniform(in: 0.25...max(0.4, 0.8 * stop))
    draft.events.append(
      falling(
        PhoneFall(
          time: kind == 2 ? time : release,
          height: kind == 2 ? random.uniform(in: 0.3...0.45) : random.uniform(in: 0.35...0.8),
          wallDistance: random.uniform(in: 0.2...0.9),
          supportLength: kind == 2 ? random.uniform(in: 0.1...0.35) : nil,
          floor: anySurface(random),
          spin: random.uniform(in: 2...9)
        )
      )
    )
    if random.chance(0.3) { Parts.standStill(&draft, from: time + stop + 3) }
    Parts.context(&draft, "emergency_stop_fall", from: time, to: time + stop + 1.5)
    return draft
  }

  /// Valleys of up to 4 g for a second, one after the other; the train keeps its speed or loses it slowly.
  private static let rollerCoaster = Scenario(name: "roller_coaster", count: 4) { index, random in
    let place: PhonePlacement =
      random.chance(0.7) ? .anyPocket(random) : .anyPadding(random)
    var (draft, time) = quiet(
      index,
      random,
      kmh: 55...110,
      shift: 6,
      placement: place,
      after: 14...15
    )
    draft.plan.engineVibration = 0
    draft.plan.road = .c
    for valley in 0..<random.integer(in: 3...5) {
      let start = time + 2.6 * Double(valley) + random.uniform(in: -0.3...0.3)
      let sideways = random.gaussian(standardDeviation: 0.3)
      // 4 g on the scales is 3 g more than rest; a few rides have 4 g more.
      draft.plan.manoeuvres.append(
        .ride(
          time: start,
          duration: random.uniform(in: 1.0...1.8),
          acceleration: Vector3(0, sideways, 1)
            * (random.uniform(in: 2.2...4.2) * PhysicalConstants.standardGravity)
        )
      )
      draft.plan.manoeuvres.append(
        .ride(
          time: start + 1.5,
          duration: 0.9,
          acceleration: Vector3(0, 0, -random.uniform(in: 6...11))
        )
      )
    }
    if index % 2 == 0 {
      draft.plan.manoeuvres.append(
        .speedChange(
          time: time + 1,
          acceleration: -random.uniform(in: 0.6...1.5),
          until: draft.plan.initialSpeed * 0.4
        )
      )
      draft.plan.manoeuvres.append(
        .speedChange(
          time: time + 11,
          acceleration: -random.uniform(in: 3...5),
          until: 1
        )
      )
    }
    Parts.context(&draft, "roller_coaster", from: time, to: draft.plan.duration)
    return draft
  }

  /// A blow, and then nothing: the battery, the system or the app gave up.
  private static let silenceAfterSpike = Scenario(name: "silence_after_spike", count: 3) {
    index,
    random in
    var (draft, time) = quiet(
      index,
      random,
      kmh: 50...110,
      shift: 3,
      placement: Parts.anyPlacement(random)
    )
    let duration = random.uniform(in: 0.04...0.1)
    let peak = random.uniform(in: 6...11)
    for _ in 0..<2 {
      draft.events.append(knock(at: time, peakG: peak, duration: duration))
    }
    draft.sensor.stopsAt = time + duration * random.uniform(in: 0.6...1.5)
    draft.location.outages = [(time - 0.2)...1e6]
    // In one of three the classifier still speaks, and so time is seen to pass.
    if index % 3 != 0 { draft.activities.removeAll { $0.time > time } }
    Parts.context(&draft, "silence_after_spike", from: time, to: time + duration)
    return draft
  }

  /// Handling that begins with the phone lying somewhere and ends with it lying there again.
  private static func handled(
    _ index: Int,
    _ random: RandomSource,
    shift: Int
  ) -> (draft: ScenarioDraft, time: Double) {
    quiet(index, random, kmh: 45...120, shift: shift, placement: Parts.anyPlacement(random))
  }

  private static let pickUp = Scenario(name: "handling_pick_up", count: 2) { index, random in
    var (draft, time) = handled(index, random, shift: 0)
    draft.lever = Vector3(0.02, 0.14, 0.01)
    draft.events.append { track, _, random in
      for step in 0..<4 {
        let axis = random.direction()
        let start = time + 1.6 * Double(step)
        let duration = random.uniform(in: 0.3...0.7)
        track.addTurn(
          time: start,
          duration: duration,
          rotationVector: Vector3(axis.x, axis.y, axis.z) * random.uniform(in: 0.7...2.2)
        )
        track.addMove(
          time: start,
          duration: duration,
          way: Vector3(axis.y, axis.z, axis.x) * random.uniform(in: 0.2...0.6)
        )
      }
      track.addHandMotion(
        from: time,
        to: time + 7,
        turning: 0.5,
        shaking: 1,
        random: random
      )
    }
    Parts.context(&draft, "handling_pick_up", from: time, to: time + 7)
    return draft
  }

  /// Up in the air and caught again, some times.
  private static let toss = Scenario(name: "handling_toss", count: 3) { index, random in
    var (draft, time) = handled(index, random, shift: 3)
    draft.events.append { track, _, random in
      track.addHandMotion(
        from: time - 1,
        to: time + 7,
        turning: 0.5,
        shaking: 1,
        random: random
      )
      for step in 0..<random.integer(in: 2...4) {
        throwUp(&track, at: time + 1.7 * Double(step), random)
      }
    }
    Parts.context(&draft, "handling_toss", from: time - 1, to: time + 7)
    return draft
  }

  private static func throwUp(
    _ track: inout PhoneTrack,
    at time: Double,
    _ random: RandomSource
  ) {
    let up = random.uniform(in: 0.8...2.2)
    let g = PhysicalConstants.standardGravity
    let airtime = 2 * up / g
    let push = 0.2
    let catching = random.uniform(in: 0.03...0.12)
    track.addContact(time: time, duration: push, velocityChange: Vector3(0, 0, up))
    let first = track.clock.index(time + push)
    let last = track.clock.index(time + push + airtime)
    for index in first..<last {
      track.force[index] = .zero
      track.ownForce[index] = .zero
    }
    let axis = random.direction()
    track.addTurn(
      time: time + push - 0.05,
      duration: airtime + 0.1,
      rotationVector: Vector3(axis.x, axis.y, axis.z) * random.uniform(in: 0.5...6)
    )
    // The hand also gives way sideways as it catches.
    track.addContact(
      time: time + push + airtime,
      duration: catching,
      velocityChange: Vector3(0.25 * up * axis.x, 0.25 * up * axis.y, up)
    )
  }

  private static let tap = Scenario(name: "handling_tap", count: 2) { index, random in
    var (draft, time) = handled(index, random, shift: 5)
    draft.events.append { track, _, random in
      for _ in 0..<random.integer(in: 8...25) {
        track.addKnock(
          time: time + random.uniform(in: 0...6),
          duration: random.uniform(in: 0.006...0.02),
          peak: Vector3(
            random.gaussian(standardDeviation: 6),
            random.gaussian(standardDeviation: 6),
            -random.uniform(in: 5...50)
          )
        )
      }
    }
    Parts.context(&draft, "handling_tap", from: time, to: time + 6)
    return draft
  }

  private static let shake = Scenario(name: "handling_shake", count: 2) { index, random in
    var (draft, time) = handled(index, random, shift: 2)
    let duration = random.uniform(in: 1...4)
    draft.events.append { track, _, random in
      let axis = random.direction()
      track.addHandMotion(
        from: time - 1,
        to: time + duration + 1,
        turning: 0.5,
        shaking: 1,
        random: random
      )
      track.addShake(
        time: time,
        duration: duration,
        frequencyHz: random.uniform(in: 2.5...6),
        peak: random.uniform(in: 15...60),
        axis: Vector3(axis.x, axis.y, axis.z)
      )
    }
    Parts.context(&draft, "handling_shake", from: time - 1, to: time + duration + 1)
    return draft
  }

  /// Braking, bends and lane changes at the limit, phone where it is.
  private static let hardDriving = Scenario(name: "hard_driving", count: 3) { index, random in
    var (draft, time) = quiet(
      index,
      random,
      kmh: 60...125,
      shift: 6,
      placement: Parts.anyPlacement(random)
    )
    let sign = random.chance(0.5) ? 1.0 : -1
    draft.plan.manoeuvres = [
      .laneChange(
        time: time - 6,
        duration: random.uniform(in: 1.5...2.5),
        lateralAcceleration: sign * random.uniform(in: 3...7)
      ),
      .bend(
        time: time - 3,
        duration: random.uniform(in: 2...4),
        lateralAcceleration: sign * random.uniform(in: 3...7)
      ),
      .speedChange(
        time: time + 2,
        acceleration: -random.uniform(in: 7...9.8),
        until: index % 2 == 0 ? 0 : 6
      ),
    ]
    if index % 2 == 0 {
      // Wheels that brake still meet holes.
      draft.plan.features = [
        .init(time: time + 2.7, profile: .pothole(depth: 0.1, length: 0.6))
      ]
    }
    Parts.context(&draft, "hard_driving", from: time - 6, to: time + 6)
    return draft
  }
}
