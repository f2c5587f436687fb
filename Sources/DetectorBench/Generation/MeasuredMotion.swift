import MotionSamples

/// One channel of a recording, in order of time.
struct MeasuredSeries: Sendable {
  /// Instants in seconds, not falling.
  private(set) var times: [Double]

  /// Values at the instants.
  private(set) var values: [Vector3]

  /// Takes a channel out of a recording.
  init(_ channel: Recording.Channels, of recording: Recording) {
    var rows: [(time: Double, value: Vector3)] = []
    for row in recording.rows where row.channels.contains(channel) {
      let cells = Array(recording.values(channel, of: row))
      rows.append((row.timestamp.seconds, Vector3(cells[0], cells[1], cells[2])))
    }
    rows.sort { $0.time < $1.time }
    times = rows.map(\.time)
    values = rows.map(\.value)
  }

  /// The value at an instant, between its neighbours; the nearer end outside; zero without any.
  func value(at time: Double) -> Vector3 {
    guard let last = values.last else { return .zero }
    let upper = MeasuredMotion.firstIndex(times, after: time)
    guard upper > 0 else { return values[0] }
    guard upper < times.count else { return last }
    let span = times[upper] - times[upper - 1]
    let share = span > 0 ? (time - times[upper - 1]) / span : 0
    return values[upper - 1] + (values[upper] - values[upper - 1]) * share
  }
}

/// What an accelerometer and a gyroscope measured, and the attitude that cameras saw.
struct MeasuredMotion: Sendable {
  /// Specific force in the sensor's axes, m/s².
  let acceleration: MeasuredSeries

  /// Rotation rate in the sensor's axes, rad/s.
  let rotation: MeasuredSeries

  /// Attitudes from the sensor's axes to east, north, up, with whether the sensor was being moved (nil: not said).
  private(set) var attitudes: [(attitude: UnitQuaternion, isMoving: Bool?)] = []

  /// The instants of the attitudes, in seconds.
  private(set) var truthTimes: [Double] = []

  /// Reads a recording of a data set, with its `.truth.csv` where it has one.
  init(_ info: RecordingInfo, of dataset: Dataset) throws {
    let recording = try dataset.read(info)
    acceleration = MeasuredSeries(.acceleration, of: recording)
    rotation = MeasuredSeries(.rotation, of: recording)
    guard let path = dataset.path(of: info, companion: "truth") else { return }
    let table = try Table(
      path: path,
      schema: .init(required: ["t", "qw", "qx", "qy", "qz"], allowsOthers: true)
    )
    for row in table.rows {
      let reader = TableRowReader(table: table, row: row)
      guard let w = try reader.number("qw", in: -1.01...1.01),
        let x = try reader.number("qx", in: -1.01...1.01),
        let y = try reader.number("qy", in: -1.01...1.01),
        let z = try reader.number("qz", in: -1.01...1.01)
      else { continue }
      let moving = try reader.number("moving", in: 0...1)
      truthTimes.append(try reader.requiredNumber("t", in: -1e6...1e6))
      attitudes.append(
        (UnitQuaternion(w: w, v: Vector3(x, y, z)).renormalized, moving.map { $0 > 0.5 })
      )
    }
  }

  /// The attitude nearest to an instant, between its neighbours where they are close; identity without any.
  func attitude(at time: Double) -> UnitQuaternion {
    guard let last = attitudes.last else { return .identity }
    let upper = Self.firstIndex(truthTimes, after: time)
    guard upper > 0 else { return attitudes[0].attitude }
    guard upper < truthTimes.count else { return last.attitude }
    let before = attitudes[upper - 1].attitude
    let span = truthTimes[upper] - truthTimes[upper - 1]
    let share = span > 0 ? (time - truthTimes[upper - 1]) / span : 0
    let turn = (before.inverse * attitudes[upper].attitude).rotationVector
    return before * UnitQuaternion(rotationVector: turn * share)
  }

  /// Spans in which the sensor was being moved, pauses below a second taken into them.
  var movingSpans: [ClosedRange<Double>] {
    var spans: [ClosedRange<Double>] = []
    for (time, row) in zip(truthTimes, attitudes) where row.isMoving == true {
      if let last = spans.last, time - last.upperBound < 1 {
        spans[spans.count - 1] = last.lowerBound...time
      } else {
        spans.append(time...time)
      }
    }
    return spans
  }

  /// The index of the first time later than `time`, by halving.
  static func firstIndex(_ times: [Double], after time: Double) -> Int {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
