import Foundation

/// A folder of data, by what it holds.
enum DatasetFolder: Hashable {
  /// Labelled recordings: there is a `recordings.csv`.
  case recordings(String)
  /// Crash pulses as tests measured them, to compose recordings around: there is a `pulses.csv`.
  case crashPulses(String)
  /// Data sets of measured hand and road motion, to lay one over the other.
  case handAndRoadMotion(String)

  /// Looks into a folder, and gives nil where it holds neither.
  init?(path: String) {
    if FileManager.default.fileExists(atPath: path + "/recordings.csv") {
      self = .recordings(path)
    } else if FileManager.default.fileExists(atPath: path + "/pulses.csv") {
      self = .crashPulses(path)
    } else {
      return nil
    }
  }

  /// Gives the folder itself where it holds the data sets that handling can be composed from.
  static func handAndRoadMotion(in path: String) -> DatasetFolder? {
    func holds(_ set: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(path)/\(set)/recordings.csv")
    }
    guard holds("driver-behavior"), holds("broad") || holds("attitude-smartphones") else {
      return nil
    }
    return .handAndRoadMotion(path)
  }

  /// The folder's path.
  var path: String {
    switch self {
    case .recordings(let path), .crashPulses(let path), .handAndRoadMotion(let path): path
    }
  }
}
