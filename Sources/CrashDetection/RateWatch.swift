import MotionSamples
import SignalFilters

/// Watches whether the accelerometer is fast enough to see an impact.
struct RateWatch: Hashable, Codable, Sendable {
  /// Seconds over which the rate is measured.
  private static let spanSec = 5.0

  private var elapsedSec = 0.0
  private var count = 0
  private var isReported = false

  /// Counts a frame; a stream that is too slow is written down once, until it has been fast enough again.
  mutating func watch(
    _ frame: MotionFrame,
    isArmed: Bool,
    configuration: CrashConfiguration,
    trail: inout some DecisionTrail
  ) {
    guard isArmed, !frame.isRestart else {
      elapsedSec = 0
      count = 0
      return
    }
    elapsedSec += frame.interval
    count += 1
    guard elapsedSec >= Self.spanSec else { return }
    let hertz = Double(count) / elapsedSec
    let isTooSlow = hertz < configuration.minimumSampleRateHz
    if isTooSlow && !isReported {
      trail.record(
        DecisionCheck(
          timestamp: frame.timestamp,
          code: "sampleRateTooLow",
          measured: hertz,
          threshold: configuration.minimumSampleRateHz,
          verdict: .failed
        )
      )
    }
    isReported = isTooSlow
    elapsedSec = 0
    count = 0
  }
}
