import BenchSubjects
import Foundation

/// Counts what each subject asks of the heap over n and over 2n samples, after n samples of warming up, and what it holds.
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
    Subject.prepare()

    print("subject,samples,allocations,samples,allocations,results,bytes,verdict")
    var passes = true
    for subject in Subject.all {
      let results = Subject.resultCount
      let before = counter.bytes
      let step = try subject.make()
      step(0..<count)
      var held = counter.bytes - before
      let start = counter.requests
      step(count..<2 * count)
      let once = counter.requests - start
      held = max(held, counter.bytes - before)
      let middle = counter.requests
      step(2 * count..<4 * count)
      let twice = counter.requests - middle
      held = max(held, counter.bytes - before)
      let verdict = verdict(on: subject, once: once, twice: twice, bytes: held)
      passes = passes && verdict.passes
      print(
        "\"\(subject.name)\",\(count),\(once),\(2 * count),\(twice),\(Subject.resultCount - results),\(held),\(verdict.text)"
      )
    }
    exit(passes ? 0 : 1)
  }

  /// What the counts say.
  private static func verdict(
    on subject: Subject,
    once: UInt,
    twice: UInt,
    bytes: Int
  ) -> (text: String, passes: Bool) {
    if !subject.isEventful && once != twice { return ("GROWS", false) }
    if bytes > subject.maximumBytes { return ("TOO LARGE", false) }
    return (subject.isEventful ? "bounded" : "steady", true)
  }

  /// Whether the counter sees what it must: plain storage and storage of vectors, whose alignment takes another way.
  private static func proves(_ counter: AllocationCounter) -> Bool {
    let start = counter.requests
    let plain = [Int](repeating: start.hashValue, count: 100)
    let middle = counter.requests
    let vectors = [SIMD4<Double>](repeating: SIMD4(repeating: Double(start)), count: 100)
    let end = counter.requests
    let held = counter.bytes
    withExtendedLifetime((plain, vectors)) {}
    return middle > start && end > middle && held > 0
  }
}
