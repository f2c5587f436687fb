import Foundation
import MotionSamples

/// How a sprung mass follows the acceleration of what carries it.
///
/// A mass on a spring and a damper, the textbook model of mounts and padding. Both forms pass a constant unchanged.
/// Integrated with a semi-implicit step on the simulation's clock, which is stable for natural frequencies up to some
/// 500 Hz.
struct SecondOrderResponse {
  /// Which path the carrier's acceleration takes.
  enum Path {
    /// Through spring and damper side by side: what a mount does to a phone. Rings at its natural frequency.
    case mount
    /// Through the spring alone: padding that takes the sharp parts out; with a damping of 1/√2 the second-order
    /// Butterworth low pass that stands for a sensor's band limit.
    case lowPass
  }

  private let naturalFrequency: Double
  private let damping: Double
  private let path: Path
  private var output: Vector3
  private var momentum: Vector3

  /// Creates the response at rest in a constant acceleration.
  init(frequencyHz: Double, damping: Double, path: Path, restingAt acceleration: Vector3) {
    naturalFrequency = 2 * Double.pi * frequencyHz
    self.damping = damping
    self.path = path
    output = acceleration
    momentum =
      path == .mount
      ? acceleration * (-2 * damping * naturalFrequency) : .zero
  }

  /// Takes the carrier's acceleration over one step and gives the mass's own.
  mutating func process(_ input: Vector3) -> Vector3 {
    let direct = path == .mount ? input * (2 * damping * naturalFrequency) : .zero
    let rate = momentum + direct
    let spring = (input - output) * (naturalFrequency * naturalFrequency)
    momentum += (spring - rate * (2 * damping * naturalFrequency)) * SimulationClock.step
    output += (momentum + direct) * SimulationClock.step
    return output
  }

  /// The response to a whole series.
  static func applied(
    to series: [Vector3],
    frequencyHz: Double,
    damping: Double,
    path: Path
  ) -> [Vector3] {
    guard let first = series.first else { return [] }
    var response = SecondOrderResponse(
      frequencyHz: frequencyHz,
      damping: damping,
      path: path,
      restingAt: first
    )
    return series.map { response.process($0) }
  }
}
