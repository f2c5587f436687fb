import Foundation
import MotionSamples
import SignalFilters

/// A phone that nothing holds: it slides, falls, bounces, hits what is in front of it and comes to rest.
///
/// A point mass in the cabin under the cabin's own acceleration, with contacts that give back a share of the speed
/// normal to the surface and rub along it; it turns freely in the air and changes its turning at each contact. A metre's fall
/// arrives with 4.4 m/s and is stopped within 2 to 20 ms on hard surfaces: 140 to 350 g at 5 to 2 ms, beyond any phone's range.
struct PhoneFall: Sendable {
  /// What it lands on.
  struct Surface: Sendable {
    /// Share of the normal speed that comes back.
    var restitution: Double

    /// How long a contact lasts, in seconds, shortest and longest.
    var contact: ClosedRange<Double>

    /// Friction coefficient.
    var friction: Double

    /// Plastic, sill, console.
    static let hard = Surface(restitution: 0.4, contact: 0.002...0.007, friction: 0.3)

    /// Floor mat or carpet.
    static let carpet = Surface(restitution: 0.25, contact: 0.006...0.02, friction: 0.5)

    /// A seat's cushion.
    static let cushion = Surface(restitution: 0.25, contact: 0.03...0.08, friction: 0.6)
  }

  /// When it is let go, in seconds.
  var time: Double

  /// Velocity against the cabin at that moment, vehicle axes, m/s.
  var velocity = Vector3.zero

  /// How far below it the floor is, in metres.
  var height: Double

  /// How far in front of it a wall (dash, seat back) is, in metres.
  var wallDistance = 0.5

  /// How far to its left and right there is a rim, in metres; nil: none within reach.
  var sideDistance: Double?

  /// How far from its start it lies on a support before the support ends, in metres; nil: it starts in the air.
  var supportLength: Double?

  /// How long it may lie on its support before it is taken to stay there, in seconds.
  var patience = 4.0

  /// What it lands on below.
  var floor: Surface

  /// What it runs into in front.
  var wall = Surface.hard

  /// Size of its turning in the air, in rad/s.
  var spin: Double

  /// Whether it ends in another attitude than it began.
  var settles = true

  /// Takes the track through the fall and gives the time at which the phone lies still (or the end of the line).
  func apply(to track: inout PhoneTrack, random: RandomSource) -> Double {
    var flight = PhoneFlight(self, carrier: track.force, clock: track.clock, random: random)
    let rest = flight.run(&track)
    guard settles else { return rest }
    let current = track.attitude(at: track.clock.index(rest))
    // It ends flat on its back, flat on its face or leaning on an edge.
    let resting = random.element(of: [
      Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(0.8, 0, 0.6), Vector3(0, -0.7, 0.7),
      Vector3(0, 0.1, 0.99),
    ])
    let upInPhone = current.inverse.rotate(Vector3(0, 0, 1))
    let turn = UnitQuaternion.aligning(resting, with: upInPhone)
    let duration = random.uniform(in: 0.15...0.4)
    track.addTurn(time: rest, duration: duration, to: current * turn)
    return min(rest + duration, track.clock.duration)
  }
}

/// The flight of one phone, step by step.
private struct PhoneFlight {
  private let fall: PhoneFall
  private let carrier: [Vector3]
  private let clock: SimulationClock
  private let random: RandomSource
  private let step = SimulationClock.step
  private var place = Vector3.zero
  private var velocity: Vector3
  private var spin: Vector3
  private var spinTarget: Vector3
  private var isAirborne: Bool
  private var isAtWall = false

  init(_ fall: PhoneFall, carrier: [Vector3], clock: SimulationClock, random: RandomSource) {
    self.fall = fall
    self.carrier = carrier
    self.clock = clock
    self.random = random
    velocity = fall.velocity
    isAirborne = fall.supportLength == nil
    spin = .zero
    spinTarget = .zero
    if isAirborne { spinTarget = newSpin(fall.spin) }
  }

  private func newSpin(_ size: Double) -> Vector3 {
    let direction = random.direction()
    let length = size * random.uniform(in: 0.6...1.3)
    return Vector3(direction.x, direction.y, direction.z) * length
  }

  private var floorHeight: Double {
    if let length = fall.supportLength, place.x < length { return 0 }
    return -fall.height
  }

