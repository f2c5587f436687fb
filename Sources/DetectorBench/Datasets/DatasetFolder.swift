import Foundation

/// A folder of data, by what it holds.
enum DatasetFolder: Hashable {
  /// Labelled recordings: there is a `recordings.csv`.
  case recordings(String)
  /// Crash pulses as tests measured them, to compose recordings around: there is a `pulses.csv`.
  case crashPulses(String)

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

  /// The folder's path.
  var path: String {
    switch self {
    case .recordings(let path), .crashPulses(let path): path
    }
  }
}
