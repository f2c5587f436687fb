import Foundation
import MotionSamples
import SignalFilters

extension ScenarioCatalogue {
  /// Phones that are handled while driving, and phones that are moved by everything else.
  package static let distraction = ScenarioCatalogue(
    name: "generated-distraction",
    labelledFor: "distraction",
    origin: "generated",
    scenarios: handling + handlingLookalikes
  )

  /// The ones with an episode in them.
  static let handling: [Scenario] = [
    used("pick_up_and_read", .read, count: 3),
    used("type", .type, count: 3),
    used("swipe", .swipe, count: 2),
    used("scroll", .scroll, count: 1),
    used("call_at_ear", .call, count: 2),
    used("pass_hand_to_hand", .pass, count: 2),
    used("rough_road_type", .type, count: 2, isRough: true),
    used("rough_road_read", .read, count: 1, isRough: true),
    used("passenger", .scroll, count: 1, note: "passenger=1"),
    fixToMount,
    takeOffMount,
    twoEpisodes,
    intoAStop,
  ]

  private typealias Parts = DistractionScenarioParts

  /// Where an episode's end stands depends on what the hands do, so hands act first and labels follow.
  ///
  /// The hands' own choices come from a source of their own with a seed drawn here, which the draft needs for the label
  /// before the recording is computed.
  private struct Episode {
    let start: Double
    let use: HandlingMotion.Use
    let length: Double
    let rest: Bool

    /// From the first grip to the last touch.
    var span: ClosedRange<Double> { start...(start + length) }

    func event(_ restAttitude: UnitQuaternion) -> ScenarioDraft.PhoneEvent {
      { track, vehicle, random in
        var hand = HandlingMotion(track, in: vehicle, random: random)
        let end = start + length
        hand.hold(from: start, to: end)
        let held = hand.lift(at: start, to: use == .call ? hand.atEar() : hand.viewing())
        let putting = end - 1.4
        hand.use(use, from: held, to: putting)
        let off = hand.put(at: putting, in: rest ? restAttitude : hand.lying())
        // What time is left the hand stays on it, arranging it.
        if off < end - 0.1 { hand.tap(off, end, every: 0.1...0.3, peak: 0.5...3) }
        track = hand.track
      }
    }
  }

  private static func used(
    _ name: String,
    _ use: HandlingMotion.Use,
    count: Int,
    isRough: Bool = false,
    note: String = ""
  ) -> Scenario {
    Scenario(name: name, count: count) { place, random in
      let start = random.uniform(in: 12...17)
      let length = random.uniform(in: use == .call ? 14...22 : 7...20)
      let placement = Parts.restingPlace(random)
      var draft = Parts.drive(
        random,
        duration: start + length + random.uniform(in: 11...13),
        placement: placement,
        kmh: isRough ? 35...65 : 35...120
      )
      if isRough { draft.plan.road = place % 2 == 0 ? .d : .e }
      draft.attitude = Parts.attitude(placement, random)
      draft.lever = Vector3(0.01, 0.1, 0.01)
      let episode = Episode(start: start, use: use, length: length, rest: random.chance(0.5))
      draft.events.append(episode.event(draft.attitude))
      if random.chance(0.4) {
        // A hole in the road while it is held, which ends nothing.
        draft.plan.features.append(
          .init(time: start + length * 0.6, profile: .pothole(depth: 0.06, length: 0.6))
        )
      }
      Parts.label(&draft, name, from: start, to: start + length, note: note)
      return draft
    }
  }

  private static let fixToMount = Scenario(name: "fix_to_mount", count: 1) { _, random in
    let start = random.uniform(in: 14...18)
    let length = random.uniform(in: 7...11)
    var draft = Parts.drive(random, duration: start + length + 12, placement: .lying)
    draft.attitude = Parts.attitude(.lying, random)
    let mount = Parts.attitude(.anyMount(random), random)
    draft.events.append { track, vehicle, random in
      var hand = HandlingMotion(track, in: vehicle, random: random)
      hand.hold(from: start, to: start + length)
      let held = hand.lift(at: start, to: hand.viewing())
      hand.use(.pass, from: held, to: start + length - 4)
      hand.track.addTurn(time: start + length - 4, duration: 1, to: mount)
      hand.push(start + length - 3, start + length)
      // From there on the mount carries it.
      let mounted = PhonePlacement.anyMount(random).carried(vehicle.force)
      hand.track.follow(mounted, from: start + length, to: track.clock.duration)
      hand.track.addMountPlay(
        over: vehicle.force,
        gain: random.uniform(in: 0.03...0.25),
        from: start + length + 0.3
      )
      track = hand.track
    }
    Parts.label(&draft, "fix_to_mount", from: start, to: start + length)
    return draft
  }

  private static let takeOffMount = Scenario(name: "take_off_mount", count: 2) { _, random in
    let start = random.uniform(in: 14...18)
    let length = random.uniform(in: 10...18)
    let placement = PhonePlacement.anyMount(random)
    var draft = Parts.drive(
      random,
      duration: start + length + 12,
      placement: placement
    )
    draft.attitude = Parts.attitude(placement, random)
    draft.events.append { track, vehicle, random in
      track.follow(vehicle.force, from: start, to: track.clock.duration)
      var hand = HandlingMotion(track, in: vehicle, random: random)
      hand.hold(from: start, to: start + length)
      hand.push(start, start + 1.5)
      let held = hand.lift(at: start + 1.5, to: hand.viewing())
      hand.use(.swipe, from: held, to: start + length - 1.4)
      _ = hand.put(at: start + length - 1.4, in: hand.lying())
      track = hand.track
    }
    Parts.label(&draft, "take_off_mount", from: start, to: start + length)
    return draft
  }

  /// Two uses with a rest of twelve seconds and more between: two episodes.
  private static let twoEpisodes = Scenario(name: "two_episodes", count: 2) { _, random in
    let placement = Parts.restingPlace(random)
    let first = random.uniform(in: 14...17)
    let firstLength = random.uniform(in: 7...11)
    let second = first + firstLength + random.uniform(in: 12...16)
    let secondLength = random.uniform(in: 7...11)
    var draft = Parts.drive(
      random,
      duration: second + secondLength + 11,
      placement: placement
    )
    draft.attitude = Parts.attitude(placement, random)
    draft.lever = Vector3(0.01, 0.1, 0.01)
    for (start, length) in [(first, firstLength), (second, secondLength)] {
      let use = random.element(of: [HandlingMotion.Use.read, .type, .scroll])
      let episode = Episode(start: start, use: use, length: length, rest: true)
      draft.events.append(episode.event(draft.attitude))
      Parts.label(&draft, "pick_up_and_use", from: start, to: start + length)
    }
    return draft
  }

  /// Begun at speed, gone on with while the car brakes to a halt and stands.
  private static let intoAStop = Scenario(name: "into_a_stop", count: 1) { _, random in
    let placement = Parts.restingPlace(random)
    let start = random.uniform(in: 14...17)
    let length = random.uniform(in: 20...26)
    var draft = Parts.drive(
      random,
      duration: start + length + 11,
      placement: placement,
      kmh: 35...60
    )
    draft.plan.manoeuvres = [
      .speedChange(time: start + 7, acceleration: -random.uniform(in: 1.5...2.5), until: 0)
    ]
    draft.attitude = Parts.attitude(placement, random)
    draft.lever = Vector3(0.01, 0.1, 0.01)
    let episode = Episode(start: start, use: .type, length: length, rest: true)
    draft.events.append(episode.event(draft.attitude))
    Parts.label(&draft, "type", from: start, to: start + length)
    return draft
  }
}
