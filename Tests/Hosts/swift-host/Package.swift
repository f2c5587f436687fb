// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swift-host",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "MotionDetectors", path: "../../..")],
  targets: [
    .executableTarget(
      name: "swift-host",
      dependencies: [.product(name: "DetectorEngine", package: "MotionDetectors")],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ]
)
