import DetectorBench

@main
struct BenchDetectors {
  static func main() {
    print("bench-detectors")
  }
}
