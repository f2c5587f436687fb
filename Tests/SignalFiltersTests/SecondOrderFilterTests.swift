import Foundation
import MotionSamples
import Testing

@testable import SignalFilters

@Suite("SecondOrderFilter")
struct SecondOrderFilterTests {
  /// The gain for a steady sine, measured over whole periods after the transient.
  private func gain(
    _ response: SecondOrderSection.Response,
    cutoffHz: Double,
    rateHz: Double,
    atHz frequency: Double
  ) throws -> Double {
    var filter = try SecondOrderFilter<Double>(response, cutoffHz: cutoffHz, rateHz: rateHz)
    let count = Int(rateHz * 40)
    var (sine, cosine) = (0.0, 0.0)
    for index in 0..<count {
      let phase = 2 * Double.pi * frequency * Double(index) / rateHz
      guard let output = filter.push(sin(phase)) else { continue }
      // The second half, demodulated: amplitude whatever the phase.
      if index >= count / 2 {
        sine += output * sin(phase)
        cosine += output * cos(phase)
      }
    }
    return hypot(sine, cosine) / (Double(count) / 4)
  }

  /// Butterworth's gain of second order with the bilinear transform's warped frequency axis.
  private func expectedGain(
    _ response: SecondOrderSection.Response,
    cutoffHz: Double,
    rateHz: Double,
    atHz frequency: Double
  ) -> Double {
    let ratio = tan(.pi * frequency / rateHz) / tan(.pi * cutoffHz / rateHz)
    return 1 / (1 + pow(response == .lowPass ? ratio : 1 / ratio, 4)).squareRoot()
  }

