import Foundation
import MotionSamples

/// A bag that hangs by its strap and swings under the car's bends and braking.
///
/// A pendulum in the cabin. What hangs free turns with its string, so its accelerometer goes on pointing along the
/// string while its gyroscope sees every swing.
struct SwingingBag {
  /// Length of the strap to the bag's middle, in metres: 0.3 to 0.5 give 0.9 to 0.7 Hz.
  var length: Double

  /// Share of critical damping.
  var damping: Double

  /// Lets the track's phone swing with the bag, all the way.
  func apply(to track: inout PhoneTrack) {
    var way = (x: 0.0, y: 0.0)
    var speed = (x: 0.0, y: 0.0)
    let step = SimulationClock.step
    let toPhone = track.initialAttitude.inverse
    let natural = (PhysicalConstants.standardGravity / length).squareRoot()
    for index in track.force.indices {
      let cabin = track.force[index]
      let pull = max(0, cabin.z) / length
      let drag = 2 * damping * natural
      let accelerationX = -cabin.x - pull * way.x - drag * speed.x
      let accelerationY = -cabin.y - pull * way.y - drag * speed.y
      speed.x += accelerationX * step
      speed.y += accelerationY * step
      way.x = min(0.8 * length, max(-0.8 * length, way.x + speed.x * step))
      way.y = min(0.8 * length, max(-0.8 * length, way.y + speed.y * step))
      track.force[index] = Vector3(cabin.x + accelerationX, cabin.y + accelerationY, cabin.z)
      // Small swings: the string's upper end lies at (−x, −y, 1) seen from the bag.
      track.ownRate[index] += toPhone.rotate(
        Vector3(speed.y / length, -speed.x / length, 0)
      )
    }
  }
}
