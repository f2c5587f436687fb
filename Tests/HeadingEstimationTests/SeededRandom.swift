import MotionSamples

/// Random numbers that are the same on every run with the same seed.
///
/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A normally distributed number of mean 0 and deviation 1, by the polar method.
  mutating func normal() -> Double {
    while true {
      let a = Double.random(in: -1...1, using: &self)
      let b = Double.random(in: -1...1, using: &self)
      let square = a * a + b * b
      if square > 0, square < 1 {
        return a * (-2 * naturalLogarithm(square) / square).squareRoot()
      }
    }
  }

  /// A vector of three normally distributed components.
  mutating func normalVector(deviation: Double) -> Vector3 {
    Vector3(normal(), normal(), normal()) * deviation
  }

  /// A direction spread evenly over the sphere.
  mutating func direction() -> Vector3 {
    while true {
      if let direction = normalVector(deviation: 1).normalized { return direction }
    }
  }
}
