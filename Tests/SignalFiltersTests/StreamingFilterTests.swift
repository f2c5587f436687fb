import Foundation
import Testing

@testable import SignalFilters

@Suite("Streaming filters against the library's batch functions")
struct BatchAgreementTests {
  /// What agreement means here: relative to the largest magnitude of the expected row.
  private let tolerance = 1e-12

  @Test("moving median", arguments: FilterCase.all)
  func median(setting: FilterCase) throws {
    var filter = try MovingMedian(span: setting.span, ends: setting.ends)
    let expected = BatchReference.statistic(
      .median,
      setting.data,
      span: setting.span,
      ends: setting.ends
    )
    #expect(relativeError(filter.outputs(setting.data), expected.first) <= tolerance)
  }

  @Test("median absolute deviation, scaled and plain", arguments: FilterCase.all)
  func deviation(setting: FilterCase) throws {
    for (scale, statistic) in [
      (DeviationScale.normalConsistent, BatchReference.Statistic.deviation),
      (.plain, .plainDeviation),
    ] {
      var filter = try MovingMedianDeviation(span: setting.span, ends: setting.ends, scale: scale)
      let outputs = filter.outputs(setting.data)
      let expected = BatchReference.statistic(
        statistic,
        setting.data,
        span: setting.span,
        ends: setting.ends
      )
      #expect(relativeError(outputs.map(\.median), expected.first) <= tolerance)
      #expect(relativeError(outputs.map(\.deviation), expected.second) <= tolerance)
    }
  }

  @Test("minimum and maximum", arguments: FilterCase.all)
  func extrema(setting: FilterCase) throws {
    var filter = try MovingExtrema(span: setting.span, ends: setting.ends)
    let outputs = filter.outputs(setting.data)
    let expected = BatchReference.statistic(
      .extrema,
      setting.data,
      span: setting.span,
      ends: setting.ends
    )
    #expect(relativeError(outputs.map(\.minimum), expected.first) <= tolerance)
    #expect(relativeError(outputs.map(\.maximum), expected.second) <= tolerance)
    #expect(outputs.allSatisfy { $0.range == $0.maximum - $0.minimum && $0.range >= 0 })
  }

  @Test("Gaussian smoothing", arguments: FilterCase.symmetric, [0.5, 3])
  func gaussian(setting: FilterCase, deviations: Double) throws {
    var filter = try GaussianFilter(
      count: setting.span.count,
      deviations: deviations,
      ends: setting.ends
    )
    let expected = BatchReference.gaussian(
      setting.data,
      count: setting.span.count,
      deviations: deviations,
      ends: setting.ends
    )
    #expect(relativeError(filter.outputs(setting.data), expected) <= tolerance)
  }

  @Test("impulse rejection", arguments: FilterCase.symmetric, [0.0, 1, 3])
  func impulse(setting: FilterCase, threshold: Double) throws {
    var filter = try ImpulseFilter(span: setting.span, ends: setting.ends, threshold: threshold)
    let outputs = filter.outputs(setting.data)
    let expected = BatchReference.impulse(
      setting.data,
      count: setting.span.count,
      threshold: threshold,
      ends: setting.ends
    )
    #expect(relativeError(outputs.map(\.value), expected.values) <= tolerance)
    #expect(outputs.map(\.isImpulse) == expected.outliers)
  }

  @Test("even counts become the next odd ones, as the library does")
  func evenCounts() throws {
    let data = (0..<40).map { Double($0 * $0 % 17) }
    var filter = try GaussianFilter(count: 8, ends: .padZero)
    #expect(filter.count == 9)
    let expected = BatchReference.gaussian(data, count: 8, deviations: 3, ends: .padZero)
    #expect(relativeError(filter.outputs(data), expected) <= tolerance)
  }

  @Test("the reference itself fails on nothing: an empty row would agree with an empty one")
  func referenceIsThere() {
    let data = [3.0, 1, 2]
    for ends in WindowEnds.allCases {
      for statistic in BatchReference.Statistic.allCases {
        let row = BatchReference.statistic(statistic, data, span: .centered(3), ends: ends)
        #expect(row.first.count == 3)
      }
      #expect(BatchReference.gaussian(data, count: 3, deviations: 3, ends: ends).count == 3)
      #expect(BatchReference.impulse(data, count: 3, threshold: 3, ends: ends).values.count == 3)
    }
  }
}

