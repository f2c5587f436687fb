import DetectorBench
import MotionSamples

/// Reads a recording; what is read can be replayed.
func readRecording(_ bytes: UnsafeRawBufferPointer) {
  let recording: Recording
  do {
    recording = try Recording(text: Array(bytes), file: "fuzz.csv")
  } catch {
    checkPlace(error, in: bytes)
    return
  }
  promise(recording.rowCount > 0, "a recording has rows")
  recording.forEachInput { input, _ in
    switch input {
    case .acceleration(let sample): promise(sample.acceleration.isFinite, "a cell is a number")
    case .rotation(let sample): promise(sample.rotationRate.isFinite, "a cell is a number")
    case .magneticField(let sample): promise(sample.field.isFinite, "a cell is a number")
    case .activity(let sample):
      promise((0...100).contains(sample.confidence), "a confidence is a percentage")
    case .fix, .timePassed: break
    }
  }
}

/// Reads the tables beside recordings.
func readTables(_ bytes: UnsafeRawBufferPointer) {
  var source = ByteSource(bytes)
  let kind = source.byte()
  let text = source.rest()
  do {
    switch kind % 3 {
    case 0:
      let labels = try Label.read(text: text, file: "fuzz.csv", recordings: ["a", "crash-0001"])
      for label in labels { promise(label.start <= label.end, "a label ends after its start") }
    case 1:
      let infos = try RecordingInfo.read(text: text, file: "fuzz.csv")
      promise(Set(infos.map(\.name)).count == infos.count, "names are told once")
    default:
      _ = try HeadingTruth(text: text, file: "fuzz.csv")
    }
  } catch {
    text.withUnsafeBytes { checkPlace(error, in: $0) }
  }
}

/// A refusal names a place that is in the file.
private func checkPlace(_ problem: FileProblem, in bytes: UnsafeRawBufferPointer) {
  // What is missing at the end is missing on the line after it.
  let lines = bytes.count { $0 == 10 || $0 == 13 } + 2
  promise((0...lines).contains(problem.line), "line \(problem.line) of \(lines)")
  promise((0...bytes.count + 1).contains(problem.column), "column \(problem.column)")
  promise(!problem.found.isEmpty && !problem.expected.isEmpty, "a refusal says what and why")
}
