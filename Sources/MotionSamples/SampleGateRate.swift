/// The latest intervals between a channel's readings, from which its rate is measured.
///
/// The median of them stands firm against dropped and doubled readings and uneven spacing, where the mean does not.
struct IntervalWindow: Hashable, Sendable {
  /// How many intervals are kept: 0.08 s of them at 400 Hz, 3 s at 10 Hz.
  static let capacity = 31

  /// How many intervals make a measurement.
  static let minimumCount = 8

  /// The intervals in seconds, the oldest at `next` once all places are taken.
  private(set) var intervals: [Double]

  /// The place that the next interval takes.
  private(set) var next = 0

  /// Creates an empty window.
  init() {
    intervals = []
    intervals.reserveCapacity(Self.capacity)
  }

  /// Takes an interval in the place of the oldest; true where this has renewed the whole window once more.
  @inline(__always)
  mutating func append(_ interval: Double) -> Bool {
    if intervals.count < Self.capacity {
      intervals.append(interval)
    } else {
      intervals[next] = interval
    }
    next = next + 1 == Self.capacity ? 0 : next + 1
    return next == 0
  }

  /// Readings a second by the median interval, absent while there are too few.
  var rateHz: Double? {
    let count = intervals.count
    guard count >= Self.minimumCount else { return nil }
    let median = withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { sorted in
      // Insertion sort on the stack: thirty values, now and then, and no allocation.
      for (end, interval) in intervals.enumerated() {
        var place = end
        while place > 0, sorted[place - 1] > interval {
          sorted.initializeElement(at: place, to: sorted[place - 1])
          place -= 1
        }
        sorted.initializeElement(at: place, to: interval)
      }
      return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
    return median > 0 ? 1 / median : nil
  }
}

extension IntervalWindow: Codable {
  private enum CodingKeys: String, CodingKey {
    case intervals, next
  }

  /// Decodes a window, refusing one whose parts contradict each other.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let decoded = try container.decode([Double].self, forKey: .intervals)
    next = try container.decode(Int.self, forKey: .next)
    let isFull = decoded.count == Self.capacity
    guard isFull ? (0..<Self.capacity).contains(next) : next == decoded.count,
      decoded.count <= Self.capacity
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .next,
        in: container,
        debugDescription: "the next place contradicts the intervals"
      )
    }
    intervals = decoded
    intervals.reserveCapacity(Self.capacity)
  }
}
