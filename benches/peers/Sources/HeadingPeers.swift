import DetectorBench
import DetectorEngine
import Foundation

/// Our side of `benches/peers`: times the estimator, and scores it with settings from standard input.
///
///     heading-peers time DATASET…     a row for each case: name, samples, nanoseconds a sample
///     heading-peers sweep DATASET…    the names of the cases, then for each line of settings in JSON a line of results
@main
enum HeadingPeers {
  static func main() {
    do {
      try run(CommandLine.arguments.dropFirst())
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(error is Misuse ? 64 : 65)
    }
  }

  private static func run(_ arguments: ArraySlice<String>) throws {
    guard let command = arguments.first, arguments.count > 1 else { throw Misuse() }
    let datasets = try arguments.dropFirst().flatMap { try Dataset.all(in: $0) }
    let sweep = try HeadingSweep(datasets: datasets)
    switch command {
    case "time": try time(sweep)
    case "sweep": try score(sweep)
    default: throw Misuse()
    }
  }

  private struct Misuse: Error, CustomStringConvertible {
    var description: String { "usage: heading-peers time|sweep DATASET…" }
  }

  /// The fastest of some runs over the readings in memory; a sample is one of each sensor.
  private static func time(_ sweep: HeadingSweep) throws {
    for (name, inputs) in zip(sweep.names, sweep.inputs) {
      let samples = inputs.count { input in
        if case .rotation = input { true } else { false }
      }
      var fastest = Double.infinity
      for _ in 0..<7 {
        var estimator = try HeadingEstimator()
        var known = 0
        let start = DispatchTime.now().uptimeNanoseconds
        for input in inputs {
          switch input {
          case .rotation(let sample):
            estimator.process(sample)
            // Every attitude is asked for, as VQF computes one for every sample.
            if estimator.attitude != nil { known += 1 }
          case .magneticField(let sample): estimator.process(sample)
          case .acceleration(let sample): estimator.process(sample)
          case .fix, .activity, .timePassed: break
          }
        }
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start)
        precondition(known > 0)
        fastest = min(fastest, elapsed / Double(samples))
      }
      print("\(name),\(samples),\(fastest)")
    }
  }

  private static func score(_ sweep: HeadingSweep) throws {
    print(sweep.names.joined(separator: ","))
    flush()
    while let line = readLine() {
      let settings = try JSONDecoder().decode(
        HeadingEstimatorConfiguration.self,
        from: Data(line.utf8)
      )
      guard (try? settings.validate()) != nil else {
        // A search may step over the bounds; what is out of bounds has no result.
        print("null")
        flush()
        continue
      }
      let results = try sweep.results(settings).map { result in
        [result.rms, result.within, result.withinTwice, result.accuracy, result.invalid]
          .map { $0.isFinite ? $0.description : "null" }
          .joined(separator: ",")
      }
      print("[[" + results.joined(separator: "],[") + "]]")
      flush()
    }
  }

  private static func flush() {
    FileHandle.standardOutput.synchronizeFile()
    fflush(nil)
  }
}
