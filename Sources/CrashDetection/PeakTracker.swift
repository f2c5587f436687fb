/// The highest of a series of readings, with its neighbours.
package struct PeakTracker: Hashable, Codable, Sendable {
  /// Share of the peak that a true peak between two readings may exceed it by before the rate counts as too slow.
  private static let tolerance = 0.05

  package private(set) var highest = 0.0
  private var before = 0.0
  private var beforeSec = 0.0
  private var after: Double?
  private var afterSec = 0.0

  /// Creates a tracker that has seen nothing.
  package init() {}

  /// Takes a reading in, with the one before it and the seconds between them.
  package mutating func add(_ reading: Double, previous: Double, interval: Double) {
    if reading > highest {
      highest = reading
      before = previous
      beforeSec = interval
      after = nil
    } else if after == nil {
      after = reading
      afterSec = interval
    }
  }

  /// The vertex of the parabola through the highest reading and its neighbours, and whether it can be trusted.
  ///
  /// Where the neighbours lie so low that a peak between two readings could be over 5 % higher, the rate is too slow for
  /// this pulse: then the highest reading itself is given, as a lower bound.
  package var vertex: (value: Double, isLowerBound: Bool) {
    guard let after, beforeSec > 0, afterSec > 0 else { return (highest, true) }
    let leftSlope = (highest - before) / beforeSec
    let rightSlope = (after - highest) / afterSec
    let curvature = (leftSlope - rightSlope) / (beforeSec + afterSec)
    guard curvature > 0 else { return (highest, false) }
    let widest = max(beforeSec, afterSec)
    let uncertainty = curvature * widest * widest / 4
    guard uncertainty <= Self.tolerance * highest else { return (highest, true) }
    let slope = (leftSlope * afterSec + rightSlope * beforeSec) / (beforeSec + afterSec)
    return (highest + min(uncertainty, slope * slope / (4 * curvature)), false)
  }
}
