import Foundation
import MotionSamples
import SignalFilters

extension ScenarioCatalogue {
  /// Phones that are turned in the earth's field, with their true attitude beside them.
  package static let heading = ScenarioCatalogue(
    name: "generated-heading",
    labelledFor: "heading",
    origin: "generated",
    scenarios: [turnedOnTable, turnedInHand, carriedWalking, passedByIron, drivenOnMount]
  )

  private static let start = HeadingScene.moving.lowerBound
  private static let end = HeadingScene.moving.upperBound

  private static func scenario(
    _ name: String,
    placement: String,
    scene: @escaping @Sendable (_ random: RandomSource) throws -> HeadingScene
  ) -> Scenario {
    Scenario(name: name, count: 1) { _, title, random in
      var scene = try scene(random)
      scene.happenings.append((name, HeadingScene.moving))
      return scene.recording(title, placement: placement, random: random)
    }
  }

  /// A phone whose top is raised by an angle, turned by another about the vertical, in radians.
  private static func attitude(raised: Double, turned: Double) -> UnitQuaternion {
    UnitQuaternion(rotationVector: Vector3(0, 0, turned))
      * UnitQuaternion(rotationVector: Vector3(raised, 0, 0))
  }

  /// Flat on a table, turned to and fro with rests between: it hardly tilts, so nothing can be calibrated.
  private static let turnedOnTable = scenario("turned_on_table", placement: "flat on a table") {
    random in
    var scene = try HeadingScene(
      attitude: attitude(raised: 0, turned: random.uniform(in: 0...6)),
      random
    )
    var time = start
    while time < end - 2 {
      let duration = random.uniform(in: 0.6...1.6)
      scene.track.addTurn(
        time: time,
        duration: duration,
        rotationVector: Vector3(0, 0, random.uniform(in: -2.4...2.4))
      )
      time += duration + random.uniform(in: 0.8...3)
    }
    return scene
  }

  /// Turned in the hand about every axis, as one does to calibrate a compass.
  private static let turnedInHand = scenario("turned_in_hand", placement: "in hand") { random in
    var scene = try heldScene(random)
    scene.hasRawField = true
    turnAbout(&scene, random)
    return scene
  }

  /// Held to be read while walking, with corners.
  private static let carriedWalking = scenario("carried_walking", placement: "held while walking") {
    random in
    var scene = try heldScene(random)
    let stepsPerSecond = random.uniform(in: 1.7...2.1)
    let clock = scene.track.clock
    for index in clock.index(start)..<clock.index(end) {
      // A walker's trunk, and with it the hand, rises and falls by some centimetres at every step.
      let phase = 2 * Double.pi * stepsPerSecond * (clock.time(index) - start)
      scene.track.force[index] += Vector3(0.5 * sin(phase / 2), 0.9 * cos(phase), 2.4 * sin(phase))
    }
    var time = start + random.uniform(in: 2...4)
    while time < end - 2 {
      let up = scene.track.attitude(at: clock.index(time)).inverse.rotate(Vector3(0, 0, 1))
      let angle = random.uniform(in: 0.5...1.8) * (random.chance(0.5) ? 1 : -1)
      scene.track.addTurn(time: time, duration: 1.2, rotationVector: up * angle)
      time += random.uniform(in: 4...7)
    }
    return scene
  }

  /// Turned in the hand while something magnetised is carried past.
  private static let passedByIron = scenario("passed_by_iron", placement: "in hand") { random in
    var scene = try heldScene(random)
    scene.hasRawField = true
    turnAbout(&scene, random)
    let direction = random.direction()
    let time = random.uniform(in: 14...19)
    scene.iron = HeadingScene.PassingIron(
      moment: Vector3(direction.x, direction.y, direction.z) * random.uniform(in: 4...12),
      closest: Vector3(0, random.uniform(in: 0.25...0.45), 0.1),
      velocity: Vector3(random.uniform(in: 0.2...0.5), 0, 0),
      time: time
    )
    scene.happenings.append(("passing_iron", (time - 2)...(time + 2)))
    return scene
  }

  /// On a car's mount through bends: the road shakes it, and a bend leans on it.
  private static let drivenOnMount = scenario("driven_on_mount", placement: "mount") { random in
    var scene = try HeadingScene(
      attitude: attitude(
        raised: random.uniform(in: 0.7...1.2),
        turned: random.uniform(in: 0...6)
      ),
      random
    )
    let up = scene.track.initialAttitude.inverse.rotate(Vector3(0, 0, 1))
    let clock = scene.track.clock
    let speed = random.uniform(in: 9...16)
    var shaking = (0..<3).map { _ in
      ColouredNoise(from: 2, to: 20, standardDeviation: 0.35, random: random)
    }
    var time = start
    while time < end - 6 {
      let duration = random.uniform(in: 3...6)
      let angle = random.uniform(in: 0.4...1.6) * (random.chance(0.5) ? 1 : -1)
      scene.track.addTurn(time: time, duration: duration, rotationVector: up * angle)
      time += duration + random.uniform(in: 1...3)
    }
    // The car's heading turns with the phone, whose own axis of turning is the vertical.
    var course = random.uniform(in: 0...6)
    for index in clock.index(start)..<clock.index(end) {
      let rate = scene.track.ownRate[index].dot(up)
      course += rate * SimulationClock.step
      let towardsCentre = Vector3(-sin(course), cos(course), 0)
      scene.track.force[index] +=
        towardsCentre * (speed * rate)
        + Vector3(shaking[0].next(), shaking[1].next(), shaking[2].next())
    }
    return scene
  }

  /// A phone in a hand that is never quite still.
  private static func heldScene(_ random: RandomSource) throws -> HeadingScene {
    var scene = try HeadingScene(
      attitude: attitude(
        raised: random.uniform(in: 0.4...1.0),
        turned: random.uniform(in: 0...6)
      ),
      random
    )
    scene.track.addHandMotion(from: 0, to: end, turning: 0.1, shaking: 0.25, random: random)
    return scene
  }

  private static func turnAbout(_ scene: inout HeadingScene, _ random: RandomSource) {
    var time = start
    while time < end - 1.5 {
      let direction = random.direction()
      let duration = random.uniform(in: 0.7...1.3)
      scene.track.addTurn(
        time: time,
        duration: duration,
        rotationVector: Vector3(direction.x, direction.y, direction.z)
          * random.uniform(in: 0.8...2.2)
      )
      time += duration * random.uniform(in: 0.8...1.4)
    }
  }
}
