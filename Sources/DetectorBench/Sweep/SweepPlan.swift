import DetectorEngine
import Foundation
import SignalFilters

/// The configurations of a sweep: every combination of its fields' values, or some of them drawn at random.
public struct SweepPlan: Sendable {
  /// One configuration: what the engine is made with, or why it can't be.
  enum Configuration: Hashable, Sendable {
    case valid(EngineConfiguration)
    case refused(String)
  }

  /// More configurations than this are refused; drawing at random picks from any number of combinations.
  static let maximumCount = 1_000_000

  /// The fields in the order in which they were given.
  let axes: [SweepAxis]

  /// For each configuration the place of its value on every axis, in the order of the grid.
  let points: [[Int]]

  private let base: ConfigurationValue

  /// Lays out the whole grid, or draws `count` different points of it.
  init(
    axes: [SweepAxis],
    base: EngineConfiguration,
    random: (count: Int, seed: UInt32)? = nil
  ) throws {
    self.axes = axes
    self.base = try JSONDecoder().decode(
      ConfigurationValue.self,
      from: JSONEncoder().encode(base)
    )
    var size = 1
    for axis in axes {
      let (product, overflow) = size.multipliedReportingOverflow(by: axis.values.count)
      guard !overflow, product < Int(UInt32.max) else {
        throw UsageError("--set: these are more than 4 thousand million combinations")
      }
      size = product
    }
    let chosen: [Int]
    if let random, random.count < size {
      chosen = try Self.draw(random.count, of: size, seed: random.seed)
    } else {
      guard size <= Self.maximumCount else {
        throw UsageError(
          "--set: these are \(size) configurations, more than \(Self.maximumCount);"
            + " --random N draws some of them"
        )
      }
      chosen = Array(0..<size)
    }
    points = chosen.map { Self.point($0, axes) }
  }

  /// The fields' values in a configuration.
  func values(of configuration: Int) -> [ConfigurationValue] {
    zip(axes, points[configuration]).map { $0.values[$1] }
  }

  /// The fields' values in the configuration that all others are based on.
  var baseValues: [ConfigurationValue] { axes.map { base.value(at: $0.field.path[...]) } }

  /// The configuration with a number, counted from 0.
  func configuration(_ number: Int) -> Configuration {
    var json = base
    for (axis, value) in zip(axes, values(of: number)) { json.set(value, at: axis.field.path[...]) }
    do {
      let configuration = try JSONDecoder().decode(
        EngineConfiguration.self,
        from: JSONEncoder().encode(json)
      )
      _ = try DetectorEngine(configuration)
      return .valid(configuration)
    } catch let error as ConfigurationError {
      return .refused("\(error)")
    } catch {
      return .refused("a value of another kind than its field takes")
    }
  }

  /// Takes everything in that the configurations depend on.
  func add(to fingerprint: inout Fingerprint) {
    fingerprint.add(base.canonicalText)
    for axis in axes {
      fingerprint.add(axis.field.name)
      for value in axis.values { fingerprint.add(value.canonicalText) }
    }
    fingerprint.add("\(points.count)")
    for point in points { fingerprint.add("\(point)") }
  }

  /// The place on each axis of a point of the grid; the last axis changes fastest.
  private static func point(_ index: Int, _ axes: [SweepAxis]) -> [Int] {
    var rest = index
    var place = [Int](repeating: 0, count: axes.count)
    for axis in axes.indices.reversed() {
      let count = axes[axis].values.count
      place[axis] = rest % count
      rest /= count
    }
    return place
  }

  /// Draws different numbers below a size, in rising order.
  ///
  /// R. Floyd's method (J. Bentley, *Programming pearls: a sample of brilliance*, 1987), which needs as many draws as
  /// numbers.
  private static func draw(_ count: Int, of size: Int, seed: UInt32) throws -> [Int] {
    let source = try RandomSource(seed: seed)
    var drawn: Set<Int> = []
    for last in (size - count)..<size {
      let candidate = source.integer(in: 0...last)
      drawn.insert(drawn.contains(candidate) ? last : candidate)
    }
    return drawn.sorted()
  }
}
