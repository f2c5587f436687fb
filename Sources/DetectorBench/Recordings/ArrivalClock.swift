import MotionSamples

/// The receiving phone's clock, told from the rows of a recording: the latest time that any row so far has carried.
///
/// A row whose time leaps ahead by more than an hour while the next one is back where things were is a broken time
/// stamp and moves no clock.
struct ArrivalClock {
  /// A single leap beyond this many seconds is taken for a broken time stamp.
  static let maximumLoneLeap = 3600.0

  private var now: Timestamp?

  /// When a row with this time arrived, given the time of the row after it.
  mutating func arrival(of timestamp: Timestamp, next: Timestamp?) -> Timestamp {
    if let next, timestamp.seconds(since: next) > Self.maximumLoneLeap {
      let before = now ?? next
      if timestamp.seconds(since: before) > Self.maximumLoneLeap {
        now = before
        return before
      }
    }
    let arrival = max(now ?? timestamp, timestamp)
    now = arrival
    return arrival
  }
}
