import MotionSamples

/// All that the background of impacts depends on of a configuration: when a phone falls freely.
///
/// That it is no more than this lets one background serve every configuration that agrees on it.
package struct FallCriteria: Hashable, Sendable {
  /// The square of the magnitude below which the phone falls freely, in m²/s⁴.
  let squaredLevel: Double

  /// Shortest free fall in milliseconds.
  let minimumFreeFallMs: Double

  /// Time in seconds after a free fall in which its bounces can come.
  let bounceChainSec: Double

  /// Takes the criteria from a configuration.
  package init(_ configuration: CrashConfiguration) {
    let level = configuration.freeFallThreshold * PhysicalConstants.standardGravity
    squaredLevel = level * level
    minimumFreeFallMs = configuration.minimumFreeFallMs
    bounceChainSec = configuration.bounceChainSec
  }
}
