import DetectorBench
import Foundation

@main
struct BenchDetectors {
  static func main() async {
    exit(await BenchCommand.run(Array(CommandLine.arguments.dropFirst())))
  }
}
