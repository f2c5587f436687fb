import MotionSamples

/// Collects the rows of a recording as they are read.
///
/// Rows of one kind, with values in the same columns, come in long runs, so what a kind means is worked out once a run.
/// Values are put into memory of its own and appended to the recording a few thousand at a time, which is what makes it
/// unsafe: asking at every value whose the recording's list is and whether it has room would cost more than reading it.
struct RowCollector {
  /// How many values are collected before they are appended.
  private static let capacity = 4096

  private var recording = Recording()

  /// Values that are not in the recording yet.
  private let pending: UnsafeMutablePointer<Double>
  private var pendingCount = 0

  /// How many values are in the recording.
  private var appendedCount = 0

  /// The columns of the present kind of rows, absent before the first.
  private var present: UInt32?
  private var channels: Recording.Channels = []

  /// Where the values of a row of that kind come from, in the order in which they are kept.
  private let sources: UnsafeMutablePointer<Int>
  private var sourceCount = 0

  init() {
    pending = .allocate(capacity: Self.capacity)
    sources = .allocate(capacity: RecordingColumn.allCases.count)
  }

  /// Gives its memory back; nothing may be done with it afterwards.
  func deallocate() {
    pending.deallocate()
    sources.deallocate()
  }

  /// Makes room for as many rows.
  mutating func reserveRows(_ count: Int, valuesPerRow: Int) {
    recording.reserveRows(count, valuesPerRow: valuesPerRow)
  }

  /// Whether rows with values in these columns are the present kind.
  @inline(__always)
  func isShaped(_ present: UInt32) -> Bool { self.present == present }

  /// Takes rows with values in these columns, every group of them whole, as the present kind.
  mutating func shape(_ present: UInt32) {
    self.present = present
    channels = []
    sourceCount = 0
    for channel in Recording.Channels.inOrder {
      let columns = Self.columns(of: channel)
      guard present & columns[0].bit != 0 else { continue }
      channels.insert(channel)
      for column in columns {
        sources[sourceCount] = column.rawValue
        sourceCount += 1
      }
    }
  }

  private static func columns(of channel: Recording.Channels) -> [RecordingColumn] {
    switch channel {
    case .rotation: [.gx, .gy, .gz]
    case .magneticField: [.mx, .my, .mz]
    case .acceleration: [.ax, .ay, .az]
    case .speed: [.speed]
    case .position: [.lat, .lon]
    case .accuracy: [.accuracy]
    default: [.activity, .confidence]
    }
  }

  /// Appends a row of the present kind, out of one number for each column.
  @inline(__always)
  mutating func append(_ numbers: UnsafeMutablePointer<Double>, at time: Timestamp) {
    if pendingCount + sourceCount > Self.capacity { flush() }
    recording.appendRow(time, channels, firstValue: appendedCount + pendingCount)
    for index in 0..<sourceCount {
      (pending + pendingCount + index).initialize(to: numbers[sources[index]])
    }
    pendingCount += sourceCount
  }

  private mutating func flush() {
    recording.appendValues(UnsafeBufferPointer(start: pending, count: pendingCount))
    appendedCount += pendingCount
    pendingCount = 0
  }

  /// The recording with all rows so far.
  mutating func finished() -> Recording {
    flush()
    return recording
  }
}
