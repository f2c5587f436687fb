import Foundation

@testable import SignalFilters

/// What the filters with a window have in common, for tests that hold for all of them.
protocol StreamingFilter: Codable, Equatable {
  associatedtype Output: Equatable
  mutating func push(_ value: Double) -> Output?
  mutating func finish(_ emit: (Output) -> Void)
  mutating func reset()
}

extension MovingMedian: StreamingFilter {}
extension MovingMedianDeviation: StreamingFilter {}
extension MovingExtrema: StreamingFilter {}
extension ImpulseFilter: StreamingFilter {}
extension GaussianFilter: StreamingFilter {}

extension StreamingFilter {
  /// Everything that comes out for a whole stream.
  mutating func outputs(_ data: [Double]) -> [Output] {
    var outputs = data.compactMap { push($0) }
    finish { outputs.append($0) }
    return outputs
  }

  /// The filter after it has been written down and read again.
  func rewritten() throws -> Self {
    try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(self))
  }
}
