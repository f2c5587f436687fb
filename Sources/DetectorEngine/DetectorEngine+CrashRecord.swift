public import CrashDetection

extension DetectorEngine {
  /// The record of a crash candidate, for as long as it waits and after it has been confirmed.
  ///
  /// The latest two candidates are remembered. Fixes are added as they come after the confirmation, too, so that a record
  /// read some seconds later has more of them.
  ///
  /// - Returns: nil where the candidate was rejected, or is not one of the latest two.
  public func crashRecord(for id: CrashCandidateID) -> CrashRecord? {
    crashRecorder.record(of: id)
  }
}
