import MotionSamples

/// One row of a generated recording, in the order of arrival.
struct GeneratedRow: Sendable {
  /// The measurement's own time, in seconds.
  var time: Double

  /// Accelerometer, m/s².
  var acceleration: Vector3?

  /// Gyroscope, rad/s.
  var rotationRate: Vector3?

  /// Magnetometer, µT.
  var magneticField: Vector3?

  /// Speed of a fix, m/s.
  var speed: Double?

  /// Position of a fix, degrees.
  var coordinate: (latitude: Double, longitude: Double)?

  /// Radius of the fix's error circle, metres.
  var accuracy: Double?

  /// The activity classifier's verdict and how sure it is.
  var activity: (name: Activity, confidence: Int)?
}

/// A span of a recording in which something happens, as `labels.csv` holds it.
package struct GeneratedLabel: Hashable, Sendable {
  /// The detector that the label is for, or `context`.
  package var detector: String

  /// What happens.
  package var kind: String

  /// When it starts, in seconds.
  package var start: Double

  /// When it ends, in seconds.
  package var end: Double

  /// Known truth as `name=value` pairs with semicolons between.
  package var note: String
}

/// A recording that a model made: it is generated, no phone took it.
package struct GeneratedRecording: Sendable {
  /// The name, which is also the file's without its extension.
  package var name: String

  /// `train` or `test`.
  package var split: String

  /// Seconds in all.
  package var duration: Double

  /// What kind of phone the model had, in words.
  package var device: String

  /// Where it sat.
  package var placement: String

  /// Detectors for which everything that happens is labelled.
  package var labelledFor: String

  /// What the file is, starting with `generated` or `composed`.
  package var note: String

  /// What happens in it.
  package var labels: [GeneratedLabel]

  var rows: [GeneratedRow]

  /// A file that belongs to a recording and lies beside it, such as `truth`.
  package struct Companion: Sendable {
    /// What stands between the recording's name and the extension.
    package var name: String

    /// The text.
    package var csv: [UInt8]
  }

  /// The files beside the recording.
  package var companions: [Companion] = []

  /// The recording as CSV, header first, empty cells where a channel has no sample.
  ///
  /// Accelerations to 0.01 m/s² (a milligee, finer than a phone's noise), rates to 0.001 rad/s, fields to 0.01 µT, times
  /// to 0.1 ms.
  package var csv: [UInt8] {
    let hasGyroscope = rows.contains { $0.rotationRate != nil }
    let hasMagnetometer = rows.contains { $0.magneticField != nil }
    let hasPosition = rows.contains { $0.coordinate != nil }
    var text = CompactDecimals()
    text.append("t,ax,ay,az")
    if hasGyroscope { text.append(",gx,gy,gz") }
    if hasMagnetometer { text.append(",mx,my,mz") }
    text.append(",speed")
    if hasPosition { text.append(",lat,lon") }
    text.append(",accuracy,activity,confidence\n")
    for row in rows {
      text.append(row.time, decimals: 6)
      text.append(row.acceleration, decimals: 2)
      if hasGyroscope { text.append(row.rotationRate, decimals: 3) }
      if hasMagnetometer { text.append(row.magneticField, decimals: 2) }
      text.append(cell: row.speed, decimals: 2)
      if hasPosition {
        text.append(cell: row.coordinate?.latitude, decimals: 6)
        text.append(cell: row.coordinate?.longitude, decimals: 6)
      }
      text.append(cell: row.accuracy, decimals: 1)
      text.append(",")
      if let activity = row.activity {
        text.append(activity.name.rawValue)
        text.append(",\(activity.confidence)")
      } else {
        text.append(",")
      }
      text.append("\n")
    }
    return text.bytes
  }
}

/// Text of numbers with a fixed number of decimals and no zeros at the end, independent of locale and platform.
package struct CompactDecimals {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty text.
  package init() {}

  /// Appends a text.
  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends three cells, each with its comma in front.
  mutating func append(_ vector: Vector3?, decimals: Int) {
    append(cell: vector?.x, decimals: decimals)
    append(cell: vector?.y, decimals: decimals)
    append(cell: vector?.z, decimals: decimals)
  }

  /// Appends a comma and the number, or nothing after the comma.
  package mutating func append(cell value: Double?, decimals: Int) {
    bytes.append(0x2C)
    if let value { append(value, decimals: decimals) }
  }

  /// Appends a number, rounded to the nearest with `decimals` places.
  ///
  /// What is not finite or too large to round leaves an empty cell.
  package mutating func append(_ value: Double, decimals: Int) {
    var unit: Int64 = 1
    for _ in 0..<decimals { unit *= 10 }
    guard let scaled = Int64(exactly: (value * Double(unit)).rounded()) else { return }
    if scaled < 0 { bytes.append(0x2D) }
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: unit.magnitude)
    append("\(whole)")
    guard rest > 0 else { return }
    bytes.append(0x2E)
    var remaining = rest
    var place = unit.magnitude / 10
    while remaining > 0 {
      bytes.append(UInt8(truncatingIfNeeded: 0x30 + remaining / place))
      remaining %= place
      place /= 10
    }
  }

  /// The number as text of its own.
  static func string(_ value: Double, decimals: Int) -> String {
    var text = CompactDecimals()
    text.append(value, decimals: decimals)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
