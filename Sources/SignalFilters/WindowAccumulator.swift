internal import CGSL

/// The window statistics that the numerics library can keep up to date value by value.
enum WindowStatistic: Sendable {
  /// The median; the second result is unused.
  case median
  /// The median and the median absolute deviation from it.
  case medianDeviation
  /// The minimum and the maximum.
  case extrema

  /// The library's accumulator.
  var accumulator: UnsafePointer<gsl_movstat_accum> {
    switch self {
    case .median: cgsl_accum_median()
    case .medianDeviation: cgsl_accum_mad()
    case .extrema: cgsl_accum_minmax()
    }
  }
}

/// One of the library's accumulators on the heap.
///
/// Its memory is full of pointers into itself, so it cannot be copied, only built anew from the values of its window.
/// It is shared by copies of a filter and changed only while there is a single owner, which is what makes it safe to
/// send.
final class WindowAccumulator: @unchecked Sendable {
  private let accumulator: UnsafePointer<gsl_movstat_accum>
  private let capacity: Int
  private let memory: UnsafeMutableRawPointer

  /// The library's first failure since the window was last rebuilt; no result is given after one.
  private var hasFailed = false

  /// Creates an accumulator and feeds it the values of a window.
  init(_ statistic: WindowStatistic, window: ValueRing) {
    GSL.prepare()
    accumulator = statistic.accumulator
    capacity = window.capacity
    let size = cgsl_accum_size(accumulator, capacity)
    memory = .allocate(byteCount: size, alignment: MemoryLayout<Double>.alignment * 2)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    rebuild(from: window)
  }

  deinit {
    memory.deallocate()
  }

  /// Begins anew with the values of a window.
  func rebuild(from window: ValueRing) {
    hasFailed = cgsl_accum_init(accumulator, capacity, memory) != 0
    for age in stride(from: window.count - 1, through: 0, by: -1) {
      insert(window.newest(age))
    }
  }

  /// Takes the next value.
  func insert(_ value: Double) {
    guard !hasFailed else { return }
    hasFailed = cgsl_accum_insert(accumulator, value, memory) != 0
  }

  /// The two results over the present window, or nil where the library has reported a failure.
  ///
  /// The median absolute deviation is multiplied by `scale`. There must have been a value.
  func results(scale: Double) -> (first: Double, second: Double)? {
    guard !hasFailed else { return nil }
    var results = (first: 0.0, second: 0.0)
    let status = withUnsafeMutableBytes(of: &results) { bytes in
      cgsl_accum_get(
        accumulator,
        scale,
        bytes.baseAddress?.assumingMemoryBound(to: Double.self),
        memory
      )
    }
    return status == 0 ? results : nil
  }
}
