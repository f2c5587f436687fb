import MotionSamples
import SignalFilters

/// What a recording is called and said to be.
struct RecordingTitle: Sendable {
  /// Its name.
  var name: String

  /// `train` or `test`.
  var split: String

  /// Detectors for which it is exhaustively labelled.
  var labelledFor: String

  /// What it is: the first word is `generated` or `composed`.
  var origin: String
}

/// One kind of recording that the generator can make.
struct Scenario: Sendable {
  /// Its name, which recordings of it carry.
  let name: String

  /// How many recordings a set of ordinary size has in each split.
  let count: Int

  /// Makes one recording; `place` counts the recordings of the split and spreads rates and ranges evenly.
  let make:
    @Sendable (_ place: Int, _ title: RecordingTitle, _ random: RandomSource) throws ->
      GeneratedRecording

  /// A scenario of any making.
  init(
    name: String,
    count: Int,
    make:
      @escaping @Sendable (_ place: Int, _ title: RecordingTitle, _ random: RandomSource) throws ->
      GeneratedRecording
  ) {
    self.name = name
    self.count = count
    self.make = make
  }

  /// A scenario that is computed from a draft.
  init(
    name: String,
    count: Int,
    draft: @escaping @Sendable (_ place: Int, _ random: RandomSource) -> ScenarioDraft
  ) {
    self.init(name: name, count: count) { place, title, random in
      draft(place, random).recording(title, random: random)
    }
  }
}

/// A family of scenarios, written as one data set.
package struct ScenarioCatalogue: Sendable {
  /// The name of the set.
  package let name: String

  /// Detectors for which its recordings are exhaustively labelled.
  package let labelledFor: String

  /// What its recordings are: the first word is `generated` or `composed`.
  package let origin: String

  let scenarios: [Scenario]

  /// The two splits, which differ in seed and in nothing else.
  package static let splits = ["train", "test"]

  /// The names of all recordings of a set, in the order in which they are written.
  ///
  /// `multiple` makes every scenario that many times as frequent as in the ordinary set.
  package func recordingNames(multiple: Int = 1) -> [String] {
    Self.splits.flatMap { split in
      scenarios.flatMap { scenario in
        (0..<scenario.count * max(1, multiple)).map { "\(split)-\(scenario.name)-\($0 + 1)" }
      }
    }
  }

  /// Makes one recording by its name, or nil where the catalogue has none of that name.
  ///
  /// Each recording has a random source of its own, seeded from the set's seed and the name, so that it does not depend
  /// on which others are made.
  package func recording(named name: String, seed: UInt64) throws -> GeneratedRecording? {
    let parts = name.split(separator: "-")
    guard parts.count == 3, let index = Int(parts[2]), index >= 1,
      let split = Self.splits.first(where: { $0 == parts[0] }),
      let scenario = scenarios.first(where: { $0.name == parts[1] })
    else { return nil }
    let random = try RandomSource(seed: Self.seed(of: name, in: seed))
    // The two splits take up rates and ranges at different places of the same round.
    let place = index - 1 + (split == "train" ? 0 : 3)
    let title = RecordingTitle(
      name: name,
      split: split,
      labelledFor: labelledFor,
      origin: "\(origin); scenario \(scenario.name)"
    )
    return try scenario.make(place, title, random)
  }

  /// Mixes a set's seed and a recording's name (FNV-1a over both, folded to the generator's 32 bits).
  static func seed(of name: String, in seed: UInt64) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(seed)/\(name)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
