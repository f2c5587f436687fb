import Foundation
import MotionSamples
import SignalFilters

extension ScenarioCatalogue {
  private typealias Parts = DistractionScenarioParts
  private typealias Crash = CrashScenarioParts

  /// What must not be taken for an episode.
  static let handlingLookalikes: [Scenario] = [
    glance,
    tooShort,
    slidingOnDash,
    cupHolder,
    swingingBag,
    vibrationAlert,
    navigationOnRoughRoad,
    looseInBends,
    doorsAndWindows,
    handledAtAStop,
    idling,
    motorcycle,
    driversPocket,
    holesAndBumps,
    ordinary,
  ]

  /// A phone in a mount that is touched for some seconds and not taken out.
  private static let glance = Scenario(name: "glance_touch", count: 2) { _, random in
    let placement = PhonePlacement.anyMount(random)
    var draft = Parts.drive(random, duration: 34, placement: placement)
    draft.attitude = Parts.attitude(placement, random)
    let start = random.uniform(in: 15...20)
    let end = start + random.uniform(in: 1.5...3.5)
    draft.events.append { track, vehicle, random in
      var hand = HandlingMotion(track, in: vehicle, random: random)
      hand.tap(start, end, every: 0.3...1, peak: 1...8)
      track = hand.track
    }
    Crash.context(&draft, "glance_touch", from: start, to: end)
    return draft
  }

  /// Taken up and put down again within three and a half seconds: no episode by rule.
  private static let tooShort = Scenario(name: "too_short", count: 2) { _, random in
    let placement = Parts.restingPlace(random)
    var draft = Parts.drive(random, duration: 34, placement: placement)
    draft.attitude = Parts.attitude(placement, random)
    let start = random.uniform(in: 15...20)
    let length = random.uniform(in: 2...3.4)
    let rest = draft.attitude
    draft.events.append { track, vehicle, random in
      var hand = HandlingMotion(track, in: vehicle, random: random)
      hand.hold(from: start, to: start + length)
      let aside = rest * UnitQuaternion(rotationVector: Vector3(0.3, 0.2, 0.4))
      hand.track.addTurn(time: start, duration: length / 2, to: aside)
      hand.track.addTurn(time: start + length / 2, duration: length / 2 - 0.1, to: rest)
      hand.track.addHandMotion(
        from: start,
        to: start + length,
        turning: 0.3,
        shaking: 0.5,
        random: random
      )
      track = hand.track
    }
    Crash.context(&draft, "too_short", from: start, to: start + length)
    return draft
  }

  private static func bends(
    _ draft: inout ScenarioDraft,
    _ random: RandomSource,
    strength: ClosedRange<Double>
  ) {
    draft.plan.manoeuvres = []
    var time = random.uniform(in: 8...11)
    while time < draft.plan.duration - 6 {
      let sign = random.chance(0.5) ? 1.0 : -1
      draft.plan.manoeuvres.append(
        .bend(
          time: time,
          duration: random.uniform(in: 2.5...5),
          lateralAcceleration: sign * random.uniform(in: strength)
        )
      )
      time += random.uniform(in: 4...7)
    }
  }

  /// On a smooth dash: it slides from rim to rim in every bend.
  private static let slidingOnDash = Scenario(name: "sliding_on_dash", count: 2) { _, random in
    var draft = Parts.drive(random, duration: 38, placement: .lying, kmh: 40...80)
    draft.attitude = Parts.attitude(.lying, random)
    bends(&draft, random, strength: 3...5.5)
    let smooth = PhoneFall.Surface(
      restitution: 0.2,
      contact: 0.006...0.02,
      friction: random.uniform(in: 0.2...0.32)
    )
    let slide = PhoneFall(
      time: 6,
      height: 0.1,
      wallDistance: random.uniform(in: 0.05...0.3),
      sideDistance: random.uniform(in: 0.05...0.3),
      supportLength: 10,
      patience: 1e3,
      floor: smooth,
      wall: smooth,
      spin: 0.5,
      settles: false
    )
    draft.events.append { track, _, random in
      _ = slide.apply(to: &track, random: random)
      // It turns on the flat as it slides.
      for time in stride(from: 10.0, to: track.clock.duration - 2, by: 6) {
        track.addTurn(
          time: time,
          duration: random.uniform(in: 0.4...1.5),
          rotationVector: Vector3(
            random.gaussian(standardDeviation: 0.02),
            random.gaussian(standardDeviation: 0.02),
            random.gaussian(standardDeviation: 0.5)
          )
        )
      }
    }
    Crash.context(&draft, "sliding_on_dash", from: 6, to: draft.plan.duration)
    return draft
  }

