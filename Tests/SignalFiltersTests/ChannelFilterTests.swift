import Foundation
import Testing

@testable import SignalFilters

@Suite("ChannelFilter")
struct ChannelFilterTests {
  /// Coefficients worked out independently from the standard's formula, in its signs: outputs are added there.
  struct Reference: Sendable {
    let filter: ChannelFilter
    let rateHz: Double
    let a0: Double
    let b1: Double
    let b2: Double
  }

  @Test(
    "the coefficients are the standard's",
    arguments: [
      Reference(filter: .cfc60, rateHz: 1000, a0: 0.09718463, b1: 0.94557401, b2: -0.33431251),
      Reference(filter: .cfc60, rateHz: 10_000, a0: 0.00145237, b1: 1.88934322, b2: -0.89515269),
      Reference(filter: .cfc180, rateHz: 10_000, a0: 0.01179627, b1: 1.67011746, b2: -0.71730255),
    ]
  )
  func coefficients(reference: Reference) throws {
    let section = try reference.filter.section(rateHz: reference.rateHz)
    #expect(abs(section.b0 - reference.a0) < 1e-8)
    #expect(abs(section.b1 - 2 * reference.a0) < 2e-8)
    #expect(abs(section.b2 - reference.a0) < 1e-8)
    #expect(abs(section.a1 + reference.b1) < 1e-8)
    #expect(abs(section.a2 + reference.b2) < 1e-8)
  }

  @Test("both passes together weaken the cut-off by 3 dB", arguments: ChannelFilter.allCases)
  func cutoff(filter: ChannelFilter) throws {
    let rate = 10_000.0
    let wave = (0..<20_000).map { sin(2 * .pi * filter.cutoffHz * Double($0) / rate) }
    let filtered = try filter.filtered(wave, rateHz: rate)
    let middle = 5000..<15_000
    let energy = { (values: [Double]) in middle.map { values[$0] * values[$0] }.reduce(0, +) }
    let decibels = 10 * log10(energy(filtered) / energy(wave))
    // The design constant of the standard meets the analogue filter; the bilinear axis shifts it a little.
    #expect(abs(decibels + 3) < 0.15, "\(decibels)")
  }

  @Test(
    "a symmetric pulse stays symmetric and in place, and keeps its area",
    arguments: ChannelFilter.allCases
  )
  func phaseless(filter: ChannelFilter) throws {
    let rate = 10_000.0
    let pulse = (0...4000).map { index -> Double in
      let time = Double(index - 2000) / rate
      return abs(time) < 0.05 ? 20 * 0.5 * (1 + cos(2 * .pi * time / 0.1)) : 0
    }
    let filtered = try filter.filtered(pulse, rateHz: rate)
    for index in 0...4000 { #expect(abs(filtered[index] - filtered[4000 - index]) < 1e-9) }
    #expect(filtered.indices.max { filtered[$0] < filtered[$1] } == 2000)
    #expect(abs(filtered.reduce(0, +) - pulse.reduce(0, +)) < 1e-6)
  }

  @Test(
    "rates below six times the cut-off are refused",
    arguments: [
      (ChannelFilter.cfc60, 599.9, true), (.cfc60, 600, false), (.cfc60, 100, true),
      (.cfc180, 1799.9, true), (.cfc180, 1800, false), (.cfc60, .nan, true),
      (.cfc60, .infinity, true), (.cfc60, 0, true),
    ] as [(ChannelFilter, Double, Bool)]
  )
  func tooLow(filter: ChannelFilter, rate: Double, isRefused: Bool) throws {
    guard isRefused else {
      #expect(try filter.filtered([1, 2, 3], rateHz: rate).count == 3)
      return
    }
    let error = #expect(throws: FilterError.self) { try filter.filtered([1, 2, 3], rateHz: rate) }
    guard case .rateTooLow(_, let minimum) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(minimum == filter.minimumRateHz)
  }

  @Test("short recordings and steady ones come out as they should", arguments: [0, 1, 2, 50])
  func ends(count: Int) throws {
    let filtered = try ChannelFilter.cfc60.filtered(
      Array(repeating: 7, count: count),
      rateHz: 1000
    )
    #expect(filtered.count == count)
    #expect(filtered.allSatisfy { abs($0 - 7) < 1e-12 })
  }
}
