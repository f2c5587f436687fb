/// The latest values of a stream in a ring of fixed size, from which everything else can be rebuilt.
///
/// Nothing is allocated once the ring exists, unless a copy of it is about to be changed.
struct ValueRing: Sendable {
  /// How many values it holds at most; at least 1.
  let capacity: Int

  /// The places; those not yet taken hold zeros.
  private var places: [Double]

  /// The place of the oldest value.
  private var start = 0

  /// How many values it holds.
  private(set) var count = 0

  /// Creates an empty ring.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
    places = [Double](repeating: 0, count: self.capacity)
  }

  /// Takes a value, in the place of the oldest where the ring is full.
  mutating func append(_ value: Double) {
    let end = start + count
    places[end < capacity ? end : end - capacity] = value
    if count < capacity {
      count += 1
    } else {
      start = start + 1 < capacity ? start + 1 : 0
    }
  }

  /// Lets go of the oldest values until `limit` are left.
  mutating func keepNewest(_ limit: Int) {
    let surplus = max(0, count - max(0, limit))
    start = (start + surplus) % capacity
    count -= surplus
  }

  /// Lets go of all values.
  mutating func removeAll() {
    start = 0
    count = 0
  }

  /// The value that came `age` values before the newest; the ring must hold it.
  func newest(_ age: Int = 0) -> Double {
    let index = start + count - 1 - age
    return places[index < capacity ? index : index - capacity]
  }

  /// The values from the oldest to the newest.
  var values: [Double] {
    (0..<count).map { newest(count - 1 - $0) }
  }
}

extension ValueRing: Equatable {
  /// Whether both hold the same values in the same order, wherever in the ring.
  static func == (lhs: ValueRing, rhs: ValueRing) -> Bool {
    guard lhs.capacity == rhs.capacity, lhs.count == rhs.count else { return false }
    return (0..<lhs.count).allSatisfy { lhs.newest($0) == rhs.newest($0) }
  }
}
