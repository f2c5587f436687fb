import Testing

@testable import DetectorEngine

@Suite("BoundedChannel")
struct BoundedChannelTests {
  /// What a reader who comes late finds, as text: values as they are, losses as `-n`.
  private func read(_ stream: AsyncStream<DetectorSession.Element<Int>>) async -> [Int] {
    var found: [Int] = []
    for await element in stream {
      switch element {
      case .value(let value): found.append(value)
      case .lost(let count): found.append(-count)
      }
    }
    return found
  }

  @Test("what fits arrives, in order")
  func fits() async {
    let (stream, opened) = BoundedChannel<Int>.make(keepingOldest: 4)
    var channel = opened
    for value in 1...4 { channel.send(value) }
    channel.finish()
    #expect(await read(stream) == [1, 2, 3, 4])
    #expect(channel.lostCount == 0)
  }

  @Test("a full stream keeps its oldest, counts the rest and says so when there is room again")
  func keepsOldest() async throws {
    let (stream, opened) = BoundedChannel<Int>.make(keepingOldest: 3)
    var channel = opened
    for value in 1...5 { channel.send(value) }
    #expect(channel.lostCount == 2)
    var iterator = stream.makeAsyncIterator()
    for expected in 1...3 {
      guard case .value(let value) = await iterator.next() else {
        Issue.record("no value")
        return
      }
      #expect(value == expected)
    }
    channel.send(6)
    channel.finish()
    guard case .lost(let count) = await iterator.next() else {
      Issue.record("the loss is not told")
      return
    }
    #expect(count == 2)
    guard case .value(let last) = await iterator.next() else {
      Issue.record("no value")
      return
    }
    #expect(last == 6)
    #expect(await iterator.next() == nil)
  }

  @Test("a full stream keeps its newest, and no loss goes uncounted", arguments: 2...6, 0...40)
  func keepsNewest(capacity: Int, count: Int) async {
    let (stream, opened) = BoundedChannel<Int>.make(keepingNewest: capacity)
    var channel = opened
    for value in 0..<count { channel.send(value) }
    channel.finish()
    let found = await read(stream)
    let values = found.filter { $0 >= 0 }
    #expect(values == values.sorted())
    #expect(values.last == (count > 0 ? count - 1 : nil))
    #expect(values.count + channel.lostCount == count)
  }
}
