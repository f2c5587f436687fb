package import MotionSamples

/// The last few trusted speeds, in order of their own time.
package struct SpeedMemory: Hashable, Codable, Sendable {
  /// One speed and when it was measured.
  package struct Reading: Hashable, Codable, Sendable {
    package let timestamp: Timestamp
    package let speed: Double
  }

  /// Readings kept: half a minute at 1 Hz, more than any look-back and deadline together need at that rate.
  package static let capacity = 32

  /// A speed gain in m/s² that no road car exceeds for a second: what outgrows it is noise.
  package static let maximumGain = 5.0

  /// Horizontal acceleration in m/s² below which a vehicle is not braking in earnest: 0.3 g, where harsh begins.
  package static let notBraking = 3.0

  /// Speed noise in m/s that two fixes of one speed can differ by.
  package static let noise = 1.0

  package private(set) var readings: [Reading] = []

  /// Readings before this instant belong to a crash that has been told.
  package private(set) var barrier = Timestamp.distantPast

  /// Creates an empty memory.
  package init() {
    readings.reserveCapacity(Self.capacity)
  }

  /// Takes a speed in; one that comes late goes where its own time belongs.
  package mutating func insert(_ speed: Double, at timestamp: Timestamp) {
    guard timestamp >= barrier else { return }
    var index = readings.count
    while index > 0 && readings[index - 1].timestamp > timestamp { index -= 1 }
    if index > 0 && readings[index - 1].timestamp == timestamp { return }
    if readings.count == Self.capacity {
      guard index > 0 else { return }
      readings.removeFirst()
      index -= 1
    }
    readings.insert(Reading(timestamp: timestamp, speed: speed), at: index)
  }

  /// Forgets what was before an instant, however late it is told.
  package mutating func forget(before instant: Timestamp) {
    barrier = max(barrier, instant)
    readings.removeAll { $0.timestamp < instant }
  }

  /// The highest trustworthy speed of the look-back window before an onset, or nil where there is none.
  ///
  /// A reading counts only with a neighbour before the onset that bears it out: between two neighbours it is the middle
  /// one of the three, so that a lone spike does not count; at either end it must be within reach of its neighbour, by
  /// acceleration from the earlier or by braking to the later one.
  package func highest(
    before onset: Timestamp,
    lookBackSec: Double,
    brakingLimit: Double
  ) -> Double? {
    var highest: Double?
    let before = readings.prefix { $0.timestamp < onset }
    for index in before.indices {
      let reading = before[index]
      guard onset.seconds(since: reading.timestamp) <= lookBackSec else { continue }
      let earlier = index > before.startIndex ? before[index - 1] : nil
      let later = index + 1 < before.endIndex ? before[index + 1] : nil
      guard
        let trusted = trusted(
          reading,
          earlier: earlier,
          later: later,
          brakingLimit: brakingLimit
        )
      else { continue }
      highest = max(highest ?? trusted, trusted)
    }
    return highest
  }

  /// The speed at an onset: the highest, less what braking took; but no lower than the last reading and brakes allow.
  package func atOnset(
    _ onset: Timestamp,
    highest: Double,
    brakingLoss: Double,
    brakingLimit: Double
  ) -> Double {
    let braked = max(0, highest - brakingLoss)
    guard let last = readings.last(where: { $0.timestamp < onset }) else { return braked }
    let least = last.speed - brakingLimit * onset.seconds(since: last.timestamp)
    return min(highest, max(braked, least))
  }

  private func trusted(
    _ reading: Reading,
    earlier: Reading?,
    later: Reading?,
    brakingLimit: Double
  ) -> Double? {
    switch (earlier, later) {
    case (let earlier?, let later?):
      return max(
        min(earlier.speed, later.speed),
        min(reading.speed, max(earlier.speed, later.speed))
      )
    case (let earlier?, nil):
      let span = reading.timestamp.seconds(since: earlier.timestamp)
      guard reading.speed <= earlier.speed + Self.maximumGain * span + Self.noise else {
        return nil
      }
      // Two readings of one steady speed are better than one.
      return abs(reading.speed - earlier.speed) <= Self.noise
        ? (reading.speed + earlier.speed) / 2 : reading.speed
    case (nil, let later?):
      let span = later.timestamp.seconds(since: reading.timestamp)
      return reading.speed <= later.speed + brakingLimit * span + Self.noise ? reading.speed : nil
    case (nil, nil):
      return nil
    }
  }

  /// The lowest speed measured after an onset, absent where there is none.
  package func lowest(after onset: Timestamp) -> Double? {
    var lowest: Double?
    for reading in readings where reading.timestamp > onset {
      lowest = min(lowest ?? reading.speed, reading.speed)
    }
    return lowest
  }

  /// Whether a reading is at least `lagSec` later than an onset.
  package func hasReading(after onset: Timestamp, bySeconds lagSec: Double) -> Bool {
    guard let last = readings.last else { return false }
    return last.timestamp.seconds(since: onset) >= lagSec
  }

  /// The largest loss of speed beyond what braking explains, about the time of an onset.
  ///
  /// Taken between two readings in a row, the later of which lies within `lagSec` and an interval of the onset; and
  /// between the onset and such a reading, where at the onset the vehicle was not braking: then whatever was lost was
  /// lost since. As many readings as `confirmations` after it must not have climbed back. The earlier one counts up to
  /// `ceiling`, the trusted speed from before the onset, so that a lone spike is no loss. Nil where no loss is borne out
  /// yet.
  package func lossBeyondBraking(
    at onset: Timestamp,
    ceiling: Double,
    brakingBefore: Double,
    lagSec: Double,
    brakingLimit: Double,
    confirmations: Int
  ) -> Double? {
    var largest: Double?
    let last = readings.last { $0.timestamp < onset }
    var index = 1
    while index + confirmations < readings.count {
      defer { index += 1 }
      let (before, after) = (readings[index - 1], readings[index])
      let sinceOnset = after.timestamp.seconds(since: onset)
      guard sinceOnset > 0, sinceOnset <= lagSec + 1.5 else { continue }
      let isBorneOut = readings[(index + 1)..<(index + 1 + confirmations)].allSatisfy {
        $0.speed <= after.speed + Self.maximumGain * $0.timestamp.seconds(since: after.timestamp)
      }
      guard isBorneOut else { continue }
      let span = after.timestamp.seconds(since: before.timestamp)
      let loss = min(before.speed, ceiling) - after.speed - brakingLimit * span
      largest = max(largest ?? loss, loss)
      if let last, brakingBefore < Self.notBraking {
        let coasting = brakingBefore * onset.seconds(since: last.timestamp)
        let sudden =
          min(last.speed, ceiling) - coasting - after.speed - brakingLimit * sinceOnset
        largest = max(largest ?? sudden, sudden)
      }
    }
    return largest
  }
}
