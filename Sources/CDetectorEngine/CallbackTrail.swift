import CDetectorEngineHeader
import DetectorEngine

/// The trail that hands each check to a C callback.
struct CallbackTrail: DecisionTrail {
  let callback: md_decision_callback
  let context: UnsafeMutableRawPointer?

  mutating func record(_ check: DecisionCheck) {
    // Codes are literals, whose bytes stand in the program itself: nothing is copied.
    check.code.withCString { code in
      var decision = md_decision(
        version: UInt32(MD_DECISION_VERSION),
        verdict: md_verdict(check.verdict),
        timestamp_ns: check.timestamp.nanoseconds,
        code: code,
        measured: check.measured ?? .nan,
        threshold: check.threshold ?? .nan
      )
      callback(context, &decision)
    }
  }
}

extension md_verdict {
  init(_ verdict: CheckVerdict) {
    self =
      switch verdict {
      case .passed: MD_VERDICT_PASSED
      case .failed: MD_VERDICT_FAILED
      case .skipped: MD_VERDICT_SKIPPED
      case .notApplicable: MD_VERDICT_NOT_APPLICABLE
      }
  }
}
