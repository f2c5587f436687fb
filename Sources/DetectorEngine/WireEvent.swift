import CrashDetection
import DistractionDetection
import HeadingEstimation
import MotionSamples
import MotionState

/// An event as it leaves the process: the names that back ends and app code rely on, absent where absent.
///
/// Decoding never fails because an optional key is missing or null, and never makes up a required one.
public enum WireEvent: Hashable, Sendable {
  /// A confirmed crash.
  case crash(Crash)
  /// A complete episode of distraction.
  case distraction(Distraction)
  /// A smoothed heading.
  case heading(Heading)
  /// A transition of the motion state.
  case motionChange(MotionChange)

  /// A confirmed crash.
  public struct Crash: Hashable, Codable, Sendable {
    /// The moment of confirmation, ISO 8601 UTC with milliseconds.
    public let timestamp: String
    /// Peak impact magnitude in g.
    public let peakG: Double
    /// How long the impact lasted, in milliseconds.
    public let impactDurationMs: Double
    /// Speed just before the impact, in m/s.
    public let preImpactSpeedMps: Double
    /// The last known fix at confirmation.
    public let location: WireLocation?
  }

  /// A complete episode of distraction.
  public struct Distraction: Hashable, Codable, Sendable {
    /// When the episode closed, ISO 8601 UTC with milliseconds.
    public let timestamp: String
    /// The episode's start, the same instant as `dds`.
    public let startTimestamp: String
    /// The episode's length in seconds, the same value as `ddd`.
    public let durationSec: Double
    /// `h` or `s`.
    public let cause: DistractionCause
    /// The last known fix.
    public let location: WireLocation?
  }

  /// A smoothed heading.
  public struct Heading: Hashable, Codable, Sendable {
    /// Azimuth in degrees clockwise from north, in [0, 360).
    public let heading: Double
    /// Estimated error in degrees; negative where invalid.
    public let accuracy: Double
    /// Whether north is true north.
    public let isTrue: Bool
  }

  /// A transition of the motion state.
  public struct MotionChange: Hashable, Codable, Sendable {
    /// The state that was entered.
    public let isMoving: Bool
    /// The location, absent on the first of a session.
    public let location: WireLocation?
  }
}

extension DetectorEngine {
  /// What leaves the process of an output, by the latest clock anchor.
  ///
  /// Nil for outputs that do not leave the process, and for a wall-clock time that ISO 8601 cannot write.
  public func wireEvent(for output: EngineOutput) -> WireEvent? {
    switch output {
    case .crash(.confirmed(let event)):
      guard let timestamp = iso8601(event.timestamp) else { return nil }
      return .crash(
        WireEvent.Crash(
          timestamp: timestamp,
          peakG: event.peakG,
          impactDurationMs: event.impactDurationMs,
          preImpactSpeedMps: event.preImpactSpeedMps,
          location: event.location.map { WireLocation($0, engine: self) }
        )
      )
    case .distractionEpisode(let event):
      guard let timestamp = iso8601(event.timestamp),
        let start = WireTime.iso8601(unixSeconds: event.startUnixSeconds)
      else { return nil }
      return .distraction(
        WireEvent.Distraction(
          timestamp: timestamp,
          startTimestamp: start,
          durationSec: event.durationSec,
          cause: event.cause,
          location: event.location.map { WireLocation($0, engine: self) }
        )
      )
    case .heading(let event):
      return .heading(
        WireEvent.Heading(heading: event.heading, accuracy: event.accuracy, isTrue: event.isTrue)
      )
    case .motionChange(let event):
      return .motionChange(
        WireEvent.MotionChange(
          isMoving: event.isMoving,
          location: event.location.map { WireLocation($0, engine: self) }
        )
      )
    case .armTimer, .cancelTimer, .rearmGeofence, .requestProbe, .recordStop, .heartbeat,
      .crash(.candidate), .crash(.rejected), .distraction:
      return nil
    }
  }

  private func iso8601(_ timestamp: Timestamp) -> String? {
    WireTime.iso8601(unixSeconds: unixSeconds(at: timestamp))
  }
}
