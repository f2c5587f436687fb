/// How far from its label a detection may lie and still be the label's.
public struct MatchingTolerance: Hashable, Sendable {
  /// A detection may come this many seconds before the label begins.
  public let beforeStart: Double

  /// A detection may come this many seconds after the label has ended.
  public let afterEnd: Double

  /// Creates a tolerance.
  public init(beforeStart: Double, afterEnd: Double) {
    self.beforeStart = beforeStart
    self.afterEnd = afterEnd
  }

  /// For crashes, whose detection is dated by its confirmation.
  ///
  /// The confirmation waits for the collapse of speed, which takes fixes at their own pace, late ones included, or for
  /// the end of the candidate's time; what comes later than 20 s after the impact is no longer about it. Labels are set
  /// to a fraction of a second, so half a second early is a matter of the label.
  public static let crash = MatchingTolerance(beforeStart: 0.5, afterEnd: 20)

  /// Whether a detection at an instant can be the label's, all in seconds.
  func allows(_ instant: Double, _ label: Label) -> Bool {
    instant >= label.start - beforeStart && instant <= label.end + afterEnd
  }

  /// The tolerance in words, as tables print it.
  public var text: String {
    "from \(Self.short(beforeStart)) s before the label's start to \(Self.short(afterEnd)) s after its end"
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
