#if canImport(Glibc)
import Glibc
#endif

/// The counter that stands in front of the allocator when the script has preloaded it.
struct AllocationCounter {
  private let readRequests: @convention(c) () -> UInt
  private let readBytes: @convention(c) () -> Int

  /// Finds the counter, or nil where it is not preloaded.
  init?() {
    #if canImport(Glibc)
    guard let requests = dlsym(nil, "heap_requests"), let bytes = dlsym(nil, "heap_bytes") else {
      return nil
    }
    readRequests = unsafeBitCast(requests, to: (@convention(c) () -> UInt).self)
    readBytes = unsafeBitCast(bytes, to: (@convention(c) () -> Int).self)
    #else
    return nil
    #endif
  }

  /// How many times memory has been asked for since the program began.
  var requests: UInt { readRequests() }

  /// How many bytes of memory are held now.
  var bytes: Int { readBytes() }
}
