import DetectorEngine

/// The phone's clock, told from the rows of a recording: the latest time that any row so far has carried.
struct ArrivalClock {
  /// A lone leap of a time stamp beyond this many seconds is not believed.
  static let longestLeapSec = 3600.0

  private(set) var now: Timestamp?

  /// When a row arrived, given the time of the row after it.
  mutating func arrival(of timestamp: Timestamp, next: Timestamp?) -> Timestamp {
    var arrival = max(now ?? timestamp, timestamp)
    if let next, timestamp.seconds(since: next) > Self.longestLeapSec {
      let before = now ?? next
      if timestamp.seconds(since: before) > Self.longestLeapSec { arrival = before }
    }
    now = arrival
    return arrival
  }
}
