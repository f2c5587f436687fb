/// A door of the package that data comes in by, with what must hold whatever the data is.
struct FuzzTarget: Sendable {
  /// The name that chooses it.
  let name: String

  /// Hands the bytes in.
  ///
  /// Returns whatever they are; a promise that is broken stops the program.
  let run: @Sendable (UnsafeRawBufferPointer) -> Void

  static let all: [FuzzTarget] = [
    FuzzTarget(name: "recording", run: readRecording),
    FuzzTarget(name: "tables", run: readTables),
    FuzzTarget(name: "configuration", run: decodeConfiguration),
    FuzzTarget(name: "snapshot", run: restoreSnapshot),
    FuzzTarget(name: "engine", run: driveEngine),
    FuzzTarget(name: "c-interface", run: driveCInterface),
  ]
}

/// Stops the program where a promise does not hold, with what was promised.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard holds else { fatalError("broken promise: \(what())") }
}