  mutating func run(_ track: inout PhoneTrack) -> Double {
    let first = clock.index(fall.time)
    var stillSince = -1
    var contacts: [(time: Double, duration: Double, change: Vector3)] = []
    for index in first..<clock.count {
      let time = clock.time(index)
      let cabin = carrier[index]
      spin += (spinTarget - spin) * min(1, step / 0.008)
      track.ownRate[index] += spin
      if !isAirborne && place.z > floorHeight + 0.01 {
        isAirborne = true
        spinTarget = newSpin(fall.spin)
      }
      if isAirborne {
        track.force[index] = .zero
        velocity -= cabin * step
        place += velocity * step
        if place.z <= floorHeight, velocity.z < 0 {
          contacts.append(landing(time))
        }
        if let hit = wallHit(time) { contacts.append(hit) }
        if let hit = sideHit(time) { contacts.append(hit) }
        stillSince = -1
      } else {
        track.force[index] = lying(cabin)
        if let hit = wallHit(time) { contacts.append(hit) }
        if let hit = sideHit(time) { contacts.append(hit) }
        let isStill = velocity.magnitude < 0.03
        if isStill, stillSince < 0 { stillSince = index }
        if !isStill { stillSince = -1 }
        // A phone that lies on a support is only done once it has left it and come to rest below, or never leaves.
        if stillSince >= 0, Double(index - stillSince) * step > 0.25, hasFallen(time) {
          for later in (index + 1)..<max(index + 2, min(clock.count, index + 200)) {
            guard later < clock.count else { break }
            spin += -spin * min(1, step / 0.008)
            track.ownRate[later] += spin
          }
          break
        }
      }
    }
    for contact in contacts {
      track.addContact(
        time: contact.time,
        duration: contact.duration,
        velocityChange: contact.change
      )
    }
    return stillSince >= 0 ? clock.time(stillSince) : clock.duration - 0.5
  }

  private func hasFallen(_ time: Double) -> Bool {
    guard let length = fall.supportLength else { return true }
    return place.x >= length || time > fall.time + fall.patience
  }

  private mutating func landing(
    _ time: Double
  ) -> (time: Double, duration: Double, change: Vector3) {
    let surface = fall.floor
    let arriving = -velocity.z
    let leaving = arriving * surface.restitution * random.uniform(in: 0.6...1.2)
    let normal = arriving + leaving
    let along = Vector3(velocity.x, velocity.y, 0)
    let rub = min(along.magnitude, surface.friction * normal)
    let change = Vector3(0, 0, normal) - (along.normalized ?? .zero) * rub
    velocity = along - (along.normalized ?? .zero) * rub
    place = Vector3(place.x, place.y, floorHeight)
    // A hop of less than 2 mm is a roll.
    if leaving < 0.2 {
      isAirborne = false
      spinTarget = .zero
    } else {
      velocity += Vector3(0, 0, leaving)
      spinTarget = newSpin(min(fall.spin, 3 * leaving))
    }
    return (time, random.uniform(in: surface.contact), change)
  }

  private mutating func wallHit(
    _ time: Double
  ) -> (time: Double, duration: Double, change: Vector3)? {
    isAtWall = place.x >= fall.wallDistance
    guard isAtWall, velocity.x > 0.05 else {
      if isAtWall, velocity.x > 0 { velocity = Vector3(0, velocity.y, velocity.z) }
      return nil
    }
    let arriving = velocity.x
    let leaving = arriving * fall.wall.restitution * random.uniform(in: 0.6...1.2)
    velocity = Vector3(-leaving, velocity.y, velocity.z)
    place = Vector3(fall.wallDistance, place.y, place.z)
    if isAirborne { spinTarget = newSpin(min(fall.spin, 3 * arriving)) }
    return (time, random.uniform(in: fall.wall.contact), Vector3(-arriving - leaving, 0, 0))
  }

  private mutating func sideHit(
    _ time: Double
  ) -> (time: Double, duration: Double, change: Vector3)? {
    guard let side = fall.sideDistance, abs(place.y) >= side, velocity.y * place.y > 0 else {
      return nil
    }
    let arriving = velocity.y
    place = Vector3(place.x, place.y > 0 ? side : -side, place.z)
    guard abs(arriving) > 0.05 else {
      velocity = Vector3(velocity.x, 0, velocity.z)
      return nil
    }
    let leaving = -arriving * fall.wall.restitution * random.uniform(in: 0.6...1.2)
    velocity = Vector3(velocity.x, leaving, velocity.z)
    return (time, random.uniform(in: fall.wall.contact), Vector3(0, leaving - arriving, 0))
  }

  /// Held by friction, sliding against it, or pressed against the wall.
  private mutating func lying(_ cabin: Vector3) -> Vector3 {
    let load = max(0, cabin.z)
    let along = Vector3(cabin.x, cabin.y, 0)
    let sliding = Vector3(velocity.x, velocity.y, 0)
    let grip = fall.floor.friction * load
    if isAtWall, along.x < 0, sliding.magnitude < 0.03 {
      velocity = .zero
      return Vector3(cabin.x, cabin.y, load)
    }
    guard let direction = sliding.normalized, sliding.magnitude > 0.02 else {
      guard along.magnitude > grip, let pull = along.normalized else {
        velocity = .zero
        return Vector3(cabin.x, cabin.y, load)
      }
      let friction = pull * grip
      velocity -= (along - friction) * step
      place += velocity * step
      return Vector3(friction.x, friction.y, load)
    }
    let friction = direction * -grip
    let next = sliding + (friction - along) * step
    // Friction stops a slide and does not turn it round.
    velocity = next.dot(direction) > 0 || along.magnitude > grip ? next : .zero
    place += velocity * step
    return Vector3(friction.x, friction.y, load)
  }
}
