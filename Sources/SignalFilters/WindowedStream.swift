/// A stream seen through a window: keeps the values under it and decides what stands in at the ends.
///
/// What is computed over the window is told through closures, so that a statistic can follow value by value.
struct WindowedStream: Equatable, Sendable {
  let span: WindowSpan
  let ends: WindowEnds

  /// The values under the window, stand-ins included.
  private(set) var window: ValueRing

  /// How many values have come, counted no further than the first result needs.
  private var arrivals = 0

  /// Creates a window over an empty stream.
  init(span: WindowSpan, ends: WindowEnds) throws(FilterError) {
    try span.validate()
    self.span = span
    self.ends = ends
    window = ValueRing(capacity: span.count)
  }

  /// Takes the next value, which must be finite, and tells whether a result, about the value of age `span.after` in
  /// the window, is due now.
  ///
  /// `inserted` hears of everything that enters the window.
  mutating func push(_ value: Double, inserted: (Double) -> Void) -> Bool {
    // Zero has one sign here, so that equal windows give equal bits.
    let value = value + 0
    if arrivals == 0, ends != .truncate {
      for _ in 0..<span.before { insert(ends == .padValue ? value : 0, inserted) }
    }
    insert(value, inserted)
    arrivals = min(arrivals + 1, span.after + 1)
    return arrivals > span.after
  }

  /// Ends the stream and forgets it.
  ///
  /// - Parameters:
  ///   - inserted: Hears of every stand-in that enters the window.
  ///   - shortened: Hears of a window that has lost its oldest values.
  ///   - due: Is given each window that still owes a result, and the age in it of the value that it is about.
  mutating func finish(
    inserted: (Double) -> Void,
    shortened: (ValueRing) -> Void,
    due: (_ window: ValueRing, _ centerAge: Int) -> Void
  ) {
    // Nothing has come where there is nothing in the window, and nothing is due then.
    let pending = min(arrivals, span.after)
    switch ends {
    case .truncate:
      for remaining in stride(from: pending, to: 0, by: -1) {
        window.keepNewest(remaining + span.before)
        shortened(window)
        due(window, remaining - 1)
      }
    case .padZero, .padValue:
      guard pending > 0 else { break }
      let padding = ends == .padValue ? window.newest() : 0
      for step in 1...span.after {
        insert(padding, inserted)
        // In a stream shorter than the window's later side, the first stand-ins complete no window yet.
        if step > span.after - pending { due(window, span.after) }
      }
    }
    removeAll()
  }

  /// Forgets the stream.
  mutating func removeAll() {
    window.removeAll()
    arrivals = 0
  }

  private mutating func insert(_ value: Double, _ inserted: (Double) -> Void) {
    window.append(value)
    inserted(value)
  }
}

extension WindowedStream: Codable {
  private enum CodingKeys: String, CodingKey {
    case span, ends, arrivals, window
  }

  /// Restores a stream, refusing one that no values lead to.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      span: try container.decode(WindowSpan.self, forKey: .span),
      ends: try container.decode(WindowEnds.self, forKey: .ends)
    )
    let values = try container.decode([Double].self, forKey: .window)
    arrivals = try container.decode(Int.self, forKey: .arrivals)
    guard (0...span.after + 1).contains(arrivals) else {
      throw DecodingError.dataCorruptedError(
        forKey: .arrivals,
        in: container,
        debugDescription: "more arrivals than the window counts"
      )
    }
    // What has arrived must be there, and the stand-ins before it.
    let needed = arrivals + (arrivals > 0 && ends != .truncate ? span.before : 0)
    guard values.allSatisfy(\.isFinite),
      arrivals == 0 ? values.isEmpty : (needed...span.count).contains(values.count)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .window,
        in: container,
        debugDescription: "the window contradicts its span"
      )
    }
    for value in values { window.append(value + 0) }
  }

  /// Writes down the window from the oldest value to the newest.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(span, forKey: .span)
    try container.encode(ends, forKey: .ends)
    try container.encode(arrivals, forKey: .arrivals)
    try container.encode(window.values, forKey: .window)
  }
}
