// swift-tools-version: 6.2
import PackageDescription

/// What every target of our own is built with: Swift 6 mode comes from the tools version, and a warning stops the build.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A library target and its test target, the one named after the other.
func module(
  _ name: String,
  _ dependencies: [Target.Dependency],
  resources: [Resource] = []
) -> [Target] {
  [
    .target(
      name: name,
      dependencies: dependencies,
      resources: resources,
      swiftSettings: strict
    ),
    .testTarget(
      name: name + "Tests",
      dependencies: [.target(name: name)] + dependencies,
      swiftSettings: strict
    ),
  ]
}

let package = Package(
  name: "MotionDetectors",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "DetectorEngine", targets: ["DetectorEngine"]),
    .library(name: "CDetectorEngine", type: .dynamic, targets: ["CDetectorEngine"]),
    .library(name: "CDetectorEngineStatic", type: .static, targets: ["CDetectorEngine"]),
    .executable(name: "bench-detectors", targets: ["bench-detectors"]),
  ],
  targets: [
    .systemLibrary(
      name: "CGSL",
      pkgConfig: "gsl",
      providers: [.apt(["libgsl-dev", "pkg-config"]), .brew(["gsl", "pkg-config"])]
    )
  ]
    + module("MotionSamples", [])
    + module("SignalFilters", ["CGSL", "MotionSamples"])
    + module("MotionState", ["MotionSamples"])
    + module("CrashDetection", ["SignalFilters", "MotionSamples"])
    + module("DistractionDetection", ["SignalFilters", "MotionSamples"])
    + module("HeadingEstimation", ["SignalFilters", "MotionSamples"])
    + module(
      "DetectorEngine",
      [
        "MotionSamples", "SignalFilters", "MotionState", "CrashDetection", "DistractionDetection",
        "HeadingEstimation",
      ]
    )
    + [.target(name: "CDetectorEngineHeader")]
    + module("CDetectorEngine", ["CDetectorEngineHeader", "DetectorEngine"])
    // Embedded, so that a program is one file wherever it is put.
    + module("DetectorBench", ["DetectorEngine"], resources: [.embedInCode("Report/Page")])
    + [
      .executableTarget(
        name: "bench-detectors",
        dependencies: ["DetectorBench"],
        swiftSettings: strict
      ),
      .executableTarget(
        name: "heading-peers",
        dependencies: ["DetectorBench", "DetectorEngine"],
        path: "benches/peers/Sources",
        swiftSettings: strict
      ),
      .executableTarget(
        name: "fuzz-detectors",
        dependencies: [
          "CDetectorEngine", "CDetectorEngineHeader", "DetectorBench", "DetectorEngine",
        ],
        path: "Tests/Fuzzing/Sources",
        swiftSettings: strict
      ),
      .target(
        name: "BenchSubjects",
        dependencies: [
          "CDetectorEngine", "CDetectorEngineHeader", "DetectorEngine", "SignalFilters",
        ],
        path: "benches/subjects/Sources",
        swiftSettings: strict
      ),
      .executableTarget(
        name: "allocations",
        dependencies: ["BenchSubjects"],
        path: "benches/allocations/Sources",
        swiftSettings: strict
      ),
      .executableTarget(
        name: "speed",
        dependencies: ["BenchSubjects", "DetectorBench"],
        path: "benches/speed/Sources",
        swiftSettings: strict
      ),
    ]
)
