/// Order statistics of a list of numbers.
enum Percentile {
  /// The value below which a fraction of the list lies, interpolated linearly between its neighbours; nil for none.
  ///
  /// Hyndman and Fan's definition 7 (*Sample quantiles in statistical packages*, 1996), which numpy and R use by
  /// default, so that notebooks get the same figures.
  static func value(_ fraction: Double, of list: [Double]) -> Double? {
    guard !list.isEmpty, (0...1).contains(fraction) else { return nil }
    let sorted = list.sorted()
    let place = fraction * Double(sorted.count - 1)
    let lower = Int(place)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (place - Double(lower)) * (sorted[upper] - sorted[lower])
  }
}
