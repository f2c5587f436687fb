import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

/// A shipped recording and what the engine says about it as it is.
struct SoundDrive {
  let name: String
  let inputs: [ArrivedInput]
  let played: PlayedDrive
  /// When the crashes began that the recording is labelled with, in seconds.
  let labelled: [Double]

  /// The recordings that are tried: a few of each set by seed, or every one where `FAULTS_IN_EVERY_RECORDING` is set.
  static let tried: Result<[SoundDrive], any Error> = Result {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("datasets").path
    var random = SplitMix64(seed: 8)
    let isEvery = ProcessInfo.processInfo.environment["FAULTS_IN_EVERY_RECORDING"] != nil
    return try ["generated-crash", "generated-distraction"].flatMap { name in
      let dataset = try Dataset(path: folder + "/" + name)
      let chosen = dataset.recordings.shuffled(using: &random).prefix(isEvery ? .max : 10)
      return try chosen.map { info in
        let inputs = ArrivedInput.all(of: try dataset.read(info))
        return SoundDrive(
          name: info.name,
          inputs: inputs,
          played: try PlayedDrive(inputs),
          labelled: dataset.labels(of: info, for: .crash).map(\.start)
        )
      }
    }
  }
}

@Suite("Faults in shipped recordings")
struct FaultTests {
  @Test("each fault has the outcome that must follow", arguments: Fault.allCases)
  func fault(_ fault: Fault) throws {
    for (index, sound) in try SoundDrive.tried.get().enumerated() {
      let faulty = fault.applied(to: sound.inputs, seed: UInt64(index))
      let played = try PlayedDrive(faulty)
      switch fault.outcome {
      case .sameEvents:
        #expect(played.events == sound.played.events, "\(fault) in \(sound.name)")
      case .sameDecisions:
        #expect(
          Self.isNear(played.crashes.map(\.seconds), sound.played.crashes.map(\.seconds)),
          "crashes, \(fault) in \(sound.name)"
        )
        for bound in [\ClosedRange<Double>.lowerBound, \.upperBound] {
          #expect(
            Self.isNear(
              played.episodes.map { $0[keyPath: bound] },
              sound.played.episodes.map { $0[keyPath: bound] }
            ),
            "episodes, \(fault) in \(sound.name)"
          )
        }
      case .noCrashInvented:
        Self.knownToInvent(fault) {
          for impact in played.impacts {
            #expect(
              (sound.played.impacts + sound.labelled).contains { abs(impact - $0) <= 3 },
              "\(fault) in \(sound.name) at \(impact)"
            )
          }
        }
      }
    }
  }

  /// Fixes that say 200 m/s for three seconds are believed, and have given a crash in a recording that holds none.
  private static func knownToInvent(_ fault: Fault, _ body: () -> Void) {
    guard fault == .speedOf200 else { return body() }
    withKnownIssue("a speed of 200 m/s is believed", isIntermittent: true) { body() }
  }

  private static func isNear(_ these: [Double], _ those: [Double]) -> Bool {
    these.count == those.count && zip(these, those).allSatisfy { abs($0 - $1) <= 2 }
  }
}
