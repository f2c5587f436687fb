internal import CGSL

/// A stream of random numbers that is the same for the same seed.
///
/// The Mersenne Twister `mt19937` of the GNU Scientific Library (Matsumoto and Nishimura, ACM TOMACS 8(1), 1998) and the
/// library's distributions on top of it. For generated data and tests; no detector draws a random number. A reference
/// type, since a copy that goes on with the same numbers is hardly ever meant.
package final class RandomSource {
  private let generator: UnsafeMutablePointer<gsl_rng>

  /// Creates the stream of one seed.
  ///
  /// Throws where the library has no memory for the generator's state.
  package init(seed: UInt32) throws(GSLError) {
    GSL.prepare()
    guard let generator = gsl_rng_alloc(cgsl_rng_mt19937()) else {
      throw GSLError(status: Int32(GSL_ENOMEM), operation: "making a random source")
    }
    // The library reads seed 0 as "its default seed", which would make two seeds give one stream.
    gsl_rng_set(generator, seed == 0 ? 0x9E37_79B9 : UInt(seed))
    self.generator = generator
  }

  deinit {
    gsl_rng_free(generator)
  }

  /// A number in [0, 1), all alike likely.
  package func uniform() -> Double { gsl_rng_uniform(generator) }

  /// A number between the ends of a range, all alike likely.
  package func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * gsl_rng_uniform(generator)
  }

  /// A whole number in a range, all alike likely.
  package func integer(in range: ClosedRange<Int>) -> Int {
    let span = UInt(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(gsl_rng_uniform_int(generator, span))
  }

  /// True with the given probability.
  package func chance(_ probability: Double) -> Bool { gsl_rng_uniform(generator) < probability }

  /// A normally distributed number with mean 0.
  package func gaussian(standardDeviation: Double) -> Double {
    gsl_ran_gaussian_ziggurat(generator, standardDeviation)
  }

  /// A point on the unit sphere, all alike likely.
  package func direction() -> (x: Double, y: Double, z: Double) {
    var x = 0.0
    var y = 0.0
    var z = 0.0
    gsl_ran_dir_3d(generator, &x, &y, &z)
    return (x, y, z)
  }

  /// One of the elements, all alike likely.
  ///
  /// - Precondition: `elements` is not empty.
  package func element<Element>(of elements: [Element]) -> Element {
    elements[integer(in: 0...elements.count - 1)]
  }
}
