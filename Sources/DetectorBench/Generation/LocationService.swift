import Foundation
import MotionSamples
import SignalFilters

/// The location fixes of a phone in a vehicle.
///
/// A fix a second, whose speed a receiver smooths over some tenths of a second and whose error of position wanders
/// slowly; delivered late, and not at all through an outage.
struct LocationService: Sendable {
  /// Time of the first fix, in seconds.
  var phase: Double

  /// Seconds between fixes.
  var interval = 1.0

  /// Reported radius of the error circle, metres.
  var accuracy: Double

  /// Standard deviation of the speed's error, m/s.
  var speedNoise: Double

  /// Time constant of the receiver's own smoothing of speed, in seconds.
  var smoothing: Double

  /// Shortest and longest time from measurement to delivery, in seconds.
  var lag: ClosedRange<Double>

  /// Spans without fixes, in seconds.
  var outages: [ClosedRange<Double>] = []

  /// Whether fixes carry a speed.
  var reportsSpeed = true

  /// Whether fixes carry a position.
  var reportsPosition = true

  /// Whether a standing phone's fixes carry no speed, as some receivers have it.
  var omitsSpeedAtRest = false

  /// A receiver with an open sky.
  static func random(_ random: RandomSource) -> LocationService {
    LocationService(
      phase: random.uniform(in: 0.05...0.95),
      accuracy: random.uniform(in: 3...12),
      speedNoise: random.uniform(in: 0.08...0.3),
      smoothing: random.uniform(in: 0.05...0.5),
      lag: 0.05...random.uniform(in: 0.15...0.6),
      reportsPosition: random.chance(0.75),
      omitsSpeedAtRest: random.chance(0.15)
    )
  }

  /// The fixes of a motion with the times at which they arrive.
  func fixes(
    of motion: VehicleMotion,
    clock: SimulationClock,
    random: RandomSource
  ) -> [(arrival: Double, row: GeneratedRow)] {
    let smoothed = smoothedSpeed(motion)
    var result: [(arrival: Double, row: GeneratedRow)] = []
    var place = (
      latitude: random.uniform(in: 45...53), longitude: random.uniform(in: 5...15)
    )
    let metersPerDegree = PhysicalConstants.meanEarthRadius * PhysicalConstants.radiansPerDegree
    var wander = (east: 0.0, north: 0.0)
    var next = phase
    var previous = 0
    while next < clock.duration {
      let index = clock.index(next)
      for step in previous..<index {
        let way = motion.speed[step] * SimulationClock.step / metersPerDegree
        place.latitude += way * sin(motion.course[step])
        place.longitude +=
          way * cos(motion.course[step])
          / cos(place.latitude * PhysicalConstants.radiansPerDegree)
      }
      previous = index
      let drift = accuracy * 0.12
      wander.east = 0.95 * wander.east + random.gaussian(standardDeviation: drift)
      wander.north = 0.95 * wander.north + random.gaussian(standardDeviation: drift)
      let time = ((next + random.gaussian(standardDeviation: 0.004)) * 1e3).rounded() / 1e3
      let delay = random.uniform(in: lag)
      let noise = random.gaussian(standardDeviation: speedNoise)
      let reported = max(1, accuracy * (1 + random.gaussian(standardDeviation: 0.08)))
      next += interval
      guard time >= 0, !outages.contains(where: { $0.contains(time) }) else { continue }
      var row = GeneratedRow(time: time)
      row.accuracy = reported
      row.speed = reportedSpeed(smoothed[index], noise)
      if reportsPosition {
        row.coordinate = (
          place.latitude + wander.north / metersPerDegree,
          place.longitude + wander.east / metersPerDegree
        )
      }
      result.append((time + delay, row))
    }
    return result
  }

  /// A standing receiver's speed is held at zero, as receivers do.
  private func reportedSpeed(_ speed: Double, _ noise: Double) -> Double? {
    guard reportsSpeed else { return nil }
    if speed < 0.3 { return omitsSpeedAtRest ? nil : 0 }
    return max(0, speed + noise)
  }

  private func smoothedSpeed(_ motion: VehicleMotion) -> [Double] {
    var value = motion.speed.first ?? 0
    let follow = SimulationClock.step / (SimulationClock.step + smoothing)
    return motion.speed.map {
      value += ($0 - value) * follow
      return value
    }
  }
}
