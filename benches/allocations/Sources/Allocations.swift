import Foundation

/// Counts what each subject asks of the heap over n and over 2n samples, after n samples of warming up.
@main
enum Allocations {
  static func main() throws {
    guard let counter = AllocationCounter() else {
      FileHandle.standardError.write(
        Data("The counter is not preloaded: start this with benches/allocations/run.\n".utf8)
      )
      exit(69)
    }
    let arguments = CommandLine.arguments.dropFirst()
    guard let count = arguments.first.map({ Int($0) }) ?? 20_000, count > 0, arguments.count <= 1
    else {
      FileHandle.standardError.write(Data("usage: benches/allocations/run [N]\n".utf8))
      exit(64)
    }
    guard proves(counter) else {
      FileHandle.standardError.write(Data("The counter misses allocations.\n".utf8))
      exit(69)
    }

    print("subject,samples,allocations,samples,allocations,results,verdict")
    var isSteady = true
    for subject in Subject.all {
      resultCount = 0
      let step = try subject.make()
      for index in 0..<count { step(index) }
      let start = counter.requests
      for index in count..<2 * count { step(index) }
      let once = counter.requests - start
      for index in 2 * count..<4 * count { step(index) }
      let twice = counter.requests - start - once
      isSteady = isSteady && once == twice
      let verdict = once == twice ? "steady" : "GROWS"
      print("\(subject.name),\(count),\(once),\(2 * count),\(twice),\(resultCount),\(verdict)")
    }
    exit(isSteady ? 0 : 1)
  }

  /// Whether the counter sees what it must: plain storage and storage of vectors, whose alignment takes another way.
  private static func proves(_ counter: AllocationCounter) -> Bool {
    let start = counter.requests
    let plain = [Int](repeating: start.hashValue, count: 100)
    let middle = counter.requests
    let vectors = [SIMD4<Double>](repeating: SIMD4(repeating: Double(start)), count: 100)
    let end = counter.requests
    consume(plain)
    consume(vectors)
    return middle > start && end > middle
  }
}