@Suite("Streaming filters as values")
struct StreamingFilterValueTests {
  /// Runs a check on every kind of filter, with a window that lags and one that does not.
  private func forAll(_ check: (any StreamingFilter) throws -> Void) throws {
    for ends in WindowEnds.allCases {
      for span in [WindowSpan.centered(9), .trailing(6), .init(before: 2, after: 11)] {
        try check(try MovingMedian(span: span, ends: ends))
        try check(try MovingMedianDeviation(span: span, ends: ends, scale: .plain))
        try check(try MovingExtrema(span: span, ends: ends))
        try check(try ImpulseFilter(span: span, ends: ends, threshold: 2))
      }
      try check(try GaussianFilter(count: 9, ends: ends))
    }
  }

  private let data = FilterCase(length: 60, span: .centered(3), ends: .truncate).data

  @Test("written down and restored anywhere, the rest comes out bit for bit")
  func restoredAnywhere() throws {
    func check<Filter: StreamingFilter>(_ fresh: Filter) throws {
      var straight = fresh
      let expected = straight.outputs(data)
      for cut in [0, 1, 3, 8, 9, 10, 30, 59, 60] {
        var filter = fresh
        var outputs = data[..<cut].compactMap { filter.push($0) }
        var restored = try filter.rewritten()
        #expect(restored == filter)
        outputs += data[cut...].compactMap { restored.push($0) }
        restored.finish { outputs.append($0) }
        #expect(outputs == expected)
      }
    }
    try forAll { try check($0) }
  }

  @Test("a copy and its original go their own ways")
  func copies() throws {
    func check<Filter: StreamingFilter>(_ fresh: Filter) throws {
      var original = fresh
      for value in data[..<20] { _ = original.push(value) }
      var copy = original
      #expect(copy == original)
      for _ in 0..<30 { _ = copy.push(1e6) }
      #expect(copy != original)

      var untouched = fresh
      let head = data[..<20].compactMap { untouched.push($0) }
      let tail = data[20...].compactMap { untouched.push($0) }
      #expect(data[20...].compactMap { original.push($0) } == tail)
      var finishing = original
      finishing.finish { _ in }
      var outputs = head + tail
      original.finish { outputs.append($0) }
      var straight = fresh
      #expect(outputs == straight.outputs(data))
    }
    try forAll { try check($0) }
  }

  @Test("copies of one filter work side by side in several tasks")
  func copiesInTasks() async throws {
    var shared = try MovingMedianDeviation(span: .centered(15))
    for value in data[..<30] { _ = shared.push(value) }
    let tail = Array(data[30...])
    var straight = shared
    let expected = tail.map { straight.push($0) }
    let copy = shared
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var own = copy
          return tail.map { own.push($0) } == expected
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(shared == copy)
  }

  @Test("finishing and resetting both begin anew")
  func beginningAnew() throws {
    func check<Filter: StreamingFilter>(_ fresh: Filter) throws {
      var filter = fresh
      let first = filter.outputs(data)
      #expect(filter == fresh)
      #expect(filter.outputs(data) == first)
      for value in data { _ = filter.push(value + 5) }
      filter.reset()
      #expect(filter == fresh)
      #expect(filter.outputs(data) == first)
      filter.finish { _ in Issue.record("nothing is due in an empty stream") }
    }
    try forAll { try check($0) }
  }

  @Test("as many results as values, and values that are not finite leave no trace")
  func notFinite() throws {
    func check<Filter: StreamingFilter>(_ fresh: Filter) throws {
      var straight = fresh
      let expected = straight.outputs(data)
      #expect(expected.count == data.count)
      var filter = fresh
      var dirty = data
      for index in stride(from: 55, through: 0, by: -11) {
        dirty.insert(contentsOf: [.nan, .infinity, -.infinity], at: index)
      }
      #expect(filter.outputs(dirty) == expected)
    }
    try forAll { try check($0) }
  }

  @Test("the largest finite values trap nothing")
  func hugeValues() throws {
    func check<Filter: StreamingFilter>(_ fresh: Filter) throws {
      var filter = fresh
      let huge = (0..<30).map { $0.isMultiple(of: 2) ? Double.greatestFiniteMagnitude : -1e308 }
      #expect(filter.outputs(huge).count == 30)
    }
    try forAll { try check($0) }
  }

