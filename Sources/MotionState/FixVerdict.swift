/// Why a fix was turned away, in the order of the checks.
public enum FixRejection: String, Hashable, Codable, Sendable, CaseIterable {
  /// The reported error radius is zero, negative or not a number: the platform's way to say invalid.
  case invalidAccuracy
  /// The reported error radius is too large.
  case poorAccuracy
  /// The fix was measured later than it was received, by more than clocks may differ.
  case futureTimestamp
  /// The fix was measured too long before it was received.
  case staleTimestamp
  /// The fix is not later than the last accepted one.
  case outOfOrder
  /// The fix is where the last accepted one was.
  case duplicate
  /// The fix repeats, without a speed, a recently accepted one digit for digit: a cache was served again.
  case cachedRepeat
}

/// What the fix filter says of a fix.
public enum FixVerdict: Hashable, Codable, Sendable {
  /// The fix passed all checks that apply.
  case accepted
  /// The fix failed; the first failure decides.
  case rejected(FixRejection)

  /// Whether detectors may use the fix: it was accepted, or it only repeats the last accepted position.
  ///
  /// A car that stands after a crash repeats its position, and its speed of zero is evidence.
  public var isTrusted: Bool {
    switch self {
    case .accepted, .rejected(.duplicate): true
    case .rejected: false
    }
  }
}
