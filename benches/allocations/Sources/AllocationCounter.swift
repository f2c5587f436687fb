#if canImport(Glibc)
import Glibc
#endif

/// The counter that stands in front of the allocator when the script has preloaded it.
struct AllocationCounter {
  private let read: @convention(c) () -> UInt

  /// Finds the counter, or nil where it is not preloaded.
  init?() {
    #if canImport(Glibc)
    guard let symbol = dlsym(nil, "heap_requests") else { return nil }
    read = unsafeBitCast(symbol, to: (@convention(c) () -> UInt).self)
    #else
    return nil
    #endif
  }

  /// How many times memory has been asked for since the program began.
  var requests: UInt { read() }
}