  /// Upright in a cup holder: leans from side to side and rattles.
  private static let cupHolder = Scenario(name: "cup_holder", count: 2) { place, random in
    var draft = Parts.drive(random, duration: 38, placement: .cupHolder, kmh: 40...90)
    draft.attitude = Parts.attitude(.cupHolder, random)
    draft.plan.road = place % 2 == 0 ? .c : .b
    bends(&draft, random, strength: 1.5...4)
    draft.events.append { track, vehicle, random in
      leanFromSideToSide(&track, vehicle, random)
    }
    Crash.context(&draft, "cup_holder", from: 0, to: draft.plan.duration)
    return draft
  }

  /// Tips over to the other rim when the sideways force has grown beyond what keeps it, with a knock.
  private static func leanFromSideToSide(
    _ track: inout PhoneTrack,
    _ vehicle: VehicleMotion,
    _ random: RandomSource
  ) {
    var side = 0.0
    var smoothed = 0.0
    let toPhone = track.initialAttitude.inverse
    let angle = random.uniform(in: 0.08...0.2)
    var last = -1.0
    for index in vehicle.force.indices {
      smoothed += (vehicle.force[index].y - smoothed) * SimulationClock.step / 0.1
      let time = track.clock.time(index)
      guard abs(smoothed) > 1.2, smoothed * side <= 0, time > last + 0.6 else { continue }
      let wanted = smoothed > 0 ? 1.0 : -1
      let turn = (wanted - side) * angle
      let duration = random.uniform(in: 0.2...0.45)
      track.addTurn(
        time: time,
        duration: duration,
        rotationVector: toPhone.rotate(Vector3(turn, 0, 0))
      )
      track.addContact(
        time: time + duration,
        duration: random.uniform(in: 0.006...0.02),
        velocityChange: Vector3(0, wanted * random.uniform(in: 0.03...0.12), 0)
      )
      side = wanted
      last = time
    }
  }

  private static let swingingBag = Scenario(name: "swinging_bag", count: 2) { _, random in
    var draft = Parts.drive(
      random,
      duration: 38,
      placement: .anyPadding(random),
      kmh: 40...90
    )
    bends(&draft, random, strength: 1...3)
    let bag = SwingingBag(
      length: random.uniform(in: 0.3...0.5),
      // It rubs against the seat as it swings.
      damping: random.uniform(in: 0.2...0.45)
    )
    draft.events.append { track, _, _ in bag.apply(to: &track) }
    Crash.context(&draft, "swinging_bag", from: 0, to: draft.plan.duration)
    return draft
  }

  /// A call comes in and nobody takes it: the motor runs a second on and a second off.
  private static let vibrationAlert = Scenario(name: "vibration_alert", count: 1) { _, random in
    let placement = Parts.restingPlace(random)
    var draft = Parts.drive(random, duration: 44, placement: placement)
    draft.attitude = Parts.attitude(placement, random)
    let start = random.uniform(in: 14...17)
    let rings = random.integer(in: 4...9)
    let frequency = random.uniform(in: 130...200)
    let peak = random.uniform(in: 3...12)
    draft.events.append { track, _, random in
      for ring in 0..<rings {
        let first = track.clock.index(start + 2 * Double(ring))
        for index in first..<min(track.force.count, first + 2000) {
          let since = Double(index - first) * SimulationClock.step
          let wave = sin(2 * Double.pi * frequency * since)
          track.ownForce[index] += Vector3(peak * wave, 0.3 * peak * wave, 0.2 * peak * wave)
        }
        // It creeps a little.
        track.addTurn(
          time: start + 2 * Double(ring),
          duration: 1,
          rotationVector: Vector3(0, 0, random.gaussian(standardDeviation: 0.03))
        )
      }
    }
    Crash.context(&draft, "vibration_alert", from: start, to: start + 2 * Double(rings))
    return draft
  }

