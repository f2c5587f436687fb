public import CrashDetection
public import MotionSamples

/// What is known of one crash beside its event, in the convention of the event data recorders of vehicles.
///
/// 49 CFR 563.7 has such a recorder write down the velocity change every 10 ms over 0 to 250 ms, its maximum with its
/// time over 0 to 300 ms, and the speed of the last 5 s. The same is done here with what a phone measures: its own
/// acceleration, which is the vehicle's as far as it is held, and the speeds of its fixes. JSON of it stays below
/// ``maximumLength``.
public struct CrashRecord: Hashable, Codable, Sendable {
  /// No record is longer than this many bytes of JSON.
  public static let maximumLength = 16 * 1024

  /// The version of the format.
  public static let formatVersion = 1

  /// The version that this record is written in.
  public let version: Int

  /// The candidate.
  public let id: CrashCandidateID

  /// The onset of its strongest impact by the wall clock, in Unix seconds.
  public let onsetUnixSeconds: Double

  /// What was measured of that impact by its own length.
  public let features: CrashFeatures

  /// What was measured over the fixed span after its onset; absent where no frame of it was kept.
  public let pulse: Pulse?

  /// Fixes of the last 5 s before the onset, in the order in which they came, at most 20.
  public let fixesBefore: [Fix]

  /// Fixes after the onset, in the order in which they came, at most 20.
  public let fixesAfter: [Fix]

  /// What confirmed it; absent while it waits.
  public let confirmation: Confirmation?

  /// A fix that detectors may use, and when it came.
  ///
  /// Of fixes less than a quarter of a second apart, only the first is kept.
  public struct Fix: Hashable, Codable, Sendable {
    /// The fix, with the instant at which it was measured.
    public let fix: LocationFix

    /// When it was received.
    public let receivedAt: Timestamp
  }

  /// What confirmed a crash.
  public struct Confirmation: Hashable, Codable, Sendable {
    /// The moment of confirmation.
    public let timestamp: Timestamp

    /// The evidence.
    public let confirmedBy: CrashEvidence

    /// How well everything fits together, from 0 to 1.
    public let confidence: Double

    /// What was measured after the impact, up to the confirmation.
    public let aftermath: CrashAftermath
  }
}
