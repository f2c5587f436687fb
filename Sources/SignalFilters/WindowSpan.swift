/// How far a moving window reaches on either side of the value that it is about.
public struct WindowSpan: Hashable, Codable, Sendable {
  /// How many values before the centre belong to the window; 0…65535.
  public let before: Int

  /// How many values after the centre belong to the window, and so by how many values results lag; 0…65535.
  public let after: Int

  /// Creates a span from its two sides.
  public init(before: Int, after: Int) {
    self.before = before
    self.after = after
  }

  /// The newest value and those before it, `count` in all: results do not lag.
  public static func trailing(_ count: Int) -> WindowSpan {
    WindowSpan(before: count - 1, after: 0)
  }

  /// As many values before as after, `count` in all; an even count becomes the next odd one.
  public static func centered(_ count: Int) -> WindowSpan {
    WindowSpan(before: count / 2, after: count / 2)
  }

  /// How many values the whole window holds.
  public var count: Int { before + after + 1 }

  /// The most values that either side may have.
  static let maximumSide = 65_535

  /// Checks both sides against their range.
  func validate() throws(FilterError) {
    for (side, name) in [(before, "window.before"), (after, "window.after")] {
      try FilterError.require(
        Double(side),
        in: 0...Double(Self.maximumSide),
        unit: "values",
        field: name
      )
    }
  }
}

/// What stands in for the values that a window lacks at the ends of a stream.
public enum WindowEnds: String, Hashable, Codable, Sendable, CaseIterable {
  /// Zeros.
  case padZero
  /// The first value before the beginning, the last one after the end.
  case padValue
  /// Nothing: the window is shorter there.
  case truncate
}
