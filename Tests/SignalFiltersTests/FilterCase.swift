import Testing

@testable import SignalFilters

/// One setting in which a streaming filter is held against the library's batch function.
struct FilterCase: Sendable, CustomTestStringConvertible {
  let length: Int
  let span: WindowSpan
  let ends: WindowEnds

  var testDescription: String { "\(length) values, -\(span.before)+\(span.after), \(ends)" }

  /// Lengths from one value on, windows from one value to far longer than the data, lopsided ones, all ends.
  static let all: [FilterCase] = {
    let lengths = [1, 2, 3, 4, 7, 16, 101, 500]
    let spans: [WindowSpan] = [
      .init(before: 0, after: 0), .init(before: 1, after: 0), .init(before: 0, after: 1),
      .init(before: 2, after: 2), .init(before: 3, after: 1), .init(before: 0, after: 6),
      .init(before: 9, after: 0), .centered(25), .init(before: 40, after: 7),
      .init(before: 5, after: 60), .centered(151),
    ]
    return lengths.flatMap { length in
      spans.flatMap { span in
        WindowEnds.allCases.map { FilterCase(length: length, span: span, ends: $0) }
      }
    }
  }()

  /// Those whose window is as long before as after.
  static let symmetric = all.filter { $0.span.before == $0.span.after }

  /// Generated values with repetitions, both signs, both zeros and impulses.
  var data: [Double] {
    var random = SeededGenerator(seed: UInt64(length * 1000 + span.count * 3) &+ 17)
    return (0..<length).map { _ in
      switch Int.random(in: 0..<10, using: &random) {
      case 0: 0.0
      case 1: -0.0
      case 2: Double.random(in: -1e3...1e3, using: &random)
      case 3, 4: Double(Int.random(in: -3...3, using: &random))
      default: Double.random(in: -10...10, using: &random)
      }
    }
  }
}

/// The largest deviation of one row of values from another, relative to the other's largest magnitude; infinite where
/// they differ in length.
func relativeError(_ values: [Double], _ expected: [Double]) -> Double {
  guard values.count == expected.count else { return .infinity }
  let magnitude = expected.map(abs).max() ?? 0
  let error = zip(values, expected).map { abs($0 - $1) }.max() ?? 0
  return error == 0 ? 0 : error / max(magnitude, .leastNormalMagnitude)
}

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and the same numbers for the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
