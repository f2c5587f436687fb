import DetectorEngine
import Foundation
import Testing

@testable import DetectorBench

@Suite("HeadingScore")
struct HeadingScoreTests {
  private static func about(_ axis: Vector3, _ degrees: Double) -> Attitude {
    let half = degrees * PhysicalConstants.radiansPerDegree / 2
    return Attitude(
      w: cos(half),
      x: axis.x * sin(half),
      y: axis.y * sin(half),
      z: axis.z * sin(half)
    )
  }

  private static func product(_ a: Attitude, _ b: Attitude) -> Attitude {
    Attitude(
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w
    )
  }

  @Test(
    "the heading's part of an attitude's error is the turn about the vertical, tilted or not",
    arguments: [0.0, 1, -1, 30, -90, 179, -179],
    [0.0, 5, -40]
  )
  func headingError(turn: Double, tilt: Double) {
    let truth = Self.product(
      Self.about(Vector3(0, 0, 1), 77),
      Self.about(Vector3(1, 0, 0), 50)
    )
    // First tilted about a horizontal axis, then turned about the vertical: the two parts that the metric splits.
    let error = Self.product(
      Self.about(Vector3(0, 0, 1), turn),
      Self.about(Vector3(0.6, 0.8, 0), tilt)
    )
    let estimate = Self.product(error, truth)
    #expect(abs(HeadingScore.headingError(of: estimate, truth: truth) - turn) < 1e-9)
    let negated = Attitude(w: -estimate.w, x: -estimate.x, y: -estimate.y, z: -estimate.z)
    #expect(abs(HeadingScore.headingError(of: negated, truth: truth) - turn) < 1e-9)
  }

  @Test("errors are summed up, and invalid and missing headings are counted")
  func figures() throws {
    var score = HeadingScore()
    #expect(score.rootMeanSquare == nil)
    #expect(score.coverage == nil)
    score.add(error: 3, accuracy: 3)
    score.add(error: -4, accuracy: 2)
    score.add(error: 0, accuracy: -1)
    score.add(error: 5, accuracy: 2)
    score.addMissing()
    #expect(try #require(score.rootMeanSquare) == (50.0 / 4).squareRoot())
    #expect(score.mean == 1)
    #expect(score.median == 3.5)
    #expect(try #require(score.meanAccuracy) == 7.0 / 3)
    #expect(try #require(score.coverage) == 1.0 / 3)
    #expect(try #require(score.coverageOfTwice) == 2.0 / 3)
    #expect(score.invalid == 1)
    #expect(score.missing == 1)
  }
}
