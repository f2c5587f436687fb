import DetectorEngine
import Foundation
import Testing

/// Events must not depend on how the platform happened to deliver what its sensors said.
@Suite("Delivery")
struct ProcessBatchTests {
  /// An eventful drive with the outputs of an engine that got everything in order, one by one.
  private func reference() throws -> (
    inputs: [(input: EngineInput, at: Timestamp)], outputs: [EngineOutput]
  ) {
    let inputs = try EngineDrive.eventful().inputs
    let outputs = try replay(inputs)
    #expect(outputs.contains { if case .crash(.confirmed) = $0 { true } else { false } })
    #expect(outputs.contains { if case .distractionEpisode = $0 { true } else { false } })
    return (inputs, outputs)
  }

  private func replay(_ inputs: [(input: EngineInput, at: Timestamp)]) throws -> [EngineOutput] {
    var engine = try DetectorEngine(.allOn)
    var trail = NoTrail()
    var outputs: [EngineOutput] = []
    for (input, now) in inputs {
      engine.process(input, at: now, trail: &trail) { outputs.append($0) }
    }
    engine.flush(trail: &trail) { outputs.append($0) }
    return outputs
  }

  @Test("splitting the stream into batches of any size changes no event", arguments: 0..<12)
  func batches(seed: Int) async throws {
    let (inputs, expected) = try reference()
    var generator = SeededGenerator(seed: UInt64(seed))
    let largest = [1, 2, 3, 7, 20, 50, 100, 333, 1000, 5000, 10_000, 100_000][seed]
    let session = DetectorSession(try DetectorEngine(.allOn), outputCapacity: 100_000)
    var rest = inputs[...]
    while let first = rest.first {
      let size = Int.random(in: 1...largest, using: &generator)
      // A batch has one instant of receipt, which matters to everything but readings.
      let batch = rest.prefix(size).prefix { $0.at == first.at || $0.input.isReading }.map(\.input)
      rest.removeFirst(batch.count)
      await session.process(batch, at: first.at)
    }
    await session.finish()
    #expect(await session.lostOutputCount == 0)
    var outputs: [EngineOutput] = []
    for await element in session.outputs {
      if case .value(let output) = element { outputs.append(output) }
    }
    // Nothing follows from the last few readings, which the gate still holds back.
    #expect(outputs == expected)
  }

  @Test(
    "readings that overtake each other within the reorder window change no event",
    arguments: 0..<6
  )
  func reordering(seed: Int) throws {
    let (inputs, expected) = try reference()
    var generator = SeededGenerator(seed: UInt64(1000 + seed))
    // Each reading is held up by less than the window; everything else comes when it came.
    let delayed = inputs.enumerated().map { offset, element in
      let isReading = element.input.isReading
      let delay = isReading ? Double.random(in: 0..<0.045, using: &generator) : 0
      return (offset, element.input, element.at.advanced(bySeconds: delay))
    }
    let reordered = delayed.sorted { ($0.2, $0.0) < ($1.2, $1.0) }
    let overtaken = zip(reordered, reordered.dropFirst()).filter { $0.0.0 > $0.1.0 }.count
    #expect(overtaken > 1000)
    #expect(try replay(reordered.map { ($0.1, $0.2) }) == expected)
  }

  @Test("readings, fixes and verdicts that come twice change no event", arguments: 0..<6)
  func duplicates(seed: Int) throws {
    let (inputs, expected) = try reference()
    var generator = SeededGenerator(seed: UInt64(2000 + seed))
    var doubled: [(input: EngineInput, at: Timestamp)] = []
    for (input, now) in inputs {
      doubled.append((input, now))
      switch input {
      case .sensor, .fix, .activity, .start:
        if Int.random(in: 0..<3, using: &generator) == 0 { doubled.append((input, now)) }
      default: break
      }
    }
    #expect(doubled.count > inputs.count * 5 / 4)
    #expect(try replay(doubled) == expected)
  }
}

extension EngineInput {
  /// Whether it is a reading of a sensor.
  fileprivate var isReading: Bool {
    if case .sensor = self { true } else { false }
  }
}
