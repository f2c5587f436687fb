import Foundation
import MotionSamples

/// How a phone in a holder with a joint follows the car.
///
/// On a road it is a lightly damped spring. In a collision the joint slips: a ball joint holds some 0.5 to 2 N·m, and a phone of
/// 0.2 kg on an arm of 0.15 m asks for that at 2 to 7 g. Slipping takes the swing out within a few periods, modelled as
/// damping that doubles for each 3 g in the arm, up to 0.7 of critical.
struct SlippingHolder {
  private let naturalFrequency: Double
  private let damping: Double
  private var deflection: Vector3
  private var rate = Vector3.zero

  /// Creates the holder at rest in a constant acceleration.
  init(frequencyHz: Double, damping: Double, restingAt acceleration: Vector3) {
    naturalFrequency = 2 * Double.pi * frequencyHz
    self.damping = damping
    deflection = acceleration * (-1 / (naturalFrequency * naturalFrequency))
  }

  /// Takes the car's specific force over one step and gives the phone's.
  mutating func process(_ input: Vector3) -> Vector3 {
    let spring = deflection * (naturalFrequency * naturalFrequency)
    let swing = (spring + input).magnitude
    let share = min(0.7, damping * (1 + swing / (3 * PhysicalConstants.standardGravity)))
    let drag = 2 * share * naturalFrequency
    rate -= (input + spring + rate * drag) * SimulationClock.step
    deflection += rate * SimulationClock.step
    return -(deflection * (naturalFrequency * naturalFrequency) + rate * drag)
  }
}
