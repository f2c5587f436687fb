import BenchSubjects
import DetectorBench
import Foundation

/// Writes a data set of generated drives, every one different: in its noise, in when the phone is handled, in a crash.
enum Fleet {
  private static let durationSec = 600
  private static let rateHz = 50

  /// One drive of the fleet: everything about it follows from its number.
  private struct Drive {
    let number: Int

    /// Two episodes of handling, in seconds; one in ten drives has none.
    var handling: [Range<Double>] {
      guard number % 10 != 0 else { return [] }
      let first = 60 + Double(number * 37 % 120)
      let second = 300 + Double(number * 53 % 100)
      return [first..<first + 12, second..<second + 20]
    }

    /// When it crashes, if it is one of the one in twenty that do.
    var crash: Double? { number % 20 == 7 ? 480 + Double(number * 17 % 60) : nil }

    func noise(_ index: Int, _ stream: UInt64) -> Double {
      GeneratedDrive.noise(index &+ number &* 1_000_003, stream)
    }
  }

  static func write(to path: String, count: Int) throws {
    let folder = URL(fileURLWithPath: path)
    let recordings = folder.appendingPathComponent("recordings")
    try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
    var list = "recording,duration_s,device,placement,split,labelled_for,note\n"
    var labels = "recording,detector,kind,start,end\n"
    for number in 0..<count {
      let drive = Drive(number: number)
      let name = "drive-\(number)"
      try Data(text(of: drive)).write(to: recordings.appendingPathComponent(name + ".csv"))
      list += "\(name),\(durationSec),generator,mount,test,crash distraction,generated for speed\n"
      if let crash = drive.crash { labels += "\(name),crash,frontal,\(crash),\(crash + 0.1)\n" }
      for episode in drive.handling {
        labels += "\(name),distraction,handling,\(episode.lowerBound),\(episode.upperBound)\n"
      }
    }
    try Data(list.utf8).write(to: folder.appendingPathComponent("recordings.csv"))
    try Data(labels.utf8).write(to: folder.appendingPathComponent("labels.csv"))
  }

  private static func text(of drive: Drive) -> [UInt8] {
    var text = CompactDecimals()
    text.append("t,ax,ay,az,gx,gy,gz,speed,lat,lon,accuracy\n")
    for index in 0..<durationSec * rateHz {
      let sec = Double(index) / Double(rateHz)
      let isHandled = drive.handling.contains { $0.contains(sec) }
      let sinceCrash = drive.crash.map { sec - $0 } ?? -1
      let shake = isHandled ? 3.0 : 0.4
      let pulse = (0..<0.1).contains(sinceCrash) ? -98.0 : 0
      text.append(sec, decimals: 3)
      text.append(cell: shake * drive.noise(index, 1) + pulse, decimals: 4)
      text.append(cell: shake * drive.noise(index, 2), decimals: 4)
      text.append(cell: 9.81 + shake * drive.noise(index, 3), decimals: 4)
      let turn = isHandled ? 2.0 : 0.02
      for stream in 4...6 as ClosedRange<UInt64> {
        text.append(cell: turn * drive.noise(index, stream), decimals: 5)
      }
      if index % rateHz == 0 {
        text.append(cell: sinceCrash > 0 ? 0 : 20 + drive.noise(index, 7), decimals: 2)
        text.append(cell: 48 + 1e-4 * min(sec, drive.crash ?? sec), decimals: 6)
        text.append(",11,5")
      } else {
        text.append(",,,,")
      }
      text.append("\n")
    }
    return text.bytes
  }
}
