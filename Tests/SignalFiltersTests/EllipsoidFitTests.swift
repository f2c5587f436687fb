import MotionSamples
import SignalFilters
import Testing

@Suite("EllipsoidFit")
struct EllipsoidFitTests {
  /// Points spread evenly over the unit sphere (a Fibonacci lattice), moved and stretched.
  private func scatter(
    count: Int = 200,
    center: Vector3 = .zero,
    semiAxes: Vector3 = Vector3(1, 1, 1),
    heights: ClosedRange<Double> = -1...1
  ) -> QuadricScatter {
    var scatter = QuadricScatter()
    for index in 0..<count {
      let share = (Double(index) + 0.5) / Double(count)
      let height = heights.lowerBound + share * (heights.upperBound - heights.lowerBound)
      let angle = Double(index) * 2.399_963_229_728_653
      let ring = (1 - height * height).squareRoot()
      let direction = Vector3(ring * cosine(angle), ring * sine(angle), height)
      scatter.add(center + Vector3(direction.storage * semiAxes.storage))
    }
    return scatter
  }

  private func isNear(_ a: Vector3, _ b: Vector3, _ tolerance: Double) -> Bool {
    (a - b).magnitude < tolerance
  }

  @Test(
    "a sphere is found exactly",
    arguments: [Vector3.zero, Vector3(0.3, -0.2, 0.9), Vector3(2, 2, -1)]
  )
  func sphere(center: Vector3) throws {
    let cloud = scatter(center: center)
    let fit = try #require(try EllipsoidFit.sphere(through: cloud))
    #expect(isNear(fit.center, center, 1e-9))
    #expect(abs(fit.radius - 1) < 1e-9)
    #expect(fit.residual < 1e-6)
    #expect(abs(fit.coverage - 1) < 0.01)
  }

  @Test(
    "an ellipsoid is found exactly, whichever way it lies",
    arguments: [Vector3(1, 1, 1), Vector3(1.3, 1, 0.8), Vector3(0.7, 1.2, 1), Vector3(1, 0.6, 0.9)]
  )
  func ellipsoid(semiAxes: Vector3) throws {
    let center = Vector3(0.4, -0.1, 0.2)
    let cloud = scatter(center: center, semiAxes: semiAxes)
    let fit = try #require(try EllipsoidFit.ellipsoid(through: cloud))
    let mean = exponential(naturalLogarithm(semiAxes.x * semiAxes.y * semiAxes.z) / 3)
    #expect(isNear(fit.center, center, 1e-5))
    #expect(abs(fit.radius - mean) < 1e-5)
    #expect(isNear(fit.correction.first, Vector3(mean / semiAxes.x, 0, 0), 1e-5))
    #expect(isNear(fit.correction.second, Vector3(0, mean / semiAxes.y, 0), 1e-5))
    #expect(isNear(fit.correction.third, Vector3(0, 0, mean / semiAxes.z), 1e-5))
    #expect(fit.residual < 1e-4)
  }

  @Test("coverage falls with the part of the sphere that was seen")
  func coverage() throws {
    let parts: [ClosedRange<Double>] = [-1...1, -0.7...0.7, -0.3...0.3, -0.1...0.1]
    let coverages = try parts.map {
      try #require(try EllipsoidFit.sphere(through: scatter(heights: $0))).coverage
    }
    #expect(coverages == coverages.sorted(by: >))
    #expect(coverages[3] < 0.02)
  }

  @Test("too few points, a plane, a line and a point are no sphere and no ellipsoid")
  func degenerate() throws {
    var point = QuadricScatter()
    var line = QuadricScatter()
    var plane = QuadricScatter()
    for index in 0..<50 {
      point.add(Vector3(1, 2, 3))
      line.add(Vector3(Double(index) / 50, 0, 0))
      let angle = Double(index) * 0.7
      plane.add(Vector3(cosine(angle), sine(angle), 0))
    }
    var broken = scatter()
    broken.add(Vector3(.infinity, 0, 0))
    for cloud in [QuadricScatter(), point, line, plane, broken] {
      #expect(try (EllipsoidFit.sphere(through: cloud)?.coverage ?? 0) < 1e-6)
      #expect(try (EllipsoidFit.ellipsoid(through: cloud)?.coverage ?? 0) < 1e-6)
    }
  }

  @Test("weights and fading do to the sums what they should")
  func weights() throws {
    var doubled = scatter()
    var weighted = scatter()
    doubled.add(Vector3(3, 1, 2))
    doubled.add(Vector3(3, 1, 2))
    weighted.add(Vector3(3, 1, 2), weight: 2)
    #expect(doubled.totalWeight == weighted.totalWeight)
    let fromDoubled = try #require(try EllipsoidFit.sphere(through: doubled))
    let fromWeighted = try #require(try EllipsoidFit.sphere(through: weighted))
    #expect(isNear(fromDoubled.center, fromWeighted.center, 1e-12))
    let before = try #require(try EllipsoidFit.sphere(through: weighted))
    weighted.scale(by: 0.25)
    #expect(weighted.totalWeight == 0.25 * doubled.totalWeight)
    let after = try #require(try EllipsoidFit.sphere(through: weighted))
    #expect(isNear(before.center, after.center, 1e-12))
  }

  @Test("a scatter that forgot its points is a new one")
  func removeAll() {
    var cloud = scatter()
    cloud.removeAll()
    #expect(cloud == QuadricScatter())
  }

  @Test("a given sphere is measured by its scatter")
  func measured() throws {
    let cloud = scatter(center: Vector3(0.1, 0, 0))
    let off = try #require(
      try EllipsoidFit.measured(center: .zero, correction: .identity, over: cloud)
    )
    // A shift by a tenth of the radius, as seen over all directions: 0.1/√3.
    #expect(abs(off.residual - 0.1 / 3.0.squareRoot()) < 0.002)
    let right = try #require(
      try EllipsoidFit.measured(center: Vector3(0.1, 0, 0), correction: .identity, over: cloud)
    )
    #expect(right.residual < 1e-6)
  }
}
