import Testing

@testable import MotionSamples

@Suite("Elementary functions")
struct ElementaryFunctionsTests {
  @Test("known values")
  func knownValues() {
    #expect(abs(sine(.pi / 6) - 0.5) < 1e-15)
    #expect(abs(cosine(.pi / 3) - 0.5) < 1e-15)
    #expect(abs(tangent(.pi / 4) - 1) < 1e-15)
    #expect(arctangent2(1, -1) == 3 * .pi / 4)
    #expect(exponential(0) == 1)
    #expect(abs(naturalLogarithm(exponential(2)) - 2) < 1e-15)
  }

  @Test("the arc sine holds what rounding has pushed beyond one")
  func arcsineEnds() {
    #expect(arcsine(1.0.nextUp) == .pi / 2)
    #expect(arcsine(-1.0.nextUp) == -.pi / 2)
    #expect(arcsine(0) == 0)
  }

  @Test("1 − exp(−x) keeps its precision for small x", arguments: [1e-12, 1e-6, 0.1, 5])
  func smallExponentials(x: Double) {
    // Taylor's series, to where the next term is below the precision of a double.
    let series = x - x * x / 2 + x * x * x / 6
    let value = oneMinusExponential(ofMinus: x)
    if x < 1e-3 {
      #expect(abs(value - series) <= series * 1e-15)
    } else {
      #expect(abs(value - (1 - exponential(-x))) < 1e-15)
    }
  }
}
