import DetectorEngine
import Foundation
import MotionSamples

/// Decodes a configuration; one that is accepted runs, and comes back from its own JSON as it was.
func decodeConfiguration(_ bytes: UnsafeRawBufferPointer) {
  let configuration: EngineConfiguration
  do {
    configuration = try EngineConfiguration.decoded(from: Data(bytes)).configuration
  } catch {
    promise(!error.found.isEmpty && !error.expected.isEmpty, "a refusal says what and why")
    return
  }
  guard var engine = try? DetectorEngine(configuration) else { return }
  do {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let again = try EngineConfiguration.decoded(from: encoder.encode(configuration))
    promise(again.configuration == configuration, "a configuration survives its own JSON")
    promise(again.unknownKeys.isEmpty, "its own keys are known: \(again.unknownKeys)")
  } catch {
    fatalError("broken promise: a configuration that runs can be written and read: \(error)")
  }
  var script = EngineScript(ByteSource(UnsafeRawBufferPointer(start: nil, count: 0)))
  script.drive(&engine, seconds: 3, mps: 15)
  script.pulse(&engine, peakG: 12, milliseconds: 100)
  script.drive(&engine, seconds: 2, mps: 0)
}
