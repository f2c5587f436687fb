import Foundation

/// The time that this process has been given by a processor, which is what work costs however busy the machine is.
enum ProcessorTime {
  /// Nanoseconds since the process began.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Nanoseconds that a body takes.
  static func nanoseconds(of body: () throws -> Void) rethrows -> UInt64 {
    let start = nanoseconds
    try body()
    return nanoseconds - start
  }
}
