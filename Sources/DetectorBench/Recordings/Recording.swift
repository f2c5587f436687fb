import MotionSamples

/// What one phone recorded, in the order in which it arrived.
///
/// Rows stand in arrival order and carry each measurement's own time, so a fix that came late stands later than the
/// samples that were taken after it. Values are packed: an absent one takes no room.
public struct Recording: Hashable, Sendable {
  /// The channels that a row can hold.
  struct Channels: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let rotation = Channels(rawValue: 1 << 0)
    static let magneticField = Channels(rawValue: 1 << 1)
    static let acceleration = Channels(rawValue: 1 << 2)
    static let speed = Channels(rawValue: 1 << 3)
    static let position = Channels(rawValue: 1 << 4)
    static let accuracy = Channels(rawValue: 1 << 5)
    static let activity = Channels(rawValue: 1 << 6)

    /// What makes a row a fix: any of what a fix can carry.
    static let fix: Channels = [.speed, .position, .accuracy]

    /// Every channel, in the order in which a row's values stand.
    static let inOrder: [Channels] = [
      .rotation, .magneticField, .acceleration, .speed, .position, .accuracy, .activity,
    ]

    /// How many values a single channel has.
    var width: Int {
      switch self {
      case .rotation, .magneticField, .acceleration: 3
      case .position, .activity: 2
      default: 1
      }
    }
  }

  /// One row: its time, what it holds, and where its values begin.
  struct Row: Hashable, Sendable {
    let timestamp: Timestamp
    let channels: Channels
    let firstValue: Int
  }

  /// The rows in arrival order.
  private(set) var rows: [Row] = []

  /// The values of all rows, each row's in the order of `Channels`.
  private(set) var values: [Double] = []

  /// Creates a recording without rows.
  public init() {}

  /// The number of rows.
  public var rowCount: Int { rows.count }

  /// Appends a row whose values stand in the order of `Channels`.
  mutating func append(
    _ timestamp: Timestamp,
    _ channels: Channels,
    _ rowValues: some Sequence<Double>
  ) {
    rows.append(Row(timestamp: timestamp, channels: channels, firstValue: values.count))
    values.append(contentsOf: rowValues)
  }

  /// Appends one input as a row of its own.
  ///
  /// A fix's course is not recorded, since the file format has no column for it.
  public mutating func append(_ input: RecordedInput) {
    switch input {
    case .rotation(let sample):
      append(sample.timestamp, .rotation, sample.rotationRate.components)
    case .magneticField(let sample):
      append(sample.timestamp, .magneticField, sample.field.components)
    case .acceleration(let sample):
      append(sample.timestamp, .acceleration, sample.acceleration.components)
    case .fix(let fix):
      // Unknown speed is written as platforms write it, since a fix must have something to be one.
      var channels: Channels = .speed
      var row = [fix.speed ?? -1]
      if let coordinate = fix.coordinate {
        channels.insert(.position)
        row += [coordinate.latitude, coordinate.longitude]
      }
      if let accuracy = fix.accuracy {
        channels.insert(.accuracy)
        row.append(accuracy)
      }
      append(fix.timestamp, channels, row)
    case .activity(let sample):
      let index = Activity.allCases.firstIndex(of: sample.activity) ?? 0
      append(sample.timestamp, .activity, [Double(index), Double(sample.confidence)])
    case .timePassed(let timestamp):
      append(timestamp, [], [])
    }
  }

  /// The values of a single channel in a row; none where the row does not have it.
  func values(_ channel: Channels, of row: Row) -> ArraySlice<Double> {
    var index = row.firstValue
    for other in Channels.inOrder where row.channels.contains(other) {
      if other == channel { return values[index..<(index + other.width)] }
      index += other.width
    }
    return []
  }

  /// Appends a row whose values begin at `firstValue` and are appended by ``appendValues(_:)``, sooner or later.
  @inline(__always)
  mutating func appendRow(_ timestamp: Timestamp, _ channels: Channels, firstValue: Int) {
    rows.append(Row(timestamp: timestamp, channels: channels, firstValue: firstValue))
  }

  /// Appends the values of rows that have been appended.
  mutating func appendValues(_ rowValues: UnsafeBufferPointer<Double>) {
    values.append(contentsOf: rowValues)
  }

  /// Makes room for `count` more rows.
  mutating func reserveRows(_ count: Int, valuesPerRow: Int) {
    rows.reserveCapacity(rows.count + count)
    values.reserveCapacity(values.count + count * valuesPerRow)
  }
}

extension Vector3 {
  /// The components in order.
  var components: [Double] { [x, y, z] }
}
