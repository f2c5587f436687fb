import DetectorEngine

extension BenchRule {
  /// Replays a recording through the rule into a log.
  ///
  /// `duration` and `startUnixSeconds` are what the data set says about it.
  func replay(
    _ recording: Recording,
    configuration: BenchConfiguration,
    duration: Double? = nil,
    startUnixSeconds: Double? = nil,
    log: inout ReplayLog
  ) throws {
    switch self {
    case .ours:
      var rule = try EngineRule(configuration, startUnixSeconds: startUnixSeconds)
      rule.replay(recording, duration: duration, log: &log)
    case .contract:
      var rule = PeakAndSpeedRule(minimumPeakG: configuration.baselines.contractPeakG)
      rule.replay(recording, duration: duration, log: &log)
    case .naive2g:
      var rule = TwoGRule(minimumPeakG: configuration.baselines.naivePeakG)
      rule.replay(recording, duration: duration, log: &log)
    case .tilt20deg:
      var rule = TiltRule(minimumChangeDeg: configuration.baselines.tiltDeg)
      rule.replay(recording, duration: duration, log: &log)
    case .variance:
      var rule = VarianceRule(minimumVariance: configuration.baselines.variance)
      rule.replay(recording, duration: duration, log: &log)
    }
  }
}
