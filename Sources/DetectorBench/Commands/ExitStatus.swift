import DetectorEngine

/// How the command ends, as the BSD convention of `sysexits.h` has it.
enum ExitStatus: Int32 {
  /// Everything was done.
  case success = 0
  /// The command line can't be understood.
  case usage = 64
  /// A file's content is not what it should be.
  case badData = 65
  /// A file could not be read or written.
  case inputOutput = 74

  /// The status that goes with an error.
  init(for error: any Error) {
    switch error {
    case is UsageError: self = .usage
    case is FileProblem, is ConfigurationError, is LabelProblem: self = .badData
    default: self = .inputOutput
    }
  }
}
