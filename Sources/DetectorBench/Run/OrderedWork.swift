/// Pieces of work done side by side, whose results come in order.
enum OrderedWork {
  /// Does the work of every index below `count`, at most `width` at a time.
  ///
  /// `finished` is told of each piece as soon as it is done, in whatever order; `results` gets them in the order of the
  /// indices. A piece that is slow does not let the finished ones behind it pile up, so memory does not grow with the
  /// count. Stops at the first error, that of the piece that stands first among those that failed by then.
  static func run<Output: Sendable>(
    count: Int,
    width: Int,
    work: @escaping @Sendable (_ index: Int) throws -> Output,
    finished: (_ count: Int, _ index: Int, _ output: Output?) throws -> Void = { _, _, _ in },
    results: (_ index: Int, _ output: Output) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result<Output, any Error>).self) { group in
      var next = 0
      func addNext() {
        guard next < count else { return }
        let index = next
        next += 1
        group.addTask { (index, Result { try work(index) }) }
      }
      for _ in 0..<max(1, width) { addNext() }
      var waiting: [Int: Result<Output, any Error>] = [:]
      var due = 0
      var done = 0
      while let (index, result) = try await group.next() {
        done += 1
        try finished(done, index, try? result.get())
        waiting[index] = result
        while let ready = waiting.removeValue(forKey: due) {
          try results(due, ready.get())
          due += 1
        }
        while next < count, next < due + 4 * max(1, width), next - done < max(1, width) {
          addNext()
        }
      }
    }
  }
}
