import BenchSubjects
import Foundation

/// Steps the engine through a stream of hours and says after each what it holds and what a tick has cost.
///
/// What is held is read from the counter of `benches/allocations`, which must be preloaded.
enum LongStream {
  static func run(hours: Int) throws {
    guard let symbol = dlsym(nil, "heap_bytes") else { throw Misuse() }
    let heldBytes = unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
    Subject.prepare()
    let ticksAnHour = 3600 * GeneratedDrive.calm.rateHz
    let before = heldBytes()
    let step = try SpeedServer.subject("DetectorEngine, all armed").make()
    print("hour,bytes,ns")
    for hour in 0..<hours {
      let hourRange = hour * ticksAnHour..<(hour + 1) * ticksAnHour
      let elapsed = ProcessorTime.nanoseconds { step(hourRange) }
      print("\(hour + 1),\(heldBytes() - before),\(Double(elapsed) / Double(ticksAnHour))")
    }
  }
}
