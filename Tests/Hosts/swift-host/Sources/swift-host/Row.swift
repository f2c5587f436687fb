import DetectorEngine

/// One row of a recording: its time and the values that it holds, by column.
struct Row {
  let timestamp: Timestamp
  private let numbers: [String: Double]
  private let activity: Activity?

  /// Reads a row; a cell that is not what its column should hold is refused.
  init(_ line: Substring, columns: [String]) throws(HostProblem) {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
    guard cells.count == columns.count else {
      throw HostProblem("\(cells.count) cells; expected \(columns.count)")
    }
    var numbers: [String: Double] = [:]
    var timestamp: Timestamp?
    var activity: Activity?
    for (column, cell) in zip(columns, cells) where !cell.isEmpty {
      switch column {
      case "t": timestamp = Self.time(cell)
      case "activity":
        guard let name = Activity(rawValue: String(cell)) else {
          throw HostProblem("'\(cell)'; expected an activity")
        }
        activity = name
      default:
        guard let number = Double(cell) else {
          throw HostProblem("'\(cell)'; expected a number")
        }
        numbers[column] = number
      }
    }
    guard let timestamp else { throw HostProblem("no time; expected decimal seconds") }
    self.timestamp = timestamp
    self.numbers = numbers
    self.activity = activity
  }

  /// What the row's sensors said: what turns the phone first, then its accelerometer, then fix and activity.
  var inputs: [EngineInput] {
    var inputs: [EngineInput] = []
    if let rate = vector("gx", "gy", "gz") {
      let sample = RotationSample(timestamp: timestamp, radiansPerSecond: rate)
      inputs.append(.sensor(.rotation(sample)))
    }
    if let field = vector("mx", "my", "mz") {
      let sample = MagneticFieldSample(timestamp: timestamp, microteslas: field)
      inputs.append(.sensor(.magneticField(sample)))
    }
    if let reading = vector("ax", "ay", "az") {
      let sample = AccelerationSample(timestamp: timestamp, metersPerSecondSquared: reading)
      inputs.append(.sensor(.acceleration(sample)))
    }
    if hasFix { inputs.append(.fix(fix)) }
    if let activity {
      let confidence = Int(numbers["confidence"] ?? 0)
      let sample = ActivitySample(
        timestamp: timestamp,
        activity: activity,
        confidence: confidence
      )
      inputs.append(.activity(sample))
    }
    return inputs
  }

  /// Whether the row holds any part of a fix.
  var hasFix: Bool { ["speed", "lat", "accuracy"].contains { numbers[$0] != nil } }

  private var fix: LocationFix {
    var coordinate: Coordinate?
    if let latitude = numbers["lat"], let longitude = numbers["lon"] {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    return LocationFix(
      timestamp: timestamp,
      coordinate: coordinate,
      accuracy: numbers["accuracy"],
      speed: numbers["speed"]
    )
  }

  private func vector(_ x: String, _ y: String, _ z: String) -> Vector3? {
    guard let x = numbers[x], let y = numbers[y], let z = numbers[z] else { return nil }
    return Vector3(x, y, z)
  }

  /// Decimal seconds as whole nanoseconds, exact where nine decimals are enough, else to the nearest.
  private static func time(_ text: Substring) -> Timestamp? {
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? parts[1] : ""
    let nine = decimals.prefix(9)
    let padded = nine + String(repeating: "0", count: 9 - nine.count)
    guard let first = parts.first, var size = Int64(first + padded) else { return nil }
    // The tenth decimal rounds, halves away from zero.
    if let tenth = decimals.dropFirst(9).first, tenth >= "5" { size += 1 }
    return Timestamp(nanoseconds: isNegative ? -size : size)
  }
}
