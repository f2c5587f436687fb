/// Readings that wait for earlier ones, in the order in which they will be passed on.
///
/// They stand one after the other in one list whose front is used up as they are passed on; when the list is at its end,
/// what still waits moves to its beginning. Nearly every reading is put at the end and taken from the front, which costs
/// the same however many wait.
struct ReorderBuffer: Sendable {
  /// A reading of any sensor, as compact as can be.
  struct Reading: Sendable {
    /// When the sensor took the reading.
    let timestamp: Timestamp
    /// Which sensor it comes from.
    let channel: SensorChannel
    /// The reading itself.
    let value: Vector3

    @inline(__always)
    init(_ sample: SensorSample) {
      timestamp = sample.timestamp
      channel = sample.channel
      value = sample.reading
    }

    /// Whether every component is a number of at most this size.
    @inline(__always)
    func isWithin(_ limit: Double) -> Bool {
      abs(value.x) <= limit && abs(value.y) <= limit && abs(value.z) <= limit
    }

    /// The reading as the sensor gave it.
    var sample: SensorSample { SensorSample(channel, timestamp: timestamp, value: value) }

    /// Whether this reading is to be passed on after another: later, or of the same instant and a later channel.
    @inline(__always)
    func isAfter(_ other: Reading) -> Bool {
      timestamp == other.timestamp
        ? channel.index > other.channel.index : timestamp > other.timestamp
    }

    /// Whether another reading is of the same sensor and the same instant.
    @inline(__always)
    func isTwin(of other: Reading) -> Bool {
      channel == other.channel && timestamp == other.timestamp
    }
  }

  /// Readings that have been passed on already, then those that wait.
  private var readings: [Reading] = []

  /// How many have been passed on.
  private var head = 0

  /// How long the list may become before what waits is moved to its beginning.
  private var maximumLength = 0

  /// Creates an empty buffer.
  init() {}

  /// Makes room, so that nothing is allocated while at most `count` readings wait.
  mutating func reserveCapacity(_ count: Int) {
    // Twice the room, so that moving costs each reading one move at most.
    maximumLength = 2 * count
    readings.reserveCapacity(maximumLength)
  }

  /// How many readings wait.
  @inline(__always)
  var count: Int { readings.count - head }

  /// The reading that is passed on next.
  @inline(__always)
  var first: Reading? { head < readings.count ? readings[head] : nil }

  /// The reading that is passed on last.
  @inline(__always)
  var last: Reading? { head < readings.count ? readings[readings.count - 1] : nil }

  /// A waiting reading by its place in the order.
  @inline(__always)
  subscript(place: Int) -> Reading { readings[head + place] }

  /// Where a reading belongs; its twin, if it has one, is just before that place.
  @inline(__always)
  func place(of reading: Reading) -> Int {
    var place = count
    while place > 0, self[place - 1].isAfter(reading) { place -= 1 }
    return place
  }

  /// Puts a reading at the end.
  @inline(__always)
  mutating func append(_ reading: Reading) {
    if readings.count >= maximumLength { moveToBeginning() }
    readings.append(reading)
  }

  /// Puts a reading into its place.
  mutating func insert(_ reading: Reading, at place: Int) {
    if readings.count >= maximumLength { moveToBeginning() }
    readings.insert(reading, at: head + place)
  }

  /// Takes the first reading out; there must be one.
  @inline(__always)
  mutating func removeFirst() { head += 1 }

  /// Takes the last reading out; there must be one.
  mutating func removeLast() { readings.removeLast() }

  private mutating func moveToBeginning() {
    readings.removeSubrange(0..<head)
    head = 0
  }
}

extension ReorderBuffer: Hashable {
  /// The readings that wait.
  private var samples: [SensorSample] { readings[head...].map(\.sample) }

  /// Whether the same readings wait.
  static func == (lhs: ReorderBuffer, rhs: ReorderBuffer) -> Bool { lhs.samples == rhs.samples }

  /// Feeds the waiting readings into a hasher.
  func hash(into hasher: inout Hasher) { hasher.combine(samples) }
}

extension ReorderBuffer: Codable {
  /// Decodes the list of the waiting readings, refusing one that is not in order.
  init(from decoder: any Decoder) throws {
    readings = try [SensorSample](from: decoder).map { Reading($0) }
    guard zip(readings, readings.dropFirst()).allSatisfy({ $1.isAfter($0) }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not in order")
      )
    }
  }

  /// Encodes the list of the waiting readings.
  func encode(to encoder: any Encoder) throws { try samples.encode(to: encoder) }
}
