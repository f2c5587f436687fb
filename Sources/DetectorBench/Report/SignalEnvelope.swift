import Foundation

/// A signal thinned for drawing: of each short stretch the smallest and the largest sample are kept, at their own times.
///
/// Every point that is drawn was measured, and no peak is lost or lowered, however few points are left. Between two kept
/// points may lie samples of any value between that stretch's extremes.
struct SignalEnvelope: Encodable, Equatable {
  /// One sample: an instant in seconds and a value.
  struct Sample: Hashable {
    let t: Double
    let value: Double
  }

  /// How many samples there were.
  let samples: Int

  /// How many of them were kept.
  let kept: Int

  /// The largest value.
  let largest: Double

  /// When the largest value was measured, in seconds of `t`.
  let largestAt: Double

  /// Seconds since the timeline's origin, 32-bit little-endian floats in base 64.
  let times: String

  /// The values, in the same way; not a number where the line is to be broken.
  let values: String

  /// A pause between samples beyond this many seconds is drawn as one.
  static let gapSeconds = 0.5

  /// Thins samples for drawing; gives nil where there are none.
  ///
  /// - Parameters:
  ///   - samples: in any order.
  ///   - count: how many are to be left, but for what stands in `whole`.
  ///   - whole: stretches of which every sample is kept, so that an impact can be looked at closely.
  ///   - origin: what times are counted from, in seconds of `t`.
  init?(
    _ samples: [Sample],
    count: Int,
    whole: [ClosedRange<Double>] = [],
    origin: Double
  ) {
    let ordered = samples.sorted { $0.t < $1.t }
    guard let top = ordered.max(by: { $0.value < $1.value }) else { return nil }
    let kept = Self.thinned(ordered, count: count, whole: whole)
    self.samples = ordered.count
    self.kept = kept.count
    largest = top.value
    largestAt = top.t
    let gap = max(Self.gapSeconds, 5 * Self.typicalStep(ordered))
    let drawn = Self.broken(kept.map { ordered[$0] }) { Self.isGap($0, $1, ordered, gap, kept) }
    times = Self.packed(drawn.map { Float($0.t - origin) })
    values = Self.packed(drawn.map { Float($0.value) })
  }
}

extension SignalEnvelope {
  /// The places of the samples that are kept, in order.
  static func thinned(
    _ ordered: [Sample],
    count: Int,
    whole: [ClosedRange<Double>]
  ) -> [Int] {
    guard ordered.count > max(4, count), let first = ordered.first, let last = ordered.last,
      last.t > first.t
    else { return Array(ordered.indices) }
    var isKept = [Bool](repeating: false, count: ordered.count)
    isKept[0] = true
    isKept[ordered.count - 1] = true
    let stretches = Double(max(1, count / 2))
    var lowest = 0
    var highest = 0
    var stretch = 0.0
    for index in ordered.indices {
      let place = ((ordered[index].t - first.t) / (last.t - first.t) * stretches).rounded(.down)
      if place != stretch {
        isKept[lowest] = true
        isKept[highest] = true
        (stretch, lowest, highest) = (place, index, index)
      }
      if ordered[index].value < ordered[lowest].value { lowest = index }
      if ordered[index].value > ordered[highest].value { highest = index }
    }
    isKept[lowest] = true
    isKept[highest] = true
    keep(whole, of: ordered, budget: count, &isKept)
    return ordered.indices.filter { isKept[$0] }
  }

  /// Keeps stretches whole, as far as `budget` more samples reach.
  private static func keep(
    _ whole: [ClosedRange<Double>],
    of ordered: [Sample],
    budget: Int,
    _ isKept: inout [Bool]
  ) {
    var left = budget
    for range in whole {
      var index = ordered.partition(below: range.lowerBound)
      while index < ordered.count, ordered[index].t <= range.upperBound {
        if !isKept[index] {
          guard left > 0 else { return }
          left -= 1
          isKept[index] = true
        }
        index += 1
      }
    }
  }

  /// The mean time between samples.
  private static func typicalStep(_ ordered: [Sample]) -> Double {
    guard let first = ordered.first, let last = ordered.last, ordered.count > 1 else { return 0 }
    return (last.t - first.t) / Double(ordered.count - 1)
  }

  /// The samples with a point that is not a number wherever a line between two would hide a pause.
  private static func broken(_ samples: [Sample], where isGap: (Int, Int) -> Bool) -> [Sample] {
    var result: [Sample] = []
    result.reserveCapacity(samples.count)
    for (index, sample) in samples.enumerated() {
      if index > 0, isGap(index - 1, index) { result.append(Sample(t: sample.t, value: .nan)) }
      result.append(sample)
    }
    return result
  }

  /// Whether the samples between two kept ones pause for longer than `gap`.
  private static func isGap(
    _ one: Int,
    _ next: Int,
    _ ordered: [Sample],
    _ gap: Double,
    _ kept: [Int]
  ) -> Bool {
    guard ordered[kept[next]].t - ordered[kept[one]].t > gap else { return false }
    return (kept[one]..<kept[next]).contains { ordered[$0 + 1].t - ordered[$0].t > gap }
  }

  /// Floats as the bytes that a browser's typed array takes, in base 64.
  private static func packed(_ numbers: [Float]) -> String {
    var bytes = Data(capacity: numbers.count * 4)
    for number in numbers {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes.base64EncodedString()
  }
}

extension [SignalEnvelope.Sample] {
  /// The first place whose time is not below an instant, in an array that is ordered by time.
  fileprivate func partition(below instant: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].t < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
