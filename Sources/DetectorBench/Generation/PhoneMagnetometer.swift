import MotionSamples
import SignalFilters

/// The magnetometer of a phone, the iron around it, and what the system's calibration leaves of that.
///
/// Assumed figures are those of the data sheets of common parts (AKM AK09918, 0.15 µT a step; Bosch BMM150, about 0.3 µT
/// of noise) and of phones' own iron: some tens of µT that turn with the phone, and a few per cent by which it bends and
/// stretches the field.
struct PhoneMagnetometer {
  /// What the phone's own magnets add, in its axes, µT.
  var hardIron: Vector3

  /// What the system's calibration has left of that, µT.
  var remainingHardIron: Vector3

  /// The rows of the matrix by which soft iron departs from the identity, a share; symmetric.
  var softIron: [Vector3]

  /// Standard deviation of the noise on each axis, µT.
  var noise: Double

  /// One step of the readings, µT.
  static let word = 0.15

  /// A magnetometer as a random phone has it.
  static func random(_ random: RandomSource) -> PhoneMagnetometer {
    func vector(_ deviation: Double) -> Vector3 {
      Vector3(
        random.gaussian(standardDeviation: deviation),
        random.gaussian(standardDeviation: deviation),
        random.gaussian(standardDeviation: deviation)
      )
    }
    let diagonal = vector(0.02)
    let beside = vector(0.008)
    return PhoneMagnetometer(
      hardIron: vector(25),
      remainingHardIron: vector(0.7),
      softIron: [
        Vector3(diagonal.x, beside.x, beside.y), Vector3(beside.x, diagonal.y, beside.z),
        Vector3(beside.y, beside.z, diagonal.z),
      ],
      noise: random.uniform(in: 0.2...0.5)
    )
  }

  /// What is read of a field in the phone's axes, as the system hands it out and uncalibrated.
  func reading(
    of field: Vector3,
    _ random: RandomSource
  ) -> (calibrated: Vector3, raw: Vector3) {
    let noise = Vector3(
      random.gaussian(standardDeviation: noise),
      random.gaussian(standardDeviation: noise),
      random.gaussian(standardDeviation: noise)
    )
    let bent =
      field + Vector3(softIron[0].dot(field), softIron[1].dot(field), softIron[2].dot(field))
    return (stepped(field + remainingHardIron + noise), stepped(bent + hardIron + noise))
  }

  private func stepped(_ value: Vector3) -> Vector3 {
    func axis(_ value: Double) -> Double { (value / Self.word).rounded() * Self.word }
    return Vector3(axis(value.x), axis(value.y), axis(value.z))
  }
}