  @Test(
    "a window that contradicts its span is refused",
    arguments: [
      #"{"stream":{"span":{"before":2,"after":1},"ends":"truncate","arrivals":3,"window":[1]},"scale":1}"#,
      #"{"stream":{"span":{"before":2,"after":1},"ends":"truncate","arrivals":-1,"window":[]},"scale":1}"#,
      #"{"stream":{"span":{"before":2,"after":1},"ends":"truncate","arrivals":0,"window":[1]},"scale":1}"#,
      #"{"stream":{"span":{"before":2,"after":1},"ends":"padZero","arrivals":1,"window":[1]},"scale":1}"#,
      #"{"stream":{"span":{"before":2,"after":1},"ends":"truncate","arrivals":2,"window":[1,2,3,4,5]},"scale":1}"#,
      #"{"stream":{"span":{"before":-1,"after":1},"ends":"truncate","arrivals":0,"window":[]},"scale":1}"#,
      #"{"stream":{"span":{"before":2,"after":99999999},"ends":"truncate","arrivals":0,"window":[]},"scale":1}"#,
    ]
  )
  func impossibleWindow(json: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(MovingMedian.self, from: Data(json.utf8))
    }
  }

  @Test("a good window of the same form is taken")
  func possibleWindow() throws {
    let json =
      #"{"stream":{"span":{"before":2,"after":1},"ends":"truncate","arrivals":2,"window":[1,5,3]},"scale":1}"#
    var filter = try JSONDecoder().decode(MovingMedian.self, from: Data(json.utf8))
    #expect(filter.push(4) == 3.5)
  }
}

@Suite("Streaming filters: parameters")
struct StreamingFilterParameterTests {
  private func field(_ make: () throws(FilterError) -> Void) -> String? {
    do {
      try make()
      return nil
    } catch {
      guard case .configuration(let problem) = error else { return "\(error)" }
      return problem.field
    }
  }

  @Test("below, at and above the ranges")
  func ranges() {
    #expect(
      field { () throws(FilterError) in _ = try MovingMedian(span: .init(before: -1, after: 0)) }
        == "window.before"
    )
    #expect(
      field { () throws(FilterError) in _ = try MovingMedian(span: .init(before: 0, after: -1)) }
        == "window.after"
    )
    #expect(
      field { () throws(FilterError) in _ = try MovingMedian(span: .init(before: 65_535, after: 0))
      } == nil
    )
    #expect(
      field { () throws(FilterError) in _ = try MovingMedian(span: .init(before: 65_536, after: 0))
      } == "window.before"
    )
    #expect(
      field { () throws(FilterError) in _ = try MovingExtrema(span: .trailing(0)) }
        == "window.before"
    )
    #expect(
      field { () throws(FilterError) in _ = try ImpulseFilter(span: .centered(3), threshold: -0.1) }
        == "impulseFilter.threshold"
    )
    #expect(
      field { () throws(FilterError) in _ = try ImpulseFilter(span: .centered(3), threshold: 0) }
        == nil
    )
    #expect(
      field { () throws(FilterError) in _ = try ImpulseFilter(span: .centered(3), threshold: .nan) }
        == "impulseFilter.threshold"
    )
    #expect(
      field { () throws(FilterError) in _ = try GaussianFilter(count: 0) } == "gaussianFilter.count"
    )
    #expect(field { () throws(FilterError) in _ = try GaussianFilter(count: 1) } == nil)
    #expect(
      field { () throws(FilterError) in _ = try GaussianFilter(count: 5, deviations: 0) }
        == "gaussianFilter.deviations"
    )
    #expect(
      field { () throws(FilterError) in _ = try GaussianFilter(count: 5, deviations: 10.1) }
        == "gaussianFilter.deviations"
    )
  }

  @Test("a window is counted with its centre")
  func counts() {
    #expect(WindowSpan.trailing(5) == WindowSpan(before: 4, after: 0))
    #expect(WindowSpan.centered(5) == WindowSpan(before: 2, after: 2))
    #expect(WindowSpan.centered(4).count == 5)
    #expect(WindowSpan(before: 3, after: 1).count == 5)
  }

  @Test("errors say what was allowed")
  func descriptions() {
    let error = #expect(throws: FilterError.self) { try GaussianFilter(count: 0) }
    #expect(
      error?.description
        == "gaussianFilter.count: 0.0 is not allowed; expected 1.0...65535.0 values"
    )
    #expect(
      FilterError.rateTooLow(measuredHz: 100, minimumHz: 600).description
        == "a rate of 100.0 Hz is too low; expected at least 600.0 Hz"
    )
    #expect(
      FilterError.library(GSLError(status: 4, operation: "kernel")).description
        == "kernel: invalid argument supplied by user"
    )
  }
}
