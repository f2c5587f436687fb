import Foundation

/// How instants are written in what leaves the process.
public enum WireTime {
  /// ISO 8601 in UTC with milliseconds, such as `2026-12-01T06:05:04.321Z`.
  ///
  /// Rounded to the nearest millisecond. Returns nil for a time that is not finite or outside the years 1600 to 9999,
  /// between which the format and the proleptic calendar agree.
  public static func iso8601(unixSeconds: Double) -> String? {
    let milliseconds = (unixSeconds * 1000).rounded(.toNearestOrAwayFromZero)
    guard milliseconds >= earliestMilliseconds, milliseconds <= latestMilliseconds else {
      return nil
    }
    // A quarter of a millisecond on top keeps the formatter, which cuts off, from landing on the one before.
    let date = Date(timeIntervalSince1970: (milliseconds + 0.25) / 1000)
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// 1600-01-01T00:00:00.000Z in Unix milliseconds.
  private static let earliestMilliseconds = -11_676_096_000_000.0

  /// 9999-12-31T23:59:59.999Z in Unix milliseconds.
  private static let latestMilliseconds = 253_402_300_799_999.0
}