  private static let navigationOnRoughRoad = Scenario(name: "navigation_rough_road", count: 2) {
    _,
    random in
    let placement: PhonePlacement =
      random.chance(0.5) ? .anyMount(random) : .anyLooseHolder(random)
    var draft = Parts.drive(random, duration: 38, placement: placement, kmh: 35...75)
    draft.attitude = Parts.attitude(placement, random)
    draft.plan.road = random.element(of: [.c, .d, .d, .e])
    draft.plan.features = (1...4).map {
      .init(
        time: 9 * Double($0),
        profile: .pothole(depth: random.uniform(in: 0.04...0.09), length: 0.7)
      )
    }
    Crash.context(&draft, "navigation_rough_road", from: 0, to: draft.plan.duration)
    return draft
  }

  private static let looseInBends = Scenario(name: "hard_cornering_loose", count: 1) {
    _,
    random in
    var draft = Parts.drive(random, duration: 38, placement: .lying, kmh: 60...110)
    draft.attitude = Parts.attitude(.lying, random)
    bends(&draft, random, strength: 4...7)
    let slide = PhoneFall(
      time: 6,
      height: 0.1,
      wallDistance: 0.3,
      sideDistance: random.uniform(in: 0.15...0.35),
      supportLength: 10,
      patience: 1e3,
      floor: .cushion,
      wall: .cushion,
      spin: 0.5,
      settles: false
    )
    draft.events.append { track, _, random in _ = slide.apply(to: &track, random: random) }
    Crash.context(&draft, "hard_cornering_loose", from: 6, to: draft.plan.duration)
    return draft
  }

  /// The car stands; doors open and fall shut, people get in, windows run.
  private static let doorsAndWindows = Scenario(name: "door_and_window", count: 1) {
    _,
    random in
    let placement = Parts.restingPlace(random)
    var draft = Parts.drive(random, duration: 38, placement: placement, kmh: 35...60)
    draft.attitude = Parts.attitude(placement, random)
    draft.plan.manoeuvres = [
      .speedChange(time: 9, acceleration: -3, until: 0),
      .speedChange(time: 31, acceleration: 2, until: 12),
    ]
    draft.events.append { track, _, random in
      for slam in 0..<4 {
        let time = 18 + 3 * Double(slam)
        track.addContact(
          time: time,
          duration: 0.025,
          velocityChange: Vector3(0.02, random.uniform(in: 0.05...0.4), 0.05)
        )
        // The body sways as somebody sits down.
        track.addMove(time: time - 1.5, duration: 0.6, way: Vector3(0, 0.01, -0.03))
        track.addTurn(
          time: time - 1.5,
          duration: 0.6,
          rotationVector: Vector3(random.gaussian(standardDeviation: 0.015), 0, 0)
        )
      }
    }
    Crash.context(&draft, "door_and_window", from: 16, to: 29)
    return draft
  }

