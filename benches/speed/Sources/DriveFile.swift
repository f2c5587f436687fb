import BenchSubjects
import DetectorBench
import Foundation
import MotionSamples

/// Writes generated drives as recordings.
enum DriveFile {
  /// Which sensors a recording has, beside the fixes.
  enum Channels: String {
    case accelerometer = "a"
    case withGyroscope = "ag"
    case withMagnetometer = "agm"
  }

  /// Writes a drive at 100 Hz with a fix a second, in digits as phones record them.
  static func write(to path: String, seconds: Int, channels: Channels) throws {
    let drive = GeneratedDrive.eventful
    var text = CompactDecimals()
    text.append("t,ax,ay,az")
    if channels != .accelerometer { text.append(",gx,gy,gz") }
    if channels == .withMagnetometer { text.append(",mx,my,mz") }
    text.append(",speed,lat,lon,accuracy\n")
    for index in 0..<seconds * drive.rateHz {
      text.append(drive.timestamp(index).seconds, decimals: 6)
      append(drive.acceleration(index).acceleration, decimals: 6, to: &text)
      if channels != .accelerometer {
        append(drive.rotation(index).rotationRate, decimals: 6, to: &text)
      }
      if channels == .withMagnetometer {
        append(drive.magneticField(index).field, decimals: 4, to: &text)
      }
      let fix = drive.fix(index)
      text.append(cell: fix?.speed, decimals: 2)
      text.append(cell: fix?.coordinate?.latitude, decimals: 7)
      text.append(cell: fix?.coordinate?.longitude, decimals: 7)
      text.append(cell: fix?.accuracy, decimals: 1)
      text.append("\n")
    }
    try Data(text.bytes).write(to: URL(fileURLWithPath: path))
  }

  private static func append(_ vector: Vector3, decimals: Int, to text: inout CompactDecimals) {
    for component in [vector.x, vector.y, vector.z] {
      text.append(cell: component, decimals: decimals)
    }
  }
}
