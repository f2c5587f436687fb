import MotionSamples

/// What the latest raw fixes say about ground speed.
struct SpeedEvidence: Hashable, Codable, Sendable {
  /// How many fixes in a row make a speed confirmed.
  static let confirmingStreak = 2

  /// When the latest fix was measured.
  let timestamp: Timestamp

  /// The latest fix's speed in m/s, absent where it had none.
  let speed: Double?

  /// How many fixes in a row, up to the latest, reached the speed bar; counted no further than two.
  private(set) var streak: Int

  /// What is known after one more fix; one that is slower than the speed bar or has no speed breaks the streak.
  init(_ fix: LocationFix, isFast: Bool, after previous: SpeedEvidence?) {
    timestamp = fix.timestamp
    speed = fix.speed
    streak = isFast ? min((previous?.streak ?? 0) &+ 1, Self.confirmingStreak) : 0
  }

  var isFast: Bool { streak > 0 }

  var isConfirmed: Bool { streak >= Self.confirmingStreak }

  /// Begins a new streak, so that what came before a stop doesn't end it.
  mutating func breakStreak() { streak = 0 }
}
