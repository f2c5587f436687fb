import DetectorEngine
import Foundation

/// Restores a snapshot: as it is, and with its length and checksum made right, so that what lies behind them is reached.
///
/// One that is accepted goes on and can be written again.
func restoreSnapshot(_ bytes: UnsafeRawBufferPointer) {
  var source = ByteSource(bytes)
  let isMended = source.bool()
  let content = Data(source.rest())
  var engine: DetectorEngine
  do {
    engine = try DetectorEngine(
      restoring: isMended ? try SnapshotContainer.seal(content) : content
    )
  } catch {
    promise(!error.description.isEmpty, "a refusal says why")
    return
  }
  var script = EngineScript(ByteSource(UnsafeRawBufferPointer(start: nil, count: 0)))
  script.drive(&engine, seconds: 2, mps: 15)
  script.pulse(&engine, peakG: 12, milliseconds: 100)
  script.drive(&engine, seconds: 2, mps: 0)
  _ = engine.health(at: script.now)
  script.checkSnapshot(of: engine)
}