  @Test(
    "the gain is Butterworth's, at, below and above the cut-off",
    arguments: SecondOrderSection.Response.allCases,
    [(0.5, 25.0), (5, 50), (5, 104), (20, 100), (40, 400)]
  )
  func gain(response: SecondOrderSection.Response, design: (cutoff: Double, rate: Double)) throws {
    for factor in [0.25, 0.5, 1, 1.5, 2] where design.cutoff * factor < design.rate * 0.45 {
      let frequency = design.cutoff * factor
      let measured = try gain(
        response,
        cutoffHz: design.cutoff,
        rateHz: design.rate,
        atHz: frequency
      )
      let expected = expectedGain(
        response,
        cutoffHz: design.cutoff,
        rateHz: design.rate,
        atHz: frequency
      )
      #expect(abs(measured - expected) < 2e-3, "\(frequency) Hz")
      if factor == 1 { #expect(abs(expected - 0.5.squareRoot()) < 1e-12) }
    }
  }

  @Test(
    "a steady signal passes the low-pass unchanged and the high-pass not at all, from the first value on"
  )
  func steady() throws {
    var low = try SecondOrderFilter<Double>(.lowPass, cutoffHz: 2, rateHz: 100)
    var high = try SecondOrderFilter<Double>(.highPass, cutoffHz: 2, rateHz: 100)
    for _ in 0..<1000 {
      #expect(abs((low.push(9.81) ?? .nan) - 9.81) < 1e-12)
      #expect(abs(high.push(9.81) ?? .nan) < 1e-12)
    }
  }

  @Test("a step settles at the step, without more than Butterworth's overshoot of 4.3 %")
  func step() throws {
    var filter = try SecondOrderFilter<Double>(.lowPass, cutoffHz: 2, rateHz: 100)
    _ = filter.push(0)
    let outputs = (0..<500).compactMap { _ in filter.push(1) }
    #expect(abs((outputs.last ?? 0) - 1) < 1e-9)
    let peak = outputs.max() ?? 0
    #expect(peak > 1.03 && peak < 1.05)
  }

  @Test(
    "vectors are filtered component by component",
    arguments: SecondOrderSection.Response.allCases
  )
  func vectors(response: SecondOrderSection.Response) throws {
    var random = SeededGenerator(seed: 5)
    var vector = try SecondOrderFilter<Vector3>(response, cutoffHz: 3, rateHz: 50)
    let scalar = try SecondOrderFilter<Double>(response, cutoffHz: 3, rateHz: 50)
    var (x, y, z) = (scalar, scalar, scalar)
    for _ in 0..<200 {
      let value = Vector3(
        .random(in: -9...9, using: &random),
        .random(in: -9...9, using: &random),
        .random(in: -9...9, using: &random)
      )
      let filtered = vector.push(value)
      let output = try #require(filtered)
      let components = [x.push(value.x), y.push(value.y), z.push(value.z)]
      #expect([output.x, output.y, output.z] == components)
    }
  }

  @Test("written down and restored anywhere, the rest comes out bit for bit")
  func restored() throws {
    var random = SeededGenerator(seed: 6)
    let data = (0..<60).map { _ in Vector3(.random(in: -9...9, using: &random), 1, 2) }
    for cut in 0...60 {
      var straight = try SecondOrderFilter<Vector3>(.highPass, cutoffHz: 3, rateHz: 50)
      for value in data[..<cut] { _ = straight.push(value) }
      try straight.follow(rateHz: 60)
      let written = try JSONEncoder().encode(straight)
      var restored = try JSONDecoder().decode(SecondOrderFilter<Vector3>.self, from: written)
      #expect(restored == straight)
      #expect(data[cut...].map { restored.push($0) } == data[cut...].map { straight.push($0) })
    }
  }

  @Test(
    "the design follows the rate beyond the tolerance, not within",
    arguments: [(98.1, 100.0), (101.9, 100), (97.9, 97.9), (102.1, 102.1), (200, 200)]
  )
  func following(measured: Double, designed: Double) throws {
    var filter = try SecondOrderFilter<Double>(.lowPass, cutoffHz: 5, rateHz: 100)
    try filter.follow(rateHz: measured)
    #expect(filter.rateHz == designed)
    let expected = try SecondOrderFilter<Double>(.lowPass, cutoffHz: 5, rateHz: designed)
    #expect(filter == expected)
  }

  @Test("following the rate within a stream makes no jump")
  func noJump() throws {
    var filter = try SecondOrderFilter<Double>(.lowPass, cutoffHz: 1, rateHz: 100)
    var last = 0.0
    for index in 0..<400 {
      if index == 200 { try filter.follow(rateHz: 50) }
      let filtered = filter.push(5 + sin(Double(index) / 40))
      let output = try #require(filtered)
      if index > 0 { #expect(abs(output - last) < 0.05) }
      last = output
    }
  }

  @Test(
    "a rate too low for the cut-off is refused, and the old design stays",
    arguments: [
      (44.4, true), (44.5, false), (0, true), (-1, true), (.nan, true), (.infinity, true),
    ]
  )
  func tooLow(rate: Double, isRefused: Bool) throws {
    var filter = try SecondOrderFilter<Double>(.lowPass, cutoffHz: 20, rateHz: 100)
    if isRefused {
      #expect(throws: FilterError.self) { try filter.follow(rateHz: rate) }
      #expect(throws: FilterError.self) {
        try SecondOrderFilter<Double>(.lowPass, cutoffHz: 20, rateHz: rate)
      }
      #expect(filter.rateHz == 100)
    } else {
      try filter.follow(rateHz: rate)
      #expect(filter.rateHz == rate)
    }
  }

  @Test("a cut-off that is none is refused", arguments: [0, -1, .nan, .infinity] as [Double])
  func badCutoff(cutoff: Double) {
    #expect(throws: FilterError.self) {
      try SecondOrderFilter<Double>(.lowPass, cutoffHz: cutoff, rateHz: 100)
    }
  }

  @Test("values that are not finite leave no trace, overflow begins anew")
  func notFinite() throws {
    var filter = try SecondOrderFilter<Double>(.lowPass, cutoffHz: 20, rateHz: 100)
    let fresh = filter
    _ = filter.push(1)
    let before = filter
    for value in [Double.nan, .infinity, -.infinity] { #expect(filter.push(value) == nil) }
    #expect(filter == before)

    filter.reset()
    #expect(filter == fresh)

    var high = try SecondOrderFilter<Double>(.highPass, cutoffHz: 20, rateHz: 100)
    #expect(high.push(-.greatestFiniteMagnitude) == 0)
    #expect(high.push(.greatestFiniteMagnitude) == nil)
    #expect(high.push(1) == 0)
  }
}
