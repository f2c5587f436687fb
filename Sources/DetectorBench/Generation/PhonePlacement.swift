import Foundation
import MotionSamples
import SignalFilters

/// Where a phone sits in a vehicle, and so what of the vehicle's motion reaches it.
enum PhonePlacement: Sendable {
  /// Clamped to the dash: a stiff mount that rings a little at `frequencyHz`.
  case mount(frequencyHz: Double, damping: Double)
  /// A holder with a joint and a long arm: rings long and low, and slips in a collision.
  case looseHolder(frequencyHz: Double, damping: Double)
  /// In a pocket of a belted person: belt, flesh and cloth act as a spring of some 5 to 9 Hz with much damping, after
  /// `lag` seconds in which the slack is taken up.
  case pocket(frequencyHz: Double, damping: Double, lag: Double)
  /// In a bag or wedged in a seat: padding alone, 8 to 14 Hz.
  case padded(frequencyHz: Double, damping: Double, lag: Double)
  /// Lying free on a surface of the cabin, held by friction only.
  case lying
  /// In a cup holder: kept in, but free to lean and rattle from side to side.
  case cupHolder

  /// The word for it in `recordings.csv`.
  var name: String {
    switch self {
    case .mount: "mount"
    case .looseHolder: "loose holder"
    case .pocket: "pocket"
    case .padded: "bag or wedged in a seat"
    case .lying: "lying loose"
    case .cupHolder: "cup holder"
    }
  }

  /// The specific force at the phone, in vehicle axes, given that of the cabin.
  func carried(_ force: [Vector3]) -> [Vector3] {
    switch self {
    case .looseHolder(let frequency, let damping):
      guard let first = force.first else { return [] }
      var holder = SlippingHolder(frequencyHz: frequency, damping: damping, restingAt: first)
      return force.map { holder.process($0) }
    case .mount(let frequency, let damping):
      return SecondOrderResponse.applied(
        to: force,
        frequencyHz: frequency,
        damping: damping,
        path: .mount
      )
    case .pocket(let frequency, let damping, let lag), .padded(let frequency, let damping, let lag):
      let softened = SecondOrderResponse.applied(
        to: force,
        frequencyHz: frequency,
        damping: damping,
        path: .mount
      )
      let delay = Int(lag * SimulationClock.rate)
      return force.indices.map { softened[max(0, $0 - delay)] }
    case .lying, .cupHolder:
      return force
    }
  }

  /// A stiff mount: 18 to 45 Hz, lightly damped.
  static func anyMount(_ random: RandomSource) -> PhonePlacement {
    .mount(
      frequencyHz: random.uniform(in: 18...45),
      damping: random.uniform(in: 0.12...0.3)
    )
  }

  /// A loose holder: 8 to 16 Hz, hardly damped.
  static func anyLooseHolder(_ random: RandomSource) -> PhonePlacement {
    .looseHolder(
      frequencyHz: random.uniform(in: 8...16),
      damping: random.uniform(in: 0.06...0.15)
    )
  }

  /// A pocket.
  static func anyPocket(_ random: RandomSource) -> PhonePlacement {
    .pocket(
      frequencyHz: random.uniform(in: 5...9),
      damping: random.uniform(in: 0.35...0.6),
      lag: random.uniform(in: 0.005...0.025)
    )
  }

  /// A bag, or wedged between cushions.
  static func anyPadding(_ random: RandomSource) -> PhonePlacement {
    .padded(
      frequencyHz: random.uniform(in: 7...14),
      damping: random.uniform(in: 0.3...0.6),
      lag: random.uniform(in: 0.003...0.015)
    )
  }
}
