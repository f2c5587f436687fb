import CrashDetection
import DetectorEngine

/// The frames of a script at which an impact can open, each with the background that had built up before it.
///
/// Between two of them a crash detector that is idle has nothing to do, whatever its thresholds.
struct QuietTrack: Sendable {
  /// One such frame.
  struct Peak: Sendable {
    /// Its place among the frames.
    let index: Int
    /// The square of its strength, in m²/s⁴.
    let squaredStrength: Double
    /// The background before it.
    let background: MotionBackground
  }

  /// The frames in order.
  let peaks: [Peak]

  /// Finds the frames whose strength is enough for the lowest level of a sweep.
  init(_ script: DetectorScript, falls: FallCriteria, lowestSquaredLevel: Double) {
    var background = MotionBackground()
    var peaks: [Peak] = []
    for (index, frame) in script.frames.enumerated() {
      let squaredStrength = CrashDetector.squaredStrength(frame)
      if squaredStrength >= lowestSquaredLevel {
        peaks.append(
          Peak(index: index, squaredStrength: squaredStrength, background: background)
        )
      }
      background.update(frame, falls: falls)
    }
    self.peaks = peaks
  }
}
