import DetectorEngine
import Foundation
import MotionSamples

/// Drives an engine with all its detectors by whatever stream the bytes describe.
func driveEngine(_ bytes: UnsafeRawBufferPointer) {
  var configuration = EngineConfiguration()
  configuration.crashDetection.enabled = true
  configuration.distractionDetection.enabled = true
  configuration.heading.enabled = true
  guard var engine = try? DetectorEngine(configuration) else {
    fatalError("broken promise: the defaults are valid")
  }
  var script = EngineScript(ByteSource(bytes))
  while script.step(&engine) {}
  script.checkSnapshot(of: engine)
}