  /// Used at a red light, put away before driving on.
  private static let handledAtAStop = Scenario(name: "handled_at_a_stop", count: 1) {
    _,
    random in
    let placement = Parts.restingPlace(random)
    var draft = Parts.drive(random, duration: 60, placement: placement, kmh: 35...55)
    draft.attitude = Parts.attitude(placement, random)
    draft.plan.manoeuvres = [
      .speedChange(time: 8, acceleration: -2.5, until: 0),
      .speedChange(time: 44, acceleration: 2, until: 12),
    ]
    let rest = draft.attitude
    draft.events.append { track, vehicle, random in
      var hand = HandlingMotion(track, in: vehicle, random: random)
      hand.hold(from: 20, to: 34)
      let held = hand.lift(at: 20, to: hand.viewing())
      hand.use(.type, from: held, to: 32)
      _ = hand.put(at: 32, in: rest)
      track = hand.track
    }
    Crash.context(&draft, "handled_at_a_stop", from: 20, to: 34)
    return draft
  }

  private static let idling = Scenario(name: "idling", count: 1) { _, random in
    let placement = Parts.restingPlace(random)
    var draft = Parts.drive(random, duration: 38, placement: placement, kmh: 30...50)
    draft.attitude = Parts.attitude(placement, random)
    draft.plan.engineVibration = random.uniform(in: 0.3...0.9)
    draft.plan.manoeuvres = [.speedChange(time: 8, acceleration: -2.5, until: 0)]
    Crash.context(&draft, "idling", from: 14, to: 38)
    return draft
  }

  /// On the handlebar: strong vibration, and it leans into every bend.
  private static let motorcycle = Scenario(name: "motorcycle", count: 2) { _, random in
    let placement = PhonePlacement.anyMount(random)
    var draft = Parts.drive(random, duration: 38, placement: placement, kmh: 45...100)
    draft.attitude = Parts.attitude(placement, random)
    draft.plan.leansIntoBends = true
    draft.plan.roadGain = 1.3
    draft.plan.engineVibration = random.uniform(in: 1.5...5)
    draft.plan.engineSpeed = (1200, random.uniform(in: 3500...6000))
    bends(&draft, random, strength: 1.5...5.5)
    Crash.context(&draft, "motorcycle", from: 0, to: draft.plan.duration)
    return draft
  }

  /// In the pocket of the driver, whose leg moves between the pedals.
  private static let driversPocket = Scenario(name: "drivers_pocket", count: 2) { _, random in
    var draft = Parts.drive(random, duration: 38, placement: .anyPocket(random))
    draft.events.append { track, _, random in
      var time = random.uniform(in: 3...6)
      while time < track.clock.duration - 3 {
        let axis = random.direction()
        let turn = Vector3(axis.x, axis.y, axis.z) * random.uniform(in: 0.04...0.16)
        let duration = random.uniform(in: 0.3...0.7)
        track.addTurn(time: time, duration: duration, rotationVector: turn)
        let back = time + duration + random.uniform(in: 0.5...3)
        track.addTurn(time: back, duration: duration, rotationVector: -turn)
        time = back + random.uniform(in: 2...7)
      }
    }
    Crash.context(&draft, "drivers_pocket", from: 0, to: draft.plan.duration)
    return draft
  }

  private static let holesAndBumps = Scenario(name: "holes_and_bumps", count: 2) { _, random in
    let placement = Parts.restingPlace(random)
    var draft = Parts.drive(random, duration: 38, placement: placement, kmh: 35...80)
    draft.attitude = Parts.attitude(placement, random)
    draft.plan.features = (0..<5).map {
      RoadFeature(
        time: 10 + 6 * Double($0),
        profile: random.element(of: [
          .pothole(depth: 0.09, length: 0.7), .hump(height: 0.06, length: 0.6),
          .hump(height: 0.1, length: 3.7), .kerb(height: 0.07),
        ])
      )
    }
    Crash.context(&draft, "holes_and_bumps", from: 10, to: 38)
    return draft
  }

  private static let ordinary = Scenario(name: "ordinary", count: 2) { _, random in
    let placement = Crash.anyPlacement(random)
    var draft = Parts.drive(random, duration: 38, placement: placement)
    draft.attitude = Parts.attitude(placement, random)
    Crash.context(&draft, "ordinary", from: 0, to: draft.plan.duration)
    return draft
  }
}
